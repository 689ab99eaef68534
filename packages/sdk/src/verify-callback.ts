import { createHmac, timingSafeEqual } from 'node:crypto';

export type Callback = {
  request_id: string;
  merchant_id: string;
  /** Absent where the store has switched it off. */
  api_key?: string;
  amount: string;
  status: 'completed' | 'expired';
  from_address: string | null;
  trans_id: string;
  trans_hash: string | null;
};
export type CallbackFault = 'missing_header' | 'old_timestamp' | 'bad_signature' | 'bad_body' | 'wrong_credentials';
export type Verified = { ok: true; id: string; callback: Callback } | { ok: false; fault: CallbackFault };

export type VerifyOptions = {
  /** Headers as your framework provides them, names in any case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it arrived, before any parsing: the signature covers its bytes. */
  readonly body: string;
  /** whsec_… of the store. */
  readonly secret: string;
  /** When given, merchant_id must be yours as well, and api_key where the store sends it. */
  readonly merchantId?: string;
  readonly apiKey?: string;
  readonly now?: Date;
};

/** The window of the Standard Webhooks convention: older callbacks are replays. */
const TOLERANCE_SECONDS = 5 * 60;

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

function header(headers: VerifyOptions['headers'], name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

export function signCallback(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** A header holds several signatures while a secret is being rotated; one match is enough. */
const isSigned = (signatures: string, expected: string): boolean =>
  signatures
    .split(' ')
    .map((signature) => same(signature, expected))
    .includes(true);

/**
 * Checks signature, age and credentials of a callback. `id` is the same for every attempt of one event: store the ids you have handled to
 * process each event once.
 */
export function verifyCallback(options: VerifyOptions): Verified {
  const id = header(options.headers, 'webhook-id');
  const timestamp = header(options.headers, 'webhook-timestamp');
  const signatures = header(options.headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined || !/^\d{1,12}$/.test(timestamp))
    return { ok: false, fault: 'missing_header' };
  const ageSeconds = Math.abs((options.now ?? new Date()).getTime() / 1000 - Number.parseInt(timestamp, 10));
  if (ageSeconds > TOLERANCE_SECONDS) return { ok: false, fault: 'old_timestamp' };
  if (!isSigned(signatures, signCallback(options.secret, id, timestamp, options.body))) return { ok: false, fault: 'bad_signature' };
  let callback: Callback;
  try {
    callback = JSON.parse(options.body) as Callback;
  } catch {
    return { ok: false, fault: 'bad_body' };
  }
  const wrong =
    (options.merchantId !== undefined && !same(String(callback.merchant_id), options.merchantId)) ||
    (options.apiKey !== undefined && callback.api_key !== undefined && !same(String(callback.api_key), options.apiKey));
  return wrong ? { ok: false, fault: 'wrong_credentials' } : { ok: true, id, callback };
}
