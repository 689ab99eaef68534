import type { Invoice, InvoiceListQuery } from '@stablegate/contract';
import { fetchInvoices } from '../../lib/api/invoices.queries';

const FOUND_MAX = 6;

/** Ids are lower-case letters and digits, searched by prefix; the same letters may also be a name. */
const COULD_BE_ID = /^[a-z0-9]{1,64}$/i;

type FoundInvoices = { readonly invoices: readonly Invoice[] /** Of the names, more than are shown. */; readonly hasMore: boolean };

/** The list takes one filter or the other, so both are requested concurrently; id matches come first. */
export async function findInvoices(text: string, signal: AbortSignal): Promise<FoundInvoices> {
  const ask = (filter: Pick<InvoiceListQuery, 'transId' | 'name'>) => fetchInvoices({ ...filter, page: 0, size: FOUND_MAX }, signal);
  const [named, withId] = await Promise.all([ask({ name: text }), COULD_BE_ID.test(text) ? ask({ transId: text }) : undefined]);
  const found = new Map([...(withId?.content ?? []), ...named.content].map((invoice) => [invoice.transId, invoice]));
  return { invoices: [...found.values()].slice(0, FOUND_MAX), hasMore: (named.totalElements ?? 0) > FOUND_MAX };
}
