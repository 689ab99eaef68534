import { BANK_REFERENCE_LENGTH, type DepositStatus } from '@stablegate/contract';
import { BANK_RATE_GRACE_MS, MICRO, MINUTE_MS } from '@stablegate/rules';
import { assert } from '../../platform/assert';

const BANK_DEPOSIT_MS = 24 * 60 * MINUTE_MS;
/** Each occupies an amount at the platform's addresses: hundreds by one user would use them up. */
export const OPEN_USDT_DEPOSITS_MAX = 20;

export const bankExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + BANK_DEPOSIT_MS);

/** From then on the deposit's rate no longer holds. */
export const bankRateEnd = (expiresAt: Date): Date => new Date(expiresAt.getTime() + BANK_RATE_GRACE_MS);

/** Rates are millionths of a dong per dollar. Rounded up, so that transferring the requested amount pays in full. */
export function vndOf(amountMicros: bigint, rateMicros: bigint): bigint {
  assert(amountMicros > 0n && rateMicros > 0n, `${amountMicros} micro-units at a rate of ${rateMicros}`);
  const scale = MICRO * MICRO;
  return (amountMicros * rateMicros + scale - 1n) / scale;
}

/** Rounded down, so that credit never exceeds what arrived. */
export const microsOfVnd = (vnd: bigint, rateMicros: bigint): bigint => (vnd * MICRO * MICRO) / rateMicros;

export type BankTerms = { readonly amountMicros: bigint; readonly amountVnd: bigint; readonly rateMicros: bigint };

/** What dong are worth at the deposit's rate: its amount if they are exactly the requested sum. */
export const worthAtOwnRate = (vnd: bigint, { amountMicros, amountVnd, rateMicros }: BankTerms): bigint =>
  vnd === amountVnd ? amountMicros : microsOfVnd(vnd, rateMicros);

const isReferenceShaped = (word: string): boolean => word.length === BANK_REFERENCE_LENGTH && /^[A-Z0-9]+$/.test(word);

/** A reference that is a plain word or number would collect other people's transfers. */
export const isStrongReference = (reference: string): boolean =>
  isReferenceShaped(reference) && /[0-9]/.test(reference) && (reference.match(/[A-Z]/g) ?? []).length >= 2;

/** Words of a transfer's text that may be references, without duplicates. Whole words only, in any case and script. */
export function referencesIn(text: string): string[] {
  const words =
    text
      .normalize('NFC')
      .toUpperCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words.filter(isStrongReference))];
}

/** The status as the back office names it. */
export const adminStatus = (status: DepositStatus): 'PENDING' | 'SUCCESS' | 'CANCELED' => (status === 'PAID' ? 'SUCCESS' : status);

/**
 * The normalised address if it lies within our own origin, otherwise undefined. On loopback, where localhost, 127.0.0.1 and [::1] are
 * interchangeable, the request's host is accepted as well.
 */
export function ownAddress(text: string, publicUrl: string, calledHost: string | undefined): string | undefined {
  if (!URL.canParse(text, publicUrl)) return undefined;
  const url = new URL(text, publicUrl);
  const own = new URL(publicUrl);
  const isOwn = url.origin === own.origin || (own.hostname === 'localhost' && url.origin === `http://${calledHost ?? ''}`);
  return isOwn && url.username === '' && url.password === '' ? url.href : undefined;
}
