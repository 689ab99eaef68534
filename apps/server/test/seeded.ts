/** Repeatable randomness: the same seed gives the same choices in the same order (mulberry32). */
export type Chance = {
  next(): number;
  /** A whole number from min to max, inclusive. */
  whole(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  happens(share: number): boolean;
};

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    happens: (share) => next() < share,
  };
}
