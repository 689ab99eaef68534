import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountWithin, FEE_PERCENT, feeOf, leastAmountWithFee } from './fee';
import {
  allCandidates,
  basePayable,
  firstCandidates,
  GRID_MICROS,
  isNearlyUsedUp,
  narrowCandidates,
  parseInvoiceAmount,
  widestTail,
} from './payable';

const amounts = fc.bigInt({ min: 1n, max: 10_000_000_000n }).map((steps) => steps * GRID_MICROS); // up to 1,000,000 with four places
const first = () => 0;

describe('the fee', () => {
  test.each([
    [100_000_000n, 500_000n],
    [10_000_000n, 50_000n],
    [100n, 1n], // 0.5 micro-units: half up
    [300n, 2n], // 1.5
    [200n, 1n],
    [1_000_000_000_000n, 5_000_000_000n],
  ])('of %s is %s', (amount, fee) => expect(feeOf(amount)).toBe(fee));

  test('is 0.5%, never more than half a micro-unit off', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const off = feeOf(amount) * 10_000n - amount * 50n;
        expect(off > -5_000n && off <= 5_000n).toBe(true);
      }),
    );
  });
});

test('the customer pays amount and fee, shown exactly with four decimals', () => {
  expect(basePayable(100_000_000n, feeOf(100_000_000n))).toBe(100_500_000n);
  expect(basePayable(10_000_000n, feeOf(10_000_000n))).toBe(10_050_000n);
  expect(basePayable(100n, 1n)).toBe(200n);
  fc.assert(
    fc.property(amounts, (amount) => {
      const due = amount + feeOf(amount);
      const payable = basePayable(amount, feeOf(amount));
      expect(payable % GRID_MICROS).toBe(0n);
      expect(payable >= due && payable - due < GRID_MICROS).toBe(true);
    }),
  );
});

test('the fee implies the amount: below the least amount it is smaller, from there on it is not', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 5_000_000_000n }), (fee) => {
      const least = leastAmountWithFee(fee);
      expect(feeOf(least)).toBe(fee);
      if (least > 1n) expect(feeOf(least - 1n)).toBe(fee - 1n);
    }),
  );
  expect(FEE_PERCENT).toBe('0.5%');
});

test('a payment is led back to the amount, to within the rounding', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const off = amountWithin(basePayable(amount)) - amount;
      expect(off >= -1n && off <= GRID_MICROS).toBe(true);
    }),
  );
});

test.each([
  ['0.0001', 100n],
  ['25.5', 25_500_000n],
  ['1000000.0000', 1_000_000_000_000n],
])('an invoice may have the amount %s', (text, micros) => expect(parseInvoiceAmount(text)).toBe(micros));

test.each(['', '0', '0.0000', '1000000.0001', '2000000', '1e3', '-5', '007', '1.23456', '1,5', ' 5', '.5', '5.'])(
  'an invoice may not have the amount %j',
  (text) => expect(parseInvoiceAmount(text)).toBeUndefined(),
);

describe('tails', () => {
  const inOrder = (values: readonly bigint[]) => [...values].sort((a, b) => (a < b ? -1 : 1));
  const chances = fc.infiniteStream(fc.nat());
  const below = (numbers: IterableIterator<number>) => (limit: number) => (numbers.next().value as number) % limit;

  test('the first candidate has no tail, then come some of 0.0001 to 0.0099, without duplicates', () => {
    fc.assert(
      fc.property(amounts, chances, (amount, numbers) => {
        const base = basePayable(amount, feeOf(amount));
        const [none, ...some] = firstCandidates(base, below(numbers));
        expect(none).toBe(base);
        expect(new Set(some).size).toBe(15);
        for (const payable of some) expect((payable - base) % 100n === 0n && payable > base && payable <= base + 9_900n).toBe(true);
      }),
    );
  });

  test('each of the small ones can be drawn', () => {
    const drawn = new Set(Array.from({ length: 99 }, (_, chance) => firstCandidates(0n, (limit) => chance % limit)[1]));
    expect(inOrder([...drawn].map((payable) => payable ?? -1n))).toEqual(Array.from({ length: 99 }, (_, n) => BigInt(n + 1) * 100n));
  });

  test('then come all of them that make no whole cents, the small ones first, each once', () => {
    fc.assert(
      fc.property(amounts, chances, (amount, numbers) => {
        const base = basePayable(amount, feeOf(amount));
        const candidates = narrowCandidates(base, below(numbers));
        expect(candidates[0]).toBe(base);
        const all = Array.from({ length: 100 }, (_, n) => base + BigInt(n) * 100n);
        expect(inOrder(candidates)).toEqual(all.filter((payable) => payable === base || payable % 10_000n !== 0n));
      }),
    );
  });

  test.each([
    [10_000_000n, 999],
    [19_980_000n, 999],
    [20_000_000n, 1000],
    [100_000_000n, 5000],
    [200_000_000n, 10_000],
    [1_000_000_000_000n, 10_000],
  ])('an amount of %s has %i of them', (amount, tails) => expect(widestTail(amount)).toBe(tails));

  test('the wide ones continue where the narrow ones end, and stay within 1.00', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const base = basePayable(amount, feeOf(amount));
        const all = allCandidates(base, amount, first);
        const narrow = narrowCandidates(base, first);
        expect(all.slice(0, narrow.length)).toEqual(narrow);
        const every = Array.from({ length: widestTail(amount) + 1 }, (_, n) => base + BigInt(n) * 100n);
        expect(inOrder(all)).toEqual(every.filter((payable) => payable === base || payable % 10_000n !== 0n));
        expect((every.at(-1) ?? 0n) - base).toBeLessThanOrEqual(1_000_000n);
      }),
      { numRuns: 20 },
    );
  });

  test('are picked at random: another source gives another order', () => {
    const draw = (seed: number) => narrowCandidates(0n, (limit) => (seed * 7919) % limit);
    expect(draw(1)).not.toEqual(draw(2));
  });

  test('a warning comes when 70% are used', () => {
    expect(isNearlyUsedUp(10_000_000n, 301)).toBe(false);
    expect(isNearlyUsedUp(10_000_000n, 300)).toBe(true);
    expect(isNearlyUsedUp(10_000_000n, 0)).toBe(true);
  });
});
