import { expect, test } from 'vitest';
import { trialLeft } from './trial';

const CREATED = '2026-11-10T09:00:00.000Z';
const left = (now: string) => trialLeft(CREATED, new Date(now));

test('it counts days, hours, minutes and seconds to the end of the seventh day', () => {
  expect(left('2026-11-10T09:00:00.000Z')).toEqual({ days: 7, hours: 0, minutes: 0, seconds: 0 });
  expect(left('2026-11-13T02:41:18.000Z')).toEqual({ days: 4, hours: 6, minutes: 18, seconds: 42 });
  expect(left('2026-11-17T08:59:59.500Z')).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});

test('it is over when seven days have passed, to the millisecond', () => {
  expect(left('2026-11-17T09:00:00.000Z')).toBeUndefined();
  expect(left('2027-01-01T00:00:00.000Z')).toBeUndefined();
});

test('a day of registration that names no zone is one of +07:00', () => {
  expect(trialLeft('2026-11-10T16:00:00', new Date(CREATED))).toEqual({ days: 7, hours: 0, minutes: 0, seconds: 0 });
  expect(trialLeft('2026-11-10 16:00:00', new Date('2026-11-17T09:00:00.000Z'))).toBeUndefined();
});

test('without a day of registration there is no trial', () => {
  expect(trialLeft(undefined as never, new Date(CREATED))).toBeUndefined();
});
