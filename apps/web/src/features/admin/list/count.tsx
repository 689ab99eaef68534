import { formatNumber } from '../../../lib/i18n/format';

/** Grouped like the amounts beside it. */
export const Count = ({ value }: { value: number }) => <span className="num">{formatNumber(value)}</span>;
