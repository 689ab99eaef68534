import { StablegateError } from './errors';

export type NewInvoice = {
  readonly name: string;
  readonly description?: string;
  /** Decimal text such as "99.50": a number could not hold every amount exactly. */
  readonly amount: string;
  /** Your own order number. Sending the same one again returns the same invoice. */
  readonly request_id: string;
  readonly callback_url?: string;
  readonly success_url?: string;
  readonly cancel_url?: string;
};
export type CreatedInvoice = {
  trans_id: string;
  amount: string;
  status: 'pending';
  url_payment: string;
  expires_at: string;
  /** What the customer sends. */
  payable: string;
  /** Where, by network. */
  addresses: Partial<Record<string, string>>;
};
export type Invoice = {
  trans_id: string;
  /** null for an invoice made on screen without one. */
  request_id: string | null;
  amount: string;
  fee: string;
  payable: string;
  status: 'completed' | 'waiting' | 'expired';
  network?: string;
  from_address?: string;
  trans_hash?: string;
  created_at: string;
  expires_at: string;
  paid_at?: string;
};
export type InvoiceFilter = { readonly status?: Invoice['status']; readonly createdFrom?: Date; readonly createdBefore?: Date };
export type ClientOptions = {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
};

const TIMEOUT_MS = 15_000;

async function refusal(response: Response): Promise<StablegateError> {
  const body = (await response.json().catch(() => ({}))) as Partial<{
    code: string;
    message: string;
    requestId: string;
    errors: { path: string; message: string }[];
  }>;
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new StablegateError(body.code ?? 'unreadable_answer', body.message ?? `HTTP ${response.status}`, {
    httpStatus: response.status,
    requestId: body.requestId,
    errors: body.errors ?? [],
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
  });
}

/** Creating is idempotent: the same `request_id` always returns the same invoice. */
export function createClient(options: ClientOptions) {
  const send = options.fetch ?? fetch;
  async function request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const response = await send(`${options.baseUrl.replace(/\/+$/, '')}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': options.apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    });
    if (!response.ok) throw await refusal(response);
    return response.json();
  }
  async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return ((await request(method, path, body)) as { data: T }).data;
  }
  async function* listInvoices({ status, createdFrom, createdBefore }: InvoiceFilter): AsyncGenerator<Invoice, void> {
    const query = new URLSearchParams({
      ...(status === undefined ? {} : { status }),
      ...(createdFrom === undefined ? {} : { created_from: createdFrom.toISOString() }),
      ...(createdBefore === undefined ? {} : { created_before: createdBefore.toISOString() }),
    });
    for (;;) {
      const page = (await request('GET', `/payment/invoices?${query}`)) as { data: Invoice[]; next_cursor: string | null };
      yield* page.data;
      if (page.next_cursor === null) return;
      query.set('cursor', page.next_cursor);
    }
  }
  return {
    createInvoice: (invoice: NewInvoice) => call<CreatedInvoice>('POST', '/payment/invoice', invoice),
    getInvoice: (transId: string) => call<Invoice>('GET', `/payment/invoice/${encodeURIComponent(transId)}`),
    findInvoice: (requestId: string) => call<Invoice>('GET', `/payment/invoice?request_id=${encodeURIComponent(requestId)}`),
    cancelInvoice: (transId: string) => call<Invoice>('POST', `/payment/invoice/${encodeURIComponent(transId)}/cancel`),
    /** Sends the invoice's last callback again, with the same webhook-id. */
    resendCallback: (transId: string) =>
      request('POST', `/payment/invoice/${encodeURIComponent(transId)}/resend-callback`).then(() => undefined),
    /** All invoices of the store that match, newest first; further pages are read as you go on. */
    listInvoices: (filter: InvoiceFilter = {}) => listInvoices(filter),
  };
}
