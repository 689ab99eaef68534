import { AMOUNT_MAX_MICROS, AMOUNT_PLACES, MICRO, parseMicros, readMicros, splitMicros } from '@stablegate/rules';
import { numberMarks } from '@stablegate/ui';
import { plainNumber, readDecimal, readDigits } from '../../lib/i18n/typed-number';

/** Specification 1, section 9. */
export const QUICK_AMOUNTS = ['50', '100', '200', '500', '1000', '2000', '5000'] as const;

const WHOLE_DIGITS_MAX = 7;
/** "1,000,0" on the way to "1,000,000". */
const isUnfinished = (text: string): boolean => /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*\1\d{0,2}$/.test(plainNumber(text));

/** The field's content while typing, as it was typed; undefined refuses the key. */
export function typedAmount(text: string, language: string): string | undefined {
  const digits = readDigits(text, language);
  if (digits === undefined) return isUnfinished(text) ? text : undefined;
  return digits.whole.length <= WHOLE_DIGITS_MAX && digits.fraction.length <= AMOUNT_PLACES ? text : undefined;
}

export type AmountCheck = { micros: bigint } | { problem: 'empty' | 'unfinished' | 'not-positive' | 'too-much' };

export function checkAmount(text: string, language: string): AmountCheck {
  if (text.trim() === '') return { problem: 'empty' };
  const decimal = readDecimal(text, language);
  if (decimal === undefined) return { problem: 'unfinished' };
  const micros = parseMicros(decimal);
  if (micros === undefined || micros <= 0n) return { problem: 'not-positive' };
  return micros > AMOUNT_MAX_MICROS ? { problem: 'too-much' } : { micros };
}

/** "1,000" and "1,000.50" in English: as the language writes an amount of money. */
export function writtenAmount(micros: bigint, language: string): string {
  const { decimal, group } = numberMarks(language);
  const { whole, fraction } = splitMicros(micros);
  const decimals = fraction.replace(/0+$/, '');
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + (decimals === '' ? '' : decimal + decimals.padEnd(2, '0'));
}

/** ceil(amount × rate), as the server computes it: whole VND, no floats. */
export function vndOf(micros: bigint, rate: number): bigint {
  const rateMicros = readMicros(rate) ?? 0n;
  const scale = MICRO * MICRO;
  return (micros * rateMicros + scale - 1n) / scale;
}

export const formatVnd = (vnd: bigint | number, language: string): string => new Intl.NumberFormat(language).format(vnd);
