import { AMOUNT_MAX_MICROS, AMOUNT_PLACES, MICRO, parseMicros, readMicros, splitMicros } from '@stablegate/rules';
import { numberMarks } from '@stablegate/ui';

/** Specification 1, section 9. */
export const QUICK_AMOUNTS = ['50', '100', '200', '500', '1000', '2000', '5000'] as const;

const WHOLE_DIGITS_MAX = 7;
/** U+0660 and U+06F0: the digits of Arabic and Persian keyboards. */
const OTHER_DIGITS = [0x0660, 0x06f0] as const;

/** ASCII digits, and "." and "," as the only marks: spaces, apostrophes and the currency only decorate. */
const plain = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) - (OTHER_DIGITS.findLast((zero) => digit.charCodeAt(0) >= zero) ?? 0)))
    .replace(/٫/g, '.')
    .replace(/[\s$'’_٬]/g, '');

/** Which mark separates the decimals: undefined if none does, "?" if the text is no number in any reading. */
function decimalMark(text: string, language: string): string | undefined {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  const isGrouped = (mark: string) => new RegExp(`^\\d{1,3}(?:\\${mark}\\d{3})+$`).test(text.split(mark === '.' ? ',' : '.')[0] ?? '');
  if (points === 0 && commas === 0) return undefined;
  if (points > 0 && commas > 0) {
    const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    const isOnce = (last === '.' ? points : commas) === 1;
    return isOnce && isGrouped(last === '.' ? ',' : '.') ? last : '?';
  }
  const mark = points > 0 ? '.' : ',';
  if (points + commas > 1) return isGrouped(mark) ? undefined : '?';
  // "1,000" groups where the language does so; "25,5" cannot be anything but decimals.
  return mark !== numberMarks(language).decimal && isGrouped(mark) && !text.startsWith('0') ? undefined : mark;
}

type Digits = { whole: string; fraction: string };

function readDigits(typed: string, language: string): Digits | undefined {
  const text = plain(typed);
  if (!/^[\d.,]*$/.test(text)) return undefined;
  const mark = decimalMark(text, language);
  if (mark === '?') return undefined;
  const [whole = '', fraction = ''] = mark === undefined ? [text] : text.split(mark);
  return { whole: whole.replace(/[.,]/g, ''), fraction };
}

/** "1,000,0" on the way to "1,000,000". */
const isUnfinished = (text: string): boolean => /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*\1\d{0,2}$/.test(plain(text));

/** The field's content while typing, as it was typed; undefined refuses the key. */
export function typedAmount(text: string, language: string): string | undefined {
  const digits = readDigits(text, language);
  if (digits === undefined) return isUnfinished(text) ? text : undefined;
  return digits.whole.length <= WHOLE_DIGITS_MAX && digits.fraction.length <= AMOUNT_PLACES ? text : undefined;
}

export type AmountCheck = { micros: bigint } | { problem: 'empty' | 'unfinished' | 'not-positive' | 'too-much' };

export function checkAmount(text: string, language: string): AmountCheck {
  if (text.trim() === '') return { problem: 'empty' };
  const digits = readDigits(text, language);
  if (digits === undefined) return { problem: 'unfinished' };
  const { whole, fraction } = digits;
  const micros = parseMicros(`${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`);
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
