import { describe, expect, test } from 'vitest';
import { createLimitMemory } from './limit-memory';

const MINUTE_MS = 60_000;
/** A node that answers up to this many, asked for work of `wanted`; returns the number of requests it takes. */
function ask(memory: ReturnType<typeof createLimitMemory>, allowed: number, wanted: number): number {
  let requests = 0;
  for (let left = wanted; left > 0; ) {
    const size = Math.min(left, memory.limit());
    requests += 1;
    if (size > allowed) {
      memory.tooMuch(size);
      continue;
    }
    memory.served(size);
    memory.good();
    left -= size;
  }
  return requests;
}

describe('a limit learned from refusals', () => {
  test('comes close to what the node allows, and is found again when the plan grows', () => {
    const memory = createLimitMemory(5_000, 2_000, () => 0);
    ask(memory, 300, 200_000);
    expect(memory.limit()).toBeGreaterThan(270);
    expect(memory.limit()).toBeLessThanOrEqual(340); // one try beyond
    expect(ask(memory, 300, 30_000)).toBeLessThan(120);
    ask(memory, 5_000, 1_000_000);
    expect(memory.limit()).toBeGreaterThan(4_500);
  });

  test('never falls below what was served lately, however often less is refused', () => {
    let now = 0;
    const memory = createLimitMemory(5_000, 2_000, () => now);
    memory.served(1_500);
    for (let n = 0; n < 100; n += 1) {
      memory.tooMuch(n % 2 === 0 ? 3 : 1_500); // "past the head" in words nobody knows
      memory.served(4);
      memory.good();
      now += 1_000;
    }
    expect(memory.limit()).toBeGreaterThanOrEqual(1_500);
    memory.tooMuch(2_000);
    memory.tooMuch(1_800);
    memory.tooMuch(1_600);
    expect(memory.limit()).toBe(1_500);
  });

  test('what was served lately is asked for once more, then less for the moment, until an answer comes', () => {
    const memory = createLimitMemory(5_000, 2_000, () => 0);
    memory.served(2_000);
    const tried = Array.from({ length: 4 }, () => {
      const size = memory.limit();
      memory.tooMuch(size);
      return size;
    });
    expect(tried).toEqual([2_000, 2_000, 1_000, 500]);
    const good = Array.from({ length: 4 }, () => {
      memory.good();
      return memory.limit();
    });
    expect(good).toEqual([500, 1_000, 2_000, 2_000]);
  });

  test('ten minutes later what was served counts no more', () => {
    let now = 0;
    const memory = createLimitMemory(5_000, 2_000, () => now);
    memory.served(2_000);
    now = 4 * MINUTE_MS;
    memory.tooMuch(2_000);
    expect(memory.limit()).toBe(2_000);
    now = 11 * MINUTE_MS;
    memory.tooMuch(2_000);
    expect(memory.limit()).toBe(1_000);
  });
});
