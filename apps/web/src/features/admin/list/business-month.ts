import { calendarDay } from '../../../lib/time/local-time';
import { serverClock } from '../../../lib/time/server-clock';

/** 1 to 12, of the business day, which may differ from the browser's. */
export const businessMonth = (): number => Number(calendarDay(serverClock.now()).split('/')[1]);
