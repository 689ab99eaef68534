import { expect, test } from 'vitest';
import { heldMicros } from './balance';

test('the held amount is exact where floats are not', () => {
  // 0.3 - 0.1 is 0.19999999999999998 in floats.
  expect(heldMicros({ balance: 0.3, available: 0.1 })).toBe(200_000n);
  expect(heldMicros({ balance: 5, available: 5 })).toBeUndefined();
});
