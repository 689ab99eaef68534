import { createHmac } from 'node:crypto';
import { type CallbackSettings, callbackKeyOf, type HeaderMap, judge, readStamp, signedText, type Verified } from './message';

export type VerifyOptions = CallbackSettings & {
  readonly headers: HeaderMap;
  /** The body exactly as it arrived, before any parsing: the signature covers its bytes. */
  readonly body: string;
  readonly now?: Date;
};

function sign(key: Uint8Array, id: string, timestamp: string, body: string): string {
  return `v1,${createHmac('sha256', key)
    .update(signedText(id, timestamp, body))
    .digest('base64')}`;
}

export const signCallback = (secret: string, id: string, timestamp: string, body: string): string =>
  sign(callbackKeyOf(secret), id, timestamp, body);

/**
 * Checks signature, age and credentials of a callback. `id` is the same for every attempt of one event: store the ids you have handled to
 * process each event once. Throws when the secret is missing or too short.
 */
export function verifyCallback({ headers, body, now = new Date(), ...settings }: VerifyOptions): Verified {
  const key = callbackKeyOf(settings.secret);
  const stamp = readStamp(headers, now);
  if (typeof stamp === 'string') return { ok: false, fault: stamp };
  return judge({ ...stamp, body }, sign(key, stamp.id, stamp.timestamp, body), settings);
}
