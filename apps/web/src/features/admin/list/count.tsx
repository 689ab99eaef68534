import { formatNumber } from '../../../lib/i18n/format';
import { NOTHING } from './expandable-text';

/** Grouped like the amounts beside it; a dash where the answer leaves it out. */
export const Count = ({ value }: { value: number | null | undefined }) => (
  <span className="num">{typeof value === 'number' ? formatNumber(value) : NOTHING}</span>
);
