import { expect, test } from 'vitest';
import { payableMicros } from './payable';

test.each([
  ['100', 100_500_000n],
  ['10', 10_050_000n],
  ['0.0001', 200n],
  ['25.5', 25_627_500n],
  [' 1000000 ', 1_005_000_000_000n],
  ['12.', 12_060_000n],
])('for %s the customer sends the fee too, rounded up to four places', (amount, payable) => {
  expect(payableMicros(amount)).toBe(payable);
});

test.each(['', '0', '0.0000', '1e3', '-5', 'abc', '1.23456', '1,5'])('%j is no amount', (amount) => {
  expect(payableMicros(amount)).toBeUndefined();
});
