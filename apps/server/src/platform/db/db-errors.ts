const codeOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
};

/** 40001 serialization failure, 40P01 deadlock: the whole transaction may run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '');

/** The name of the violated UNIQUE constraint, if that is what happened. */
export function uniqueViolation(error: unknown): string | undefined {
  if (codeOf(error) !== '23505') return undefined;
  const constraint = (error as { constraint?: unknown }).constraint;
  return typeof constraint === 'string' ? constraint : '';
}

/** 22021: a NUL character, which no text column can hold: bad input, whatever the field. */
export const isUnstorableText = (error: unknown): boolean => codeOf(error) === '22021';

/** 55P03: lock_timeout. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** 57014: statement time-out. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53100', // its disk is full (F35)
  '53300',
  '25006',
  '08006',
  '08001',
  '08P01', // every refusal of pgbouncer: no primary, a broken server connection, the queue's time limit
  '55P03', // lock_timeout: too many concurrent requests (F38)
]);
const CONNECTION_MESSAGES =
  /timeout exceeded when trying to connect|is not currently accepting connections|Connection terminated|connection terminated|Client has encountered a connection error/;

/** The database is down or restarting: 503 with Retry-After, never a 500 (F6, F7). */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && CONNECTION_CODES.has(code)) return true;
  return error instanceof Error && CONNECTION_MESSAGES.test(error.message);
}
