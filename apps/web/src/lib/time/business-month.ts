import { calendarDay } from './local-time';
import { serverClock } from './server-clock';

/** 1 to 12, of the business day, which may differ from the browser's. */
export const businessMonth = (): number => Number(calendarDay(serverClock.now()).split('/')[1]);
