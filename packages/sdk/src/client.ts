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
export type CreatedInvoice = { trans_id: string; amount: string; status: 'pending'; url_payment: string; expires_at: string };
export type Invoice = {
  trans_id: string;
  request_id: string;
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
  async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const response = await send(`${options.baseUrl.replace(/\/+$/, '')}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': options.apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    });
    if (!response.ok) throw await refusal(response);
    return ((await response.json()) as { data: T }).data;
  }
  return {
    createInvoice: (invoice: NewInvoice) => call<CreatedInvoice>('POST', '/payment/invoice', invoice),
    getInvoice: (transId: string) => call<Invoice>('GET', `/payment/invoice/${encodeURIComponent(transId)}`),
    findInvoice: (requestId: string) => call<Invoice>('GET', `/payment/invoice?request_id=${encodeURIComponent(requestId)}`),
    cancelInvoice: (transId: string) => call<Invoice>('POST', `/payment/invoice/${encodeURIComponent(transId)}/cancel`),
  };
}
