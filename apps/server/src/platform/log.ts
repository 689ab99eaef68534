import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Field names that are redacted at any depth (ASVS 16.2.5). */
const SECRET_FIELDS = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'code',
  'secret',
  'apiKey',
  'api_key',
  'callbackSecret',
  'recoveryCodes',
  'cookie',
  'authorization',
  'x-api-key',
  'secure-token',
  'x-casso-signature',
  'set-cookie',
];

const redactPaths = SECRET_FIELDS.flatMap((field) => {
  const key = field.includes('-') ? `["${field}"]` : field;
  const below = field.includes('-') ? key : `.${key}`;
  return [key, `*${below}`, `*.*${below}`];
});

/** A mailed token or a payment address must not appear in a log line: the query is cut, the path stays. */
export const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url;

const WAITING_BYTES_MAX = 4 * 1024 * 1024;
const STUCK_MS = 1_000;

/**
 * Standard output, written beside the work. A full disk, or a pipe that nobody reads, costs lines and nothing else (F36): beyond 4 MiB they
 * are dropped, an error is no reason to end, and at the end of the process nobody waits for a log that does not move.
 */
function openStdout(): DestinationStream {
  let hasFailed = false;
  let flushUntil: number | undefined;
  const stream = pino.destination({
    // Reading process.stdout opens a pipe without blocking. A descriptor as a shell leaves it blocks: a write that nobody reads would hold a
    // thread, and the last one the end of the process.
    dest: process.stdout.fd,
    sync: false,
    maxLength: WAITING_BYTES_MAX,
    // Asked after each refusal of a full pipe. While the process runs it is tried again; its end does not wait for long.
    retryEAGAIN: () => flushUntil === undefined || performance.now() < flushUntil,
  });
  stream.on('error', () => {
    hasFailed = true;
  });
  stream.on('write', () => {
    hasFailed = false;
  });
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (hasFailed) return;
    flushUntil = performance.now() + STUCK_MS;
    try {
      flushSync();
    } catch {
      // the lines that were not read in time
    }
    flushUntil = undefined;
  };
  return stream;
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: redactPaths, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? openStdout(),
  );
}
