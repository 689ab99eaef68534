import { Amount, type AmountProps } from '@stablegate/ui';
import { NOTHING } from '../time/read-time';

/** An amount of an account, which comes as a number; a dash where the answer leaves it out. */
export const Dollars = ({ value, className, decimals }: Pick<AmountProps, 'className' | 'decimals'> & { value: number | null }) =>
  value === null ? (
    <span className={className}>{NOTHING}</span>
  ) : (
    <Amount className={className} value={String(value)} decimals={decimals} dollars />
  );
