import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, type ErrorReply, errorCatalogue, type FieldError } from '@stablegate/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import { isRetryable, isTimeout, isUnavailable, isUnstorableText } from '../platform/db/db-errors';
import { type PlainIssue, plainIssue } from '../platform/plain-issue';
import { epusdtRefusal, epusdtStatus } from './epusdt-refusal';

/** Fastify's own errors as our codes. */
const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
};

/** As the validator compiler hands over what the schema library found. */
type ValidationIssue = {
  readonly keyword?: string;
  readonly instancePath?: string;
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

const explain = ({ keyword = '', message = '', params }: ValidationIssue): PlainIssue => plainIssue({ ...params, code: keyword, message });

const pathOf = ({ instancePath = '' }: ValidationIssue): string => instancePath.replace(/^\//, '').replaceAll('/', '.');

function toAppError(error: FastifyError | Error): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isUnavailable(error) || isTimeout(error) || isRetryable(error))
    return new AppError('unavailable', { retryAfterSeconds: 2, cause: error });
  if (isUnstorableText(error)) return new AppError('malformed_request', { cause: error });
  if (!('code' in error)) return undefined;
  if (error.validation !== undefined) {
    if (error.validationContext === 'params') return new AppError('not_found');
    const issues = (error.validation as ValidationIssue[]).map((issue) => ({ path: pathOf(issue), ...explain(issue) }));
    const errors = issues.map(({ path, text }): FieldError => ({ path, message: text }));
    // A sentence of a rule says what to do; one about a type is for the list of errors.
    const message = issues.find(({ isOwn }) => isOwn)?.text;
    return new AppError('invalid_value', { errors, ...(message === undefined ? {} : { message }) });
  }
  const known = FRAMEWORK[error.code];
  if (known !== undefined) return new AppError(known);
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    ? new AppError('malformed_request')
    : undefined;
}

export function errorReply(request: FastifyRequest, error: AppError): ErrorReply {
  const merchantApi = request.routeOptions.config.access === 'api-key';
  return {
    status: 'error',
    code: error.code,
    message: error.message,
    ...(merchantApi ? { msg: error.message } : {}),
    requestId: request.id,
    ...(error.errors === undefined ? {} : { errors: [...error.errors] }),
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}

/** The only place where a thrown error becomes a response: never a stack, never SQL, never 500 for bad input. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  if (known === undefined || known.status >= 500) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
  } else if (known.status === 401 || known.status === 403 || known.status === 429) {
    // Not named `code`: that field is redacted, because one-time codes use it.
    request.log.warn({ refusal: known.code, requestId: request.id, ip: request.ip }, 'request refused');
  }
  const answer = known ?? new AppError('internal_error');
  if (answer.retryAfterSeconds !== undefined) void reply.header('retry-after', String(answer.retryAfterSeconds));
  const isEpusdt = request.routeOptions.config.dialect === 'epusdt';
  return reply
    .code(isEpusdt ? epusdtStatus(answer) : answer.status)
    .header('cache-control', 'no-store')
    .header('link', `</docs/errors#${answer.code}>; rel="help"`) // RFC 8288: cause and cure, without another field in the body
    .type('application/json')
    .serializer(JSON.stringify)
    .send(isEpusdt ? epusdtRefusal(answer, request.id) : errorReply(request, answer));
}

const UNREADABLE = { ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout', HPE_HEADER_OVERFLOW: 'body_too_large' } as const satisfies Record<
  string,
  ErrorCode
>;

/** What Node refuses before there is a request: too slow, too long, or no HTTP. */
export function handleClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = UNREADABLE[error.code as keyof typeof UNREADABLE] ?? 'malformed_request';
  const { status, message } = errorCatalogue[code];
  const body = JSON.stringify({ status: 'error', code, message, requestId: randomUUID() } satisfies ErrorReply);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`);
  socket.destroySoon();
}

export function handleNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message } = errorCatalogue.not_found;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ status: 'error', code: 'not_found', message, requestId: request.id });
}
