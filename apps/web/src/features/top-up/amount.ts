import { AMOUNT_MAX_MICROS, AMOUNT_PLACES, MICRO, parseMicros, readMicros, splitMicros } from '@stablegate/rules';
import { numberMarks } from '@stablegate/ui';
import { plainNumber, readDecimal, readDigits } from '../../lib/i18n/typed-number';

/** Specification 1, section 9. */
export const QUICK_AMOUNTS = ['50', '100', '200', '500', '1000', '2000', '5000'] as const;

/** "1,000,0" on the way to "1,000,000". */
const isUnfinished = (text: string): boolean => /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*\1\d{0,2}$/.test(plainNumber(text));
/** Also as U+2212, which spreadsheets write. */
const MINUS = /^[-−]/;

export type AmountProblem = 'empty' | 'unfinished' | 'not-a-number' | 'not-positive' | 'too-precise' | 'too-much';
export type AmountCheck = { micros: bigint } | { problem: AmountProblem };

/** The field keeps whatever was typed: dropping a minus or a letter would turn "-7" into 7 and "1e3" into 13. */
export function checkAmount(text: string, language: string): AmountCheck {
  if (text.trim() === '') return { problem: 'empty' };
  const unsigned = plainNumber(text).replace(MINUS, '');
  const digits = readDigits(unsigned, language);
  if (digits === undefined) return { problem: isUnfinished(text) ? 'unfinished' : 'not-a-number' };
  const micros = parseMicros(readDecimal(text, language) ?? '');
  if (MINUS.test(plainNumber(text)) || micros === 0n) return { problem: 'not-positive' };
  if (digits.fraction.length > AMOUNT_PLACES) return { problem: 'too-precise' };
  return micros === undefined || micros > AMOUNT_MAX_MICROS ? { problem: 'too-much' } : { micros };
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
