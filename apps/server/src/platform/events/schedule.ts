/** `minute hour * * *` in UTC; each of the two is a number, `*` or `*` with a step. More is not needed, and refused. */
const SCHEDULE = /^(\d{1,2}|\*(?:\/\d{1,2})?) (\d{1,2}|\*(?:\/\d{1,2})?) \* \* \*$/;

const matches = (field: string, value: number): boolean => {
  if (!field.startsWith('*')) return Number.parseInt(field, 10) === value;
  return value % Number.parseInt(field.slice(2) || '1', 10) === 0;
};

/** Whether a job with this schedule runs in this minute. */
export function isScheduled(cron: string, at: Date): boolean {
  const [, minute, hour] = SCHEDULE.exec(cron) ?? [];
  if (minute === undefined || hour === undefined) throw new Error(`the schedule "${cron}" is not of the kind "minute hour * * *"`);
  return matches(minute, at.getUTCMinutes()) && matches(hour, at.getUTCHours());
}
