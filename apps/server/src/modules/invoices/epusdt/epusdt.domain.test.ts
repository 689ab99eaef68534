import { expect, test } from 'vitest';
import { networkOfTrade, readAmount, usdtOf } from './epusdt.domain';

test.each([
  [42, 42_000_000n],
  ['42.10', 42_100_000n],
  [0.01, 10_000n],
  [71.2345678, 71_234_568n],
  ['0.0000005', 1n],
  ['1e3', undefined],
  [1e21, undefined],
  [-1, undefined],
  ['', undefined],
  [null, undefined],
  [true, undefined],
  ['4２', undefined],
])('%j is %s millionths', (value, micros) => expect(readAmount(value)).toBe(micros));

/** Computed with bc: amount / rate, half up at the fourth place. */
test.each([
  [100_000_000n, 6_400_000n, 15_625_000n], // the published example: 100 CNY at 6.4
  [53_000_000n, 6_700_000n, 7_910_400n],
  [100_800_000n, 7_200_000n, 14_000_000n],
  [10_000n, 7_200_000n, 1_400n],
  [10_000n, null, 10_000n],
  [12_345_650n, null, 12_345_700n],
  [300n, 7_200_000n, undefined],
  [7_200_000_000_000n, 7_200_000n, 1_000_000_000_000n],
  [7_200_001_000_000n, 7_200_000n, undefined],
])('%s at %s is %s', (amount, rate, usdt) => expect(usdtOf(amount, rate)).toBe(usdt));

test('names of networks as BEpusdt has them', () => {
  expect(['usdt.trc20', 'USDT.BEP20', 'tron.trx'].map(networkOfTrade)).toEqual(['TRON', 'BEP20', undefined]);
});
