import { useContext } from 'react';
import { classes } from '../classes';
import { type AmountValue, formatAmount, formatDollars } from './amount.format';
import { NumberLanguage } from './number-language';

/** U+2009: keeps the unit close to its number. */
const THIN_SPACE = '\u2009';

export type AmountProps = {
  value: AmountValue;
  decimals: number;
  /** After the number, smaller: USDT. */
  unit?: string;
  /** With a dollar sign, on the side where the language writes it. */
  dollars?: boolean;
  /** A change: what adds has its plus, as what takes away has its minus. */
  signed?: boolean;
  className?: string;
};

const isNegative = (value: AmountValue): boolean => (typeof value === 'bigint' ? value < 0n : value.startsWith('-'));

export function Amount({ value, decimals, unit, dollars = false, signed = false, className }: AmountProps) {
  const written = (dollars ? formatDollars : formatAmount)(value, decimals, useContext(NumberLanguage));
  return (
    <span className={classes('money', className)} dir="ltr">
      {signed && !isNegative(value) && '+'}
      {written}
      {unit !== undefined && (
        <span className="money-unit">
          {THIN_SPACE}
          {unit}
        </span>
      )}
    </span>
  );
}
