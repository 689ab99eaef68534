// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { businessMonth } from './business-month';
import { serverClock } from './server-clock';

afterEach(() => document.head.replaceChildren());

test.each([
  ['2026-03-31T16:30:00Z', 3],
  ['2026-03-31T17:00:00Z', 4],
  ['2026-12-31T17:00:00Z', 1],
])("at %s of the server's clock the month in Vietnam is %i", (serverTime, month) => {
  document.head.innerHTML = '<meta name="stablegate-time-zone" content="Asia/Ho_Chi_Minh">';
  serverClock.saw(serverTime);
  expect(businessMonth()).toBe(month);
});
