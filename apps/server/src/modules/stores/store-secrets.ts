import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../platform/secrets/crypto';
import { toScopedKey } from './keys/scoped-key';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CAPITALS_AND_DIGITS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'; // no I, L, O, U: merchants read it out on the phone
const API_KEY_CHARS = 32; // 190 bits
const MERCHANT_ID_CHARS = 12;
const CALLBACK_SECRET_BYTES = 32;

/** Without modulo bias: bytes beyond the last whole multiple are discarded. */
function randomText(alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < limit && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

export const newApiKey = (): string => `sk_${randomText(LETTERS_AND_DIGITS, API_KEY_CHARS)}`;
export const newScopedKey = (): string => toScopedKey(randomText(LETTERS_AND_DIGITS, API_KEY_CHARS));
export const newMerchantId = (): string => `M${randomText(CAPITALS_AND_DIGITS, MERCHANT_ID_CHARS)}`;
/** In the format of the Standard Webhooks convention. */
export const newCallbackSecret = (): string => `whsec_${randomBytes(CALLBACK_SECRET_BYTES).toString('base64')}`;

/** Of Epusdt's protocol. */
export const newEpusdtToken = (): string => `eps_${randomText(LETTERS_AND_DIGITS, API_KEY_CHARS)}`;

const API_KEY = 'api-key';
const EPUSDT_TOKEN = 'epusdt-token';
const CALLBACK_SECRET = 'callback-secret';

export const sealApiKey = (secrets: SecretBox, apiKey: string) => ({
  sealed: secrets.seal(API_KEY, apiKey),
  fingerprint: secrets.fingerprint(API_KEY, apiKey),
});
export const openApiKey = (secrets: SecretBox, sealed: Buffer): string => secrets.open(API_KEY, sealed);
export const apiKeyFingerprint = (secrets: SecretBox, apiKey: string): Buffer => secrets.fingerprint(API_KEY, apiKey);
export const sealCallbackSecret = (secrets: SecretBox, secret: string): Buffer => secrets.seal(CALLBACK_SECRET, secret);
export const openCallbackSecret = (secrets: SecretBox, sealed: Buffer): string => secrets.open(CALLBACK_SECRET, sealed);
export const sealEpusdtToken = (secrets: SecretBox, token: string): Buffer => secrets.seal(EPUSDT_TOKEN, token);
export const openEpusdtToken = (secrets: SecretBox, sealed: Buffer): string => secrets.open(EPUSDT_TOKEN, sealed);
