import { type DecimalParts, splitDecimal, splitMicros } from '@stablegate/rules';

/** Amounts: micro-units as bigint, or a plain decimal string. Never a float. */
export type AmountValue = bigint | string;

function partsOf(value: AmountValue): DecimalParts | undefined {
  if (typeof value === 'bigint') return splitMicros(value);
  const parts = splitDecimal(value);
  return parts && { ...parts, whole: parts.whole.replace(/^0+(?=\d)/, '') };
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * 1234.5 with 4 decimals reads 1,234.5000. Excess decimals are cut, not rounded: a screen never shows more money than there is. Text that
 * is not a plain decimal is shown unchanged, so that an error is visible and not hidden behind a zero.
 */
export function formatAmount(value: AmountValue, decimals: number): string {
  const parts = partsOf(value);
  if (parts === undefined) return String(value);
  const fraction = parts.fraction.slice(0, decimals).padEnd(decimals, '0');
  const isZero = /^0*$/.test(parts.whole + fraction);
  const sign = isZero ? '' : parts.sign;
  return `${sign}${grouped(parts.whole)}${decimals > 0 ? `.${fraction}` : ''}`;
}
