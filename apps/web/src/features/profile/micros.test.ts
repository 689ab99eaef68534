import { expect, test } from 'vitest';
import { microsOf } from '../../lib/micros';
import { heldMicros } from './micros';

test.each([
  [0, 0n],
  [248.31, 248_310_000n],
  [0.000001, 1n],
  [-1.5, -1_500_000n],
  [1_000_000, 1_000_000_000_000n],
])('%f dollars are %s micro-units', (dollars, micros) => {
  expect(microsOf(dollars)).toBe(micros);
});

test('a number that is no plain decimal is not guessed at', () => {
  expect(microsOf(1e-7)).toBeUndefined();
  expect(microsOf(Number.NaN)).toBeUndefined();
});

test('what is held is exact where floats are not', () => {
  // 0.3 - 0.1 is 0.19999999999999998 in floats.
  expect(heldMicros({ balance: 0.3, available: 0.1 })).toBe(200_000n);
  expect(heldMicros({ balance: 5, available: 5 })).toBeUndefined();
});
