/** Micro-units: 1 USD = 1 USDT = 1,000,000. */
const MICRO_PLACES = 6;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Amounts as they travel: micro-units as bigint, or a plain decimal string. Never a float. */
export type AmountValue = bigint | string;

const partsOf = (value: AmountValue): { sign: string; whole: string; fraction: string } | undefined => {
  if (typeof value === 'bigint') {
    const digits = (value < 0n ? -value : value).toString().padStart(MICRO_PLACES + 1, '0');
    return { sign: value < 0n ? '-' : '', whole: digits.slice(0, -MICRO_PLACES), fraction: digits.slice(-MICRO_PLACES) };
  }
  const match = DECIMAL.exec(value);
  if (match === null) return undefined;
  const [, sign = '', whole = '0', fraction = ''] = match;
  return { sign, whole: whole.replace(/^0+(?=\d)/, ''), fraction };
};

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * 1234.5 with 4 decimals reads 1,234.5000. What does not fit is cut, not rounded: a screen never shows more money than there is.
 * Text that is no plain decimal comes back as it is, so that a surprise is seen and not hidden behind a zero.
 */
export function formatAmount(value: AmountValue, decimals: number): string {
  const parts = partsOf(value);
  if (parts === undefined) return String(value);
  const fraction = parts.fraction.slice(0, decimals).padEnd(decimals, '0');
  const isZero = /^0*$/.test(parts.whole + fraction);
  const sign = isZero ? '' : parts.sign;
  return `${sign}${grouped(parts.whole)}${decimals > 0 ? `.${fraction}` : ''}`;
}
