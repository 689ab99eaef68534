import { formatAmount } from '@stablegate/ui';
import { expect, test } from 'vitest';
import { heldCents } from './balance';

test('the held amount is exact where floats are not', () => {
  // 0.3 - 0.1 is 0.19999999999999998 in floats.
  expect(heldCents({ balance: 0.3, available: 0.1 })).toBe(200_000n);
  expect(heldCents({ balance: 5, available: 5 })).toBeUndefined();
});

test.each([
  [49_962.62025, 49_961.10225],
  [0.008, 0.004],
  [100.005, 0.004999],
])('of %d, %d are available: the three amounts add up as they are shown', (balance, available) => {
  const cents = (shown: string) => BigInt(shown.replace(/[,.]/g, ''));
  const held = formatAmount(heldCents({ balance, available }) ?? 0n, 2, 'en');
  expect(cents(formatAmount(String(available), 2, 'en')) + cents(held)).toBe(cents(formatAmount(String(balance), 2, 'en')));
});
