import { createHmac } from 'node:crypto';
import { type CallbackSettings, type HeaderMap, judge, keyTextOf, readStamp, signedText, type Verified } from './message';

export type VerifyOptions = CallbackSettings & {
  readonly headers: HeaderMap;
  /** The body exactly as it arrived, before any parsing: the signature covers its bytes. */
  readonly body: string;
  readonly now?: Date;
};

export function signCallback(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(keyTextOf(secret), 'base64');
  return `v1,${createHmac('sha256', key)
    .update(signedText(id, timestamp, body))
    .digest('base64')}`;
}

/**
 * Checks signature, age and credentials of a callback. `id` is the same for every attempt of one event: store the ids you have handled to
 * process each event once.
 */
export function verifyCallback({ headers, body, now = new Date(), ...settings }: VerifyOptions): Verified {
  const stamp = readStamp(headers, now);
  if (typeof stamp === 'string') return { ok: false, fault: stamp };
  return judge({ ...stamp, body }, signCallback(settings.secret, stamp.id, stamp.timestamp, body), settings);
}
