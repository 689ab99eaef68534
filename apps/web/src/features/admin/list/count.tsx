import { formatAmount } from '@stablegate/ui';

/** Grouped as the amounts beside it are, whatever the language. */
export const Count = ({ value }: { value: number }) => <span className="num">{formatAmount(String(value), 0)}</span>;
