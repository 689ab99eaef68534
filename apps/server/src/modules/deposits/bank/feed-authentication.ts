import { createHmac } from 'node:crypto';
import type { DepositSettings } from '../../../config-deposits';
import { equalsInConstantTime, sha256 } from '../../../platform/secrets/crypto';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Hashed first, so that the comparison's timing reveals neither content nor length. */
const isSecret = (given: string | string[] | undefined, expected: string | undefined): boolean =>
  expected !== undefined && typeof given === 'string' && equalsInConstantTime(sha256(given), sha256(expected));

/** "Apikey …", case-insensitive. */
export function isFromSepay(headers: Headers, { sepayApiKey }: DepositSettings['feeds']): boolean {
  const [, key] = /^apikey\s+(\S+)\s*$/i.exec(String(headers.authorization ?? '')) ?? [];
  return isSecret(key, sepayApiKey);
}

const DEPTH_MAX = 8; // real bodies are two levels deep; an attacker's may be ten thousand

/** Keys sorted at every depth, as Casso does before it signs; lists keep their order. */
function sorted(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return null;
  if (Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each, depth + 1)]));
}

/**
 * A replay credits nothing, since ids count once, so this may be long: Casso does not document whether it signs its retries anew, and a
 * transfer reported again after an outage must not be refused.
 */
const SIGNATURE_AGE_MS_MAX = 60 * 60_000;
const CLOCK_AHEAD_MS_MAX = 5 * 60_000;

type Signed = { readonly header: string | string[] | undefined; readonly body: unknown; readonly now: Date };

/** Second format: "t=<milliseconds>,v1=<hex>", an HMAC-SHA512 over the time, a dot and the sorted body. */
function isSigned({ header, body, now }: Signed, checksumKey: string | undefined): boolean {
  const [, time, signature] = /^t=(\d{1,16}),\s*v1=([0-9a-f]{128})$/i.exec(String(header ?? '')) ?? [];
  if (time === undefined || signature === undefined || checksumKey === undefined) return false;
  const ageMs = now.getTime() - Number.parseInt(time, 10);
  if (ageMs > SIGNATURE_AGE_MS_MAX || ageMs < -CLOCK_AHEAD_MS_MAX) return false;
  const expected = createHmac('sha512', checksumKey)
    .update(`${time}.${JSON.stringify(sorted(body))}`)
    .digest();
  return equalsInConstantTime(Buffer.from(signature, 'hex'), expected);
}

export const isFromCasso = (headers: Headers, body: unknown, feeds: DepositSettings['feeds'], now: Date): boolean =>
  isSecret(headers['secure-token'], feeds.cassoSecureToken) ||
  isSigned({ header: headers['x-casso-signature'], body, now }, feeds.cassoChecksumKey);
