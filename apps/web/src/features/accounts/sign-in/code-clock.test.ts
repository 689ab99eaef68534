import { expect, test } from 'vitest';
import { secondsToNextCode } from './code-clock';

test('the seconds follow the clock of the authenticator apps, at :00 and :30', () => {
  const at = (seconds: number) => secondsToNextCode(Date.UTC(2026, 2, 11, 8, 0, 0) + seconds * 1000);
  expect([at(0), at(1), at(29), at(29.9), at(30), at(59)]).toEqual([30, 29, 1, 1, 30, 1]);
});
