import type { Invoice } from '@stablegate/contract';
import { readStatus } from '../invoice-status';
import { type ListPage, readPage } from '../lists/list-state';
import { NOTHING, readTime } from '../time/read-time';

/** Specification 2, section 3: an invoice may come without these, or with empty texts, and with its store's name as `merchant`. */
export type Left =
  | ('name' | 'description' | 'amount' | 'currency' | 'feeAmount' | 'feeCharged')
  | ('storeName' | 'flags' | 'createdAt' | 'expiresAt');
export type AnsweredInvoice = Omit<Invoice, Left> & {
  readonly [Key in Left]?: Invoice[Key] | null | undefined;
} & { readonly merchant?: string | null | undefined };

/** An amount or a time that is missing is empty. The fee counts when the invoice is paid, "otherwise 0". */
export function readInvoice<Row extends AnsweredInvoice>(row: Row): Omit<Row, Left | 'status'> & Pick<Invoice, Left | 'status'> {
  const status = readStatus(row.status) ?? row.status;
  return {
    ...row,
    status,
    name: row.name || NOTHING,
    description: row.description || null,
    amount: row.amount ?? '',
    currency: row.currency || 'USDT',
    feeAmount: (status === 'SUCCESS' && row.feeAmount) || '0',
    feeCharged: row.feeCharged ?? true,
    storeName: row.storeName || row.merchant || '',
    flags: row.flags ?? [],
    createdAt: readTime(row.createdAt),
    expiresAt: readTime(row.expiresAt),
  };
}

/** A page of them, or a plain array. */
export function readInvoices(answer: ListPage<AnsweredInvoice> | readonly AnsweredInvoice[]) {
  const page = readPage(answer);
  if (page === undefined) throw new Error('not a list of invoices');
  return { ...page, content: page.content.map(readInvoice) };
}
