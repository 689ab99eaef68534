import type { CreatedInvoice, Invoice, NewInvoice } from './api-types';
import { type ClientOptions, createTransport } from './http';

export type InvoiceFilter = { readonly status?: Invoice['status']; readonly createdFrom?: Date; readonly createdBefore?: Date };

const invoicePath = (transId: string, action = '') => `/payment/invoice/${encodeURIComponent(transId)}${action}`;

function queryOf({ status, createdFrom, createdBefore }: InvoiceFilter): URLSearchParams {
  return new URLSearchParams({
    ...(status === undefined ? {} : { status }),
    ...(createdFrom === undefined ? {} : { created_from: createdFrom.toISOString() }),
    ...(createdBefore === undefined ? {} : { created_before: createdBefore.toISOString() }),
  });
}

/** Calls that may be repeated without harm are repeated by the client itself: see `retries`. */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options);
  const read = async (path: string): Promise<unknown> => transport({ method: 'GET', path, idempotent: true });
  const dataOf = <T>(answer: unknown): T => (answer as { data: T }).data;

  async function* listInvoices(filter: InvoiceFilter): AsyncGenerator<Invoice, void> {
    const query = queryOf(filter);
    for (;;) {
      const page = (await read(`/payment/invoices?${query}`)) as { data: Invoice[]; next_cursor: string | null };
      yield* page.data;
      if (page.next_cursor === null) return;
      query.set('cursor', page.next_cursor);
    }
  }
  return {
    /** The same `request_id` always returns the same invoice. */
    createInvoice: async (invoice: NewInvoice) =>
      dataOf<CreatedInvoice>(await transport({ method: 'POST', path: '/payment/invoice', body: invoice, idempotent: true })),
    getInvoice: async (transId: string) => dataOf<Invoice>(await read(invoicePath(transId))),
    /** By your own order number. */
    findInvoice: async (requestId: string) => dataOf<Invoice>(await read(`/payment/invoice?request_id=${encodeURIComponent(requestId)}`)),
    /** Not repeated when its answer is lost: a second one would be refused with `invoice_not_open`. */
    cancelInvoice: async (transId: string) =>
      dataOf<Invoice>(await transport({ method: 'POST', path: invoicePath(transId, '/cancel'), idempotent: false })),
    /** Sends the invoice's last callback again, with the same webhook-id. */
    resendCallback: async (transId: string): Promise<void> => {
      await transport({ method: 'POST', path: invoicePath(transId, '/resend-callback'), idempotent: false });
    },
    /** All invoices of the store that match, newest first; further pages are read as you go on. */
    listInvoices: (filter: InvoiceFilter = {}) => listInvoices(filter),
  };
}
export type StablegateClient = ReturnType<typeof createClient>;
