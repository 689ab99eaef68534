import { numberMarks } from '@stablegate/ui';

/** U+0660 and U+06F0: the digits of Arabic and Persian keyboards. */
const OTHER_DIGITS = [0x0660, 0x06f0] as const;

/** ASCII digits, and "." and "," as the only marks: spaces, apostrophes and the currency only decorate. */
export const plainNumber = (text: string): string =>
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

export type Digits = { whole: string; fraction: string };

/** What was typed, in whichever way the language or the keyboard writes numbers. */
export function readDigits(typed: string, language: string): Digits | undefined {
  const text = plainNumber(typed);
  if (!/^[\d.,]*$/.test(text)) return undefined;
  const mark = decimalMark(text, language);
  if (mark === '?') return undefined;
  const [whole = '', fraction = ''] = mark === undefined ? [text] : text.split(mark);
  return { whole: whole.replace(/[.,]/g, ''), fraction };
}

/** As the wire has it, such as "1000.5"; undefined if it is no number in any reading. */
export function readDecimal(typed: string, language: string): string | undefined {
  const digits = readDigits(typed, language);
  if (digits === undefined || typed.trim() === '') return undefined;
  const { whole, fraction } = digits;
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A decimal of the wire for a field that is read by readDecimal: a point would group thousands in German. */
export const writtenDecimal = (decimal: string, language: string): string => decimal.replace('.', numberMarks(language).decimal);
