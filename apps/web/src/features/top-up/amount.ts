import { AMOUNT_MAX_MICROS, MICRO, parseMicros, readMicros } from '@stablegate/rules';

/** Specification 1, section 9. */
export const QUICK_AMOUNTS = ['50', '100', '200', '500', '1000', '2000', '5000'] as const;

/** The field's content while typing; undefined refuses the key. Many write a comma for the point. */
export function typedAmount(text: string): string | undefined {
  const plain = text.replace(',', '.').replace(/[\s$]/g, '');
  return /^\d{0,7}(?:\.\d{0,4})?$/.test(plain) ? plain : undefined;
}

export type AmountCheck = { micros: bigint } | { problem: 'empty' | 'not-positive' | 'too-much' };

export function checkAmount(text: string): AmountCheck {
  if (text.trim() === '') return { problem: 'empty' };
  const micros = parseMicros(text.replace(/^0+(?=\d)/, '').replace(/\.$/, ''));
  if (micros === undefined || micros <= 0n) return { problem: 'not-positive' };
  return micros > AMOUNT_MAX_MICROS ? { problem: 'too-much' } : { micros };
}

/** ceil(amount × rate), as the server computes it: whole VND, no floats. */
export function vndOf(micros: bigint, rate: number): bigint {
  const rateMicros = readMicros(rate) ?? 0n;
  const scale = MICRO * MICRO;
  return (micros * rateMicros + scale - 1n) / scale;
}

export const formatVnd = (vnd: bigint | number, language: string): string => new Intl.NumberFormat(language).format(vnd);
