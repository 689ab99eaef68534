import { formatAmount } from '@stablegate/ui';

/** Grouped like the amounts beside it, whatever the language. */
export const Count = ({ value }: { value: number }) => <span className="num">{formatAmount(String(value), 0)}</span>;
