import { HOUR_MS } from '@stablegate/rules';
import { calendarDay } from '../../lib/time/local-time';

/** YYYY-MM of the month without a statement yet, and the day (YYYY-MM-DD) on which it comes: the server closes a month one hour after its end. */
export function runningMonth(now: Date): { month: string; statementOn: string } {
  const [, month = '', year = ''] = calendarDay(new Date(now.getTime() - HOUR_MS)).split('/');
  const next = new Date(`${year}-${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { month: `${year}-${month}`, statementOn: next.toISOString().slice(0, 10) };
}
