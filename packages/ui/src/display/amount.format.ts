import { type DecimalParts, splitDecimal, splitMicros } from '@stablegate/rules';
import { isSignLast, numberMarks } from './number-marks';

/** Amounts: micro-units as bigint, or a plain decimal string. Never a float. */
export type AmountValue = bigint | string;

function partsOf(value: AmountValue): DecimalParts | undefined {
  if (typeof value === 'bigint') return splitMicros(value);
  const parts = splitDecimal(value);
  return parts && { ...parts, whole: parts.whole.replace(/^0+(?=\d)/, '') };
}

/** Half away from zero. */
function rounded({ whole, fraction }: DecimalParts, decimals: number): Pick<DecimalParts, 'whole' | 'fraction'> {
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const digits = (kept + ((fraction[decimals] ?? '0') >= '5' ? 1n : 0n)).toString().padStart(decimals + 1, '0');
  return { whole: digits.slice(0, digits.length - decimals), fraction: digits.slice(digits.length - decimals) };
}

/** U+2212: as wide as a digit, and no line breaks after it, unlike a hyphen. */
const MINUS = '\u2212';

const grouped = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark);

/**
 * 1234.5 with 4 decimals reads 1,234.5000 in English and 1.234,5000 in Vietnamese. Excess decimals are rounded, so that figures shown together differ from their sum as little as
 * possible. Text that is not a plain decimal is shown unchanged, so that an error is visible and not hidden behind a zero.
 */
export function formatAmount(value: AmountValue, decimals: number, language: string): string {
  const parts = partsOf(value);
  if (parts === undefined) return String(value);
  const { whole, fraction } = rounded(parts, decimals);
  const isZero = /^0*$/.test(whole + fraction);
  const sign = isZero || parts.sign === '' ? '' : MINUS;
  const { decimal, group } = numberMarks(language);
  return `${sign}${grouped(whole, group)}${decimals > 0 ? decimal + fraction : ''}`;
}

/** $1.50 in English, 1,50 $ in German and Vietnamese. */
export function formatDollars(value: AmountValue, decimals: number, language: string): string {
  const text = formatAmount(value, decimals, language);
  if (isSignLast(language)) return `${text}\u00a0$`;
  return text.startsWith(MINUS) ? `${MINUS}$${text.slice(1)}` : `$${text}`;
}
