import { microsOf } from '../../lib/money/micros';

/** Specification 1, section 9. */
export const QUICK_AMOUNTS = ['50', '100', '200', '500', '1000', '2000', '5000'] as const;

const MICRO = 1_000_000n;
/** As the wire has it: above 0, at most 1,000,000, at most 4 places. */
const AMOUNT = /^\d{1,7}(?:\.\d{1,4})?$/;
const AMOUNT_MAX = 1_000_000n * MICRO;

/** What may stand in the field while somebody types; undefined refuses the key. A comma is how many write the point. */
export function typedAmount(text: string): string | undefined {
  const plain = text.replace(',', '.').replace(/[\s$]/g, '');
  return /^\d{0,7}(?:\.\d{0,4})?$/.test(plain) ? plain : undefined;
}

export type AmountCheck = { micros: bigint } | { problem: 'empty' | 'not-positive' | 'too-much' };

export function checkAmount(text: string): AmountCheck {
  if (text.trim() === '') return { problem: 'empty' };
  const plain = text.replace(/\.$/, '');
  const micros = AMOUNT.test(plain) ? microsOf(plain) : undefined;
  if (micros === undefined || micros <= 0n) return { problem: 'not-positive' };
  return micros > AMOUNT_MAX ? { problem: 'too-much' } : { micros };
}

/** As it travels: 200.5, without zeros that say nothing. */
export function wireAmount(micros: bigint): string {
  const fraction = (micros % MICRO).toString().padStart(6, '0').replace(/0+$/, '');
  return `${micros / MICRO}${fraction === '' ? '' : `.${fraction}`}`;
}

/** ceil(amount × rate), as the server reckons it: whole VND, nothing in floats. */
export function vndOf(micros: bigint, rate: number): bigint {
  const rateMicros = microsOf(rate) ?? 0n;
  const scale = MICRO * MICRO;
  return (micros * rateMicros + scale - 1n) / scale;
}

export const formatVnd = (vnd: bigint | number, language: string): string => new Intl.NumberFormat(language).format(vnd);
