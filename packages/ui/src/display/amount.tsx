import { useContext } from 'react';
import { classes } from '../classes';
import { type AmountValue, formatAmount } from './amount.format';
import { NumberLanguage } from './number-language';

/** U+2009: keeps the unit close to its number. */
const THIN_SPACE = '\u2009';

export type AmountProps = {
  value: AmountValue;
  decimals: number;
  /** After the number, smaller: USDT. */
  unit?: string;
  /** Before the number: $. */
  symbol?: string;
  className?: string;
};

export function Amount({ value, decimals, unit, symbol = '', className }: AmountProps) {
  const text = formatAmount(value, decimals, useContext(NumberLanguage));
  const signed = text.startsWith('-') ? `-${symbol}${text.slice(1)}` : `${symbol}${text}`;
  return (
    <span className={classes('money', className)} dir="ltr">
      {signed}
      {unit !== undefined && (
        <span className="money-unit">
          {THIN_SPACE}
          {unit}
        </span>
      )}
    </span>
  );
}
