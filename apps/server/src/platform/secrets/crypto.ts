import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { assert } from '../assert';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

export const equalsInConstantTime = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/**
 * Secrets at rest (API keys, TOTP seeds, callback secrets): AES-256-GCM under the master key. The purpose is bound in as
 * additional data, so a sealed TOTP seed cannot be moved into an API key's column.
 * Layout: 1 byte key id · 12 bytes nonce · 16 bytes tag · ciphertext.
 */
export type SecretBox = {
  seal(purpose: string, plain: string): Buffer;
  open(purpose: string, sealed: Buffer): string;
  /** Whether this value was sealed with an older key and should be resealed. */
  isOutdated(sealed: Buffer): boolean;
  /** For lookups of values that nobody can guess, of 128 bits and more: its key is the purpose, no secret. */
  fingerprint(purpose: string, plain: string): Buffer;
  /** A signature that costs microseconds. It ends with the master key it was made with: only for what can be issued again. */
  sign(purpose: string, text: string): Buffer;
  isSigned(purpose: string, text: string, signature: Buffer): boolean;
};

export type MasterKey = { readonly id: number; readonly key: Buffer };
/** Newest first. A function, because a rotation changes the keys at run time. */
export type Keyring = () => readonly [MasterKey, ...MasterKey[]];

export function createSecretBox(keys: Keyring | ReturnType<Keyring>): SecretBox {
  const keyring = typeof keys === 'function' ? keys : () => keys;
  for (const { key } of keyring()) assert(key.length === 32, 'a master key has 32 bytes');

  const seal: SecretBox['seal'] = (purpose, plain) => {
    const [current] = keyring();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([current.id]), nonce, cipher.getAuthTag(), body]);
  };

  const open: SecretBox['open'] = (purpose, sealed) => {
    const key = keyring().find(({ id }) => id === sealed[0])?.key;
    assert(key !== undefined, `this secret was sealed with master key ${sealed[0]}, which is not configured`);
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  };

  const signWith = ({ key }: MasterKey, purpose: string, text: string): Buffer => {
    const ownKey = createHmac('sha256', key).update(`stablegate:sign:${purpose}`).digest(); // the master key itself signs nothing
    return createHmac('sha256', ownKey).update(text).digest();
  };

  return {
    seal,
    open,
    sign: (purpose, text) => signWith(keyring()[0], purpose, text),
    isSigned: (purpose, text, signature) => keyring().some((key) => equalsInConstantTime(signWith(key, purpose, text), signature)),
    isOutdated: (sealed) => sealed[0] !== keyring()[0].id,
    // Not rotated with the keys: a fingerprint must stay findable, so it depends on the purpose only, with 128-bit inputs.
    fingerprint: (purpose, plain) => createHmac('sha256', `stablegate:${purpose}`).update(plain).digest(),
  };
}
