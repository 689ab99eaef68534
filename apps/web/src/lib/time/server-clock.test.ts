import { expect, test } from 'vitest';
import { createServerClock } from './server-clock';

test("it continues from the server's last time, whatever the browser's clock", () => {
  let browser = Date.parse('2026-11-14T10:00:00Z');
  const clock = createServerClock(() => browser);
  expect(clock.now().toISOString()).toBe('2026-11-14T10:00:00.000Z');
  clock.saw('2026-11-21T10:05:00.000Z');
  browser += 30_000;
  expect(clock.now().toISOString()).toBe('2026-11-21T10:05:30.000Z');
});

test('an unreadable time changes nothing', () => {
  const clock = createServerClock(() => 0);
  clock.saw('soon');
  expect(clock.now().getTime()).toBe(0);
});
