import type { ErrorReply, FieldError } from '@stablegate/contract';

/** The server was unreachable or its answer unreadable; all other codes come from the contract's catalogue. */
export const NETWORK_ERROR = 'network_error';

type RefusedReply = Pick<ErrorReply, 'code' | 'message' | 'errors' | 'details'> & { requestId?: string; retryAfterSeconds?: number };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** What the caller needs to continue, where the call provides it. */
  readonly details: ErrorReply['details'];
  /** Delay before the next attempt, where the server provides it. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reply: RefusedReply, status: number, options?: ErrorOptions) {
    super(reply.message, options);
    this.code = reply.code;
    this.status = status;
    this.requestId = reply.requestId;
    this.fieldErrors = reply.errors ?? [];
    this.details = reply.details;
    this.retryAfterSeconds = reply.retryAfterSeconds;
  }
}

export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.code === NETWORK_ERROR;

/** A proxy in between may leave out code or message; a refusal of ours, which has a status, even both. */
function readReply(body: unknown): RefusedReply | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const reply = body as Partial<RefusedReply> & { status?: unknown };
  const [code, message] = [reply.code, reply.message].map((each: unknown) => (typeof each === 'string' ? each : ''));
  return code || message || typeof reply.status === 'string' ? { ...reply, code: code || 'unknown', message: message ?? '' } : undefined;
}

/** The Retry-After header in its seconds form, the one our server sends. */
const secondsOf = (retryAfter: string | null): number | undefined =>
  retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number.parseInt(retryAfter, 10) : undefined;

export function errorFromReply(body: unknown, { status, headers }: Pick<Response, 'status' | 'headers'>): ApiError {
  const reply = readReply(body);
  if (reply !== undefined) return new ApiError({ ...reply, retryAfterSeconds: secondsOf(headers.get('retry-after')) }, status);
  // A proxy's page or a truncated answer contains nothing useful to users.
  return new ApiError({ code: NETWORK_ERROR, message: 'The server did not answer. Please try again.' }, status);
}
