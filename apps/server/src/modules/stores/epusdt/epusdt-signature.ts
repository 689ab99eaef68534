import { createHash } from 'node:crypto';
import { equalsInConstantTime } from '../../../platform/secrets/crypto';

/** As a JSON body has them. */
export type SignedFields = Readonly<Record<string, unknown>>;

/** Values that the rule can write: texts and numbers; nothing stands for null. */
const isWritable = (value: unknown): boolean =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
export const isSignable = (fields: SignedFields): boolean => Object.values(fields).every(isWritable);

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/**
 * Epusdt's published rule: names in ASCII order, `name=value` joined by &, empty values and the signature left out, the token appended, MD5 in
 * lower case. MD5 is its choice; without a key's secrecy nothing else would protect these calls.
 */
export function signEpusdt(fields: SignedFields, token: string): string {
  const written = Object.entries(fields)
    .map(([name, value]): [string, string] => [name, value === null || value === undefined ? '' : String(value)])
    .filter(([name, value]) => name !== 'signature' && value !== '')
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('md5')
    .update(written + token)
    .digest('hex');
}

export function isSignedWith(fields: SignedFields, token: string): boolean {
  const { signature } = fields;
  return typeof signature === 'string' && equalsInConstantTime(Buffer.from(signature), Buffer.from(signEpusdt(fields, token)));
}
