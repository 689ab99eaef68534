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

export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: redactPaths, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
