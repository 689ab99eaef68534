import { describe, expect, it } from 'vitest';
import type { BenchRow } from './bench';
import { compare } from './compare';
import { interleave, logLogSlope, median, percentile } from './statistics';
import { benchTable, fallsShort } from './table';

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
    expect(fallsShort(row)).toBe(false);
    expect(fallsShort(grows)).toBe(true);
    expect(benchTable([row, grows]).split('\n').slice(2)).toEqual([
      expect.stringContaining('| pass |'),
      expect.stringContaining('| falls short |'),
    ]);
  });

  it('prints what could not be measured as absent: it neither passes nor falls short', () => {
    const absent: BenchRow = { id: 'B0', name: 'something', absent: 'no peer' };
    expect(fallsShort(absent)).toBe(false);
    expect(benchTable([absent])).toContain('| absent: no peer |');
  });

  it('compares the medians with the limit, in either direction', () => {
    const figures = { id: 'B0', name: 'something', unit: 'ms', otherName: 'peer', ours: [1, 9, 2], other: [1, 1, 1] };
    expect(compare({ ...figures, atMost: 2 })).toMatchObject({ ratio: 2, target: 'at most 2', passes: true, spread: { ours: [1, 9] } });
    expect(compare({ ...figures, atLeast: 3 })).toMatchObject({ target: 'at least 3', passes: false });
    expect(compare(figures)).toMatchObject({ target: 'reported', passes: true });
  });
});
