import { expect, test } from 'vitest';
import { completes, matchOf } from './match-hint';

const match = (amount: string, due: string, status: 'WAITING' | 'SUCCESS' = 'WAITING') => matchOf({ amount }, { due, status });

test('it shows exactly how far a transfer is from the due amount', () => {
  expect(match('10.050000', '10.05')).toEqual({ kind: 'exact', difference: 0n });
  expect(match('9.000000', '10.050000')).toEqual({ kind: 'less', difference: 1_050_000n });
  expect(match('10.100001', '10.05')).toEqual({ kind: 'more', difference: 50_001n });
});

test('a transfer to a paid invoice is a surplus, whatever its amount', () => {
  expect(match('5', '0', 'SUCCESS')).toEqual({ kind: 'surplus', difference: 5_000_000n });
});

test('an exact or larger transfer completes the invoice, so it is asked for; a part and a surplus do not', () => {
  const amounts = ['10.05', '10.06', '10.04'].map((amount) => completes(match(amount, '10.05')));
  expect(amounts).toEqual([true, true, false]);
  expect(completes(match('10.05', '0', 'SUCCESS'))).toBe(false);
});
