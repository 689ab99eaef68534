import { fullTime } from '../../../lib/time/local-time';

/** The same moment in UTC, for comparing with logs. */
const inUtc = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export function AdminTime({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} dir="ltr" title={inUtc(moment)} className="text-muted">
      {fullTime(moment)}
    </time>
  );
}
