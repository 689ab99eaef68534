// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runningMonth } from './running-month';

beforeEach(() => {
  document.head.innerHTML = '<meta name="stablegate-time-zone" content="Asia/Ho_Chi_Minh">';
});
afterEach(() => {
  document.head.innerHTML = '';
});

test.each([
  ['2026-11-17T03:00:00Z', '2026-11', '2026-12-01'],
  ['2026-12-31T16:59:00Z', '2026-12', '2027-01-01'],
  // In the first hour of a month, in the business time zone, the month before is still to come.
  ['2026-12-31T17:30:00Z', '2026-12', '2027-01-01'],
  ['2026-12-31T18:00:00Z', '2027-01', '2027-02-01'],
])('at %s the statement of %s comes on %s', (now, month, statementOn) => {
  expect(runningMonth(new Date(now))).toEqual({ month, statementOn });
});
