import { StablegateError, StablegateUnreachableError } from './errors';

export type ClientOptions = {
  /** sk_…, usually from an environment variable. Undefined or empty: an error before anything is sent. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  /** How long one attempt may take; default 15 seconds. */
  readonly timeoutMs?: number;
  /** Further attempts after the first; default 2. */
  readonly retries?: number;
  readonly fetch?: typeof fetch;
};
export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Carried out twice, it changes nothing more: it may be repeated when no answer came. */
  readonly idempotent: boolean;
};

const TIMEOUT_MS = 15_000;
const RETRIES = 2;
const FIRST_WAIT_MS = 250;
/** Longer waits are the caller's decision: they get the error with `retryAfterSeconds`. */
const WAIT_MS_MAX = 10_000;
/** Answers of a proxy or of a gateway that is starting: the same call may succeed shortly. */
const PASSING = new Set([502, 503, 504]);

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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

/** A 429 was refused before anything was done; all else may have been carried out. */
const mayRepeat = (error: unknown, { idempotent }: Call): boolean =>
  error instanceof StablegateError
    ? error.httpStatus === 429 || (idempotent && PASSING.has(error.httpStatus))
    : idempotent && error instanceof StablegateUnreachableError;

/** What the gateway asked for; else twice as long each time, at random between half and all of it, so that clients do not meet again. */
function waitBefore(attempt: number, error: unknown): number {
  const asked = error instanceof StablegateError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2) : asked * 1000;
}

export function createTransport(options: ClientOptions): (call: Call) => Promise<unknown> {
  const { fetch: send = fetch } = options;
  const apiKey = options.apiKey?.trim() ?? '';
  if (apiKey === '') throw new Error('The API key is missing. Is its environment variable set?');
  const base = `${options.baseUrl.replace(/\/+$/, '')}/api/v1`;
  const retries = options.retries ?? RETRIES;

  async function attempt({ method, path, body }: Call): Promise<unknown> {
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    const headers = { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    let response: Response;
    try {
      response = await send(`${base}${path}`, { method, headers, ...payload, signal: AbortSignal.timeout(timeoutMs) });
    } catch (cause) {
      const reason = cause instanceof Error && cause.name === 'TimeoutError' ? `No answer within ${timeoutMs} ms` : 'No connection';
      throw new StablegateUnreachableError(`${reason}: ${method} ${base}${path}`, { cause });
    }
    if (!response.ok) throw await refusal(response);
    return response.json();
  }

  return async (call) => {
    for (let count = 0; ; count += 1) {
      try {
        return await attempt(call);
      } catch (error) {
        const waitMs = waitBefore(count, error);
        if (count >= retries || waitMs > WAIT_MS_MAX || !mayRepeat(error, call)) throw error;
        await wait(waitMs);
      }
    }
  };
}
