import type { Invoice } from '@stablegate/contract';
import { type ListPage, readPage } from '../lists/list-state';

/** Specification 2, section 3: an invoice may come without these, and with its store's name as `merchant`. */
type Left = 'description' | 'currency' | 'storeName' | 'flags' | 'feeCharged';
export type AnsweredInvoice = Omit<Invoice, Left> & {
  readonly [Key in Left]?: Invoice[Key] | null | undefined;
} & { readonly merchant?: string | null | undefined };

export const readInvoice = <Row extends AnsweredInvoice>(row: Row): Omit<Row, Left> & Pick<Invoice, Left> => ({
  ...row,
  description: row.description ?? null,
  currency: row.currency ?? 'USDT',
  storeName: row.storeName ?? row.merchant ?? '',
  flags: row.flags ?? [],
  feeCharged: row.feeCharged ?? true,
});

/** A page of them, or a plain array. */
export function readInvoices(answer: ListPage<AnsweredInvoice> | readonly AnsweredInvoice[]) {
  const page = readPage(answer);
  if (page === undefined) throw new Error('not a list of invoices');
  return { ...page, content: page.content.map(readInvoice) };
}
