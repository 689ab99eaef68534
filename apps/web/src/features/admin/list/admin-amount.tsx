import { Amount, type AmountProps } from '@stablegate/ui';
import { NOTHING } from './expandable-text';

/** Text of an amount that may come as a JSON number; empty where the answer leaves it out. */
export const readAmount = (amount: string | number | null | undefined): string => String(amount ?? '');

export const AdminAmount = (props: AmountProps) =>
  props.value === '' ? <span className="text-subtle">{NOTHING}</span> : <Amount {...props} />;
