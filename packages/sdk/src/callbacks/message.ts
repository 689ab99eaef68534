import type { CallbackEvent } from '../api-types';

export type Callback = {
  request_id: string;
  merchant_id: string;
  /** The main key, for invoices made with it; empty for others, absent where the store has switched it off. */
  api_key?: string;
  amount: string;
  status: 'completed' | 'expired';
  from_address: string | null;
  trans_id: string;
  trans_hash: string | null;
};
/** A callback of version 2, which has a type; undefined for the specified body. */
export const eventOf = (callback: object): CallbackEvent | undefined =>
  'type' in callback && 'version' in callback ? (callback as CallbackEvent) : undefined;

export type CallbackFault = 'missing_header' | 'old_timestamp' | 'bad_signature' | 'bad_body' | 'wrong_credentials';
export type Verified =
  | { readonly ok: true; readonly id: string; readonly callback: Callback }
  | { readonly ok: false; readonly fault: CallbackFault };

/** Whose callbacks are accepted. */
export type CallbackSettings = {
  /** whsec_… of the store, usually from an environment variable. Undefined, empty or too short: an error before anything is accepted. */
  readonly secret: string | undefined;
  /** When given, merchant_id must be yours as well, and api_key where the callback carries one. */
  readonly merchantId?: string;
  readonly apiKey?: string;
};

/** Headers as your framework provides them, names in any case. */
export type HeaderMap = Readonly<Record<string, string | readonly string[] | undefined>>;

type Stamp = { readonly id: string; readonly timestamp: string; readonly signatures: string };
export type Message = Stamp & { readonly body: string };

/** The window of the Standard Webhooks convention: older callbacks are replays. */
const TOLERANCE_SECONDS = 5 * 60;
/** A callback has about 1 KB; nobody may fill the memory of a receiver. */
export const CALLBACK_BYTES_MAX = 64 * 1024;

const headerOf = (headers: HeaderMap, name: string): string | undefined => {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
};

/** What the signature needs, or why it need not be computed. */
export function readStamp(headers: HeaderMap, now: Date): Stamp | CallbackFault {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined || !/^\d{1,12}$/.test(timestamp)) return 'missing_header';
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number.parseInt(timestamp, 10));
  return ageSeconds > TOLERANCE_SECONDS ? 'old_timestamp' : { id, timestamp, signatures };
}

/** In a time that tells nothing about where two texts differ, in every runtime. */
function same(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

/** A header holds several signatures while a secret is being rotated; one match is enough. */
const isSigned = (signatures: string, expected: string): boolean =>
  signatures
    .split(' ')
    .map((signature) => same(signature, expected))
    .includes(true);

export const signedText = (id: string, timestamp: string, body: string): string => `${id}.${timestamp}.${body}`;

/** The secrets that the gateway makes have 32 bytes; Standard Webhooks asks for at least 24. */
const KEY_BYTES_MIN = 24;

/**
 * The key of the signatures. An unset variable must not become the empty key: everybody can sign with that.
 */
export function callbackKeyOf(secret: string | undefined): Uint8Array<ArrayBuffer> {
  let bytes = '';
  try {
    bytes = atob((secret ?? '').trim().replace(/^whsec_/, ''));
  } catch {
    // not base64: refused like one that is too short
  }
  if (bytes.length < KEY_BYTES_MIN)
    throw new Error('The callback secret is missing or not one of ours (whsec_…). Is its environment variable set?');
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

/** Compares with the signature that the secret gives, then reads the body. */
export function judge({ id, signatures, body }: Message, expected: string, { merchantId, apiKey }: CallbackSettings): Verified {
  if (!isSigned(signatures, expected)) return { ok: false, fault: 'bad_signature' };
  let callback: Callback;
  try {
    callback = JSON.parse(body) as Callback;
  } catch {
    return { ok: false, fault: 'bad_body' };
  }
  const wrong =
    (merchantId !== undefined && !same(String(callback.merchant_id), merchantId)) ||
    (apiKey !== undefined && (callback.api_key ?? '') !== '' && !same(String(callback.api_key), apiKey));
  return wrong ? { ok: false, fault: 'wrong_credentials' } : { ok: true, id, callback };
}
