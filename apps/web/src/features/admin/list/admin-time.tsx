import { fullTime } from '../../../lib/time/local-time';
import { NOTHING } from './expandable-text';

/** The same moment in UTC, for comparing with logs. */
const inUtc = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export function AdminTime({ at }: { at: string }) {
  // No time at all would be 1970.
  const moment = new Date(at ?? '');
  if (Number.isNaN(moment.getTime())) return <span className="text-subtle">{NOTHING}</span>;
  return (
    <time dateTime={at} dir="ltr" title={inUtc(moment)} className="text-muted">
      {fullTime(moment)}
    </time>
  );
}
