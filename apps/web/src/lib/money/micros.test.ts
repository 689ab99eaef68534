import { expect, test } from 'vitest';
import { microsOf } from './micros';

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
