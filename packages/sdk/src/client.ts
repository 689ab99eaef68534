import type { CallbackEvent, CreatedInvoice, Invoice, NewInvoice, NewRefund, PlannedRefund, Refunds } from './api-types';
import { type ClientOptions, createTransport } from './http';

export type Refund = Refunds['refunds'][number];
export type InvoiceFilter = { readonly status?: Invoice['status']; readonly createdFrom?: Date; readonly createdBefore?: Date };

/** `since`: to poll, a few minutes before your last call; skip the ids you have handled. */
export type EventFilter = { readonly type?: CallbackEvent['type']; readonly since?: Date };

const invoicePath = (transId: string, action = '') => `/payment/invoice/${encodeURIComponent(transId)}${action}`;

const refundPath = (transId: string, refundId?: string, action = '') =>
  invoicePath(transId, `/refunds${refundId === undefined ? '' : `/${encodeURIComponent(refundId)}`}${action}`);

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

  async function* pages<T>(path: string, query: URLSearchParams): AsyncGenerator<T, void> {
    for (;;) {
      const page = (await read(`${path}?${query}`)) as { data: T[]; next_cursor: string | null };
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
    /** The refunds of an invoice, what is left of its payments, and who sent them. */
    listRefunds: async (transId: string) => dataOf<Refunds>(await read(refundPath(transId))),
    /** You send it from your own wallet. The same `request_id` always returns the same refund of the invoice. */
    planRefund: async (transId: string, refund: NewRefund) =>
      dataOf<PlannedRefund>(await transport({ method: 'POST', path: refundPath(transId), body: refund, idempotent: true })),
    /** Names the transaction that sent a refund; it is verified on chain like a payment. */
    reportRefund: async (transId: string, refundId: string, transHash: string) =>
      dataOf<Refund>(
        await transport({
          method: 'POST',
          path: refundPath(transId, refundId, '/transaction'),
          body: { trans_hash: transHash },
          idempotent: true,
        }),
      ),
    /** Drops a planned refund that was not sent. Not repeated when its answer is lost. */
    cancelRefund: async (transId: string, refundId: string) =>
      dataOf<Refund>(await transport({ method: 'POST', path: refundPath(transId, refundId, '/cancel'), idempotent: false })),
    /** All invoices of the store that match, newest first; further pages are read as you go on. */
    listInvoices: (filter: InvoiceFilter = {}) => pages<Invoice>('/payment/invoices', queryOf(filter)),
    /** What happened to the store's invoices, newest first: for those who poll instead of receiving callbacks. */
    listEvents: ({ type, since }: EventFilter = {}) =>
      pages<CallbackEvent>(
        '/payment/events',
        new URLSearchParams({ ...(type === undefined ? {} : { type }), ...(since === undefined ? {} : { since: since.toISOString() }) }),
      ),
  };
}
export type StablegateClient = ReturnType<typeof createClient>;
