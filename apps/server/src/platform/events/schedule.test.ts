import { expect, test } from 'vitest';
import { isScheduled } from './schedule';

const at = (time: string) => new Date(`2026-03-01T${time}:30Z`);

test('a schedule is an hour and a minute, each fixed, any or every so many', () => {
  expect(['00:00', '13:37'].map((time) => isScheduled('* * * * *', at(time)))).toEqual([true, true]);
  expect(['00:00', '13:35', '13:37'].map((time) => isScheduled('*/5 * * * *', at(time)))).toEqual([true, true, false]);
  expect(['02:17', '03:17', '02:18'].map((time) => isScheduled('17 2 * * *', at(time)))).toEqual([true, false, false]);
  expect(['02:41', '03:41', '02:40'].map((time) => isScheduled('41 * * * *', at(time)))).toEqual([true, true, false]);
});

test('anything else is refused instead of running at another time', () => {
  for (const cron of ['0 0 1 * *', '1,2 * * * *', '@daily', '']) expect(() => isScheduled(cron, at('00:00'))).toThrow('schedule');
});
