import { describe, expect, it } from 'vitest';
import type { BenchRow } from './bench';
import { interleave, logLogSlope, median, percentile } from './statistics';
import { benchTable, rowPasses } from './table';

const row: BenchRow = {
  id: 'B0',
  name: 'something',
  unit: 'tps',
  ours: 120,
  other: 100,
  otherName: 'peer',
  ratio: 1.2,
  target: 'at least 1.2',
  passes: true,
};

describe('bench statistics', () => {
  it('takes the middle of odd and even rounds', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  it('gives the value below which the share lies', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
  });

  it('finds slope 0 for a flat cost, 1 for a linear one', () => {
    const sizes = [100, 1_000, 10_000, 100_000];
    expect(logLogSlope(sizes.map((size) => ({ size, cost: 7 })))).toBeCloseTo(0);
    expect(logLogSlope(sizes.map((size) => ({ size, cost: 3 * size })))).toBeCloseTo(1);
  });

  it('runs the contenders in turn', async () => {
    const order: string[] = [];
    const contender = (name: string) => ({ name, round: async () => order.push(name) });
    await interleave([contender('a'), contender('b')], 2);
    expect(order).toEqual(['a', 'b', 'a', 'b']);
  });
});

describe('bench table', () => {
  it('reports what misses its target, by the figure or by its growth', () => {
    const grows = { ...row, growth: { slope: 0.2, sizes: [1, 10], allowed: 0.05 } };
    expect(rowPasses(row)).toBe(true);
    expect(rowPasses(grows)).toBe(false);
    expect(benchTable([row, grows]).split('\n').slice(2)).toEqual([
      expect.stringContaining('| pass |'),
      expect.stringContaining('| falls short |'),
    ]);
  });
});
