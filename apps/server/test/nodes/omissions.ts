import { shareOf } from './digests';
import type { Item } from './node-types';

/** Omits the same items at every call, for as long as the fault lasts. */
export const omitShare =
  (seed: number, share: number) =>
  ({ key }: Item): boolean =>
    shareOf('omit', seed, key) < share;

/** Omitted in the first `times` calls that would contain it, then listed: a node whose index catches up later. */
export function omitAtFirst(seed: number, share: number, times: number): (item: Item) => boolean {
  const left = new Map<string, number>();
  return (item) => {
    const rest = left.get(`${item.method} ${item.key}`) ?? (shareOf('omit', seed, item.key) < share ? times : 0);
    left.set(`${item.method} ${item.key}`, rest - 1);
    return rest > 0;
  };
}

/** Listed in the first `times` calls that contain it, then omitted: what a node's index has lost after it was seen. */
export function omitOnceListed(seed: number, share: number, times: number): (item: Item) => boolean {
  const seen = new Map<string, number>();
  return (item) => {
    if (shareOf('omit', seed, item.key) >= share) return false;
    const count = (seen.get(`${item.method} ${item.key}`) ?? 0) + 1;
    seen.set(`${item.method} ${item.key}`, count);
    return count > times;
  };
}

/** Omits a different part at every call: several machines with different states behind one address. */
export function omitNowAndThen(seed: number, share: number): (item: Item) => boolean {
  let calls = 0;
  return ({ key }) => {
    calls += 1;
    return shareOf('omit', seed, key, calls) < share;
  };
}

/** Omits for this long by the clock. */
export function omitFor(ms: number, now: () => number, omits: (item: Item) => boolean): (item: Item) => boolean {
  const end = now() + ms;
  return (item) => now() < end && omits(item);
}
