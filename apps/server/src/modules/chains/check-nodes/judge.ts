import type { NetworkSettings } from '../../../config-networks';
import { type Finding, inWords, ok, problem } from './findings';

/** A node's newest block, its time, and when it was asked. */
export type Seen = { readonly head: number; readonly headTime: number; readonly at: number };

const AGE_MS_MIN = 60_000;
const AGE_BLOCKS = 10;
const FUTURE_MS = 30_000;
/** Invoices are watched for a day after they expire; a node must still have that day's payments. */
const HISTORY_MS = 24 * 3_600_000;
const STEPS_MAX = 12;

export const ageAllowedMs = ({ blockMs }: NetworkSettings): number => Math.max(AGE_MS_MIN, AGE_BLOCKS * blockMs);

export function judgeHead(settings: NetworkSettings, headTime: number, now: number): Finding {
  const age = now - headTime;
  if (age > ageAllowedMs(settings))
    return problem(`is behind: its newest block is ${inWords(age / 1000)} old. Wait until it has caught up, or take another node.`);
  if (age < -FUTURE_MS)
    return problem(`names a block from ${inWords(-age / 1000)} in the future: the clock of this machine is slow. Set it by NTP.`);
  return ok(`newest block is ${inWords(Math.max(0, age) / 1000)} old`);
}

/** A node whose final block is nearer to its newest one than the network allows calls blocks final that may still be replaced. */
export function judgeDepth({ minDepth, network }: NetworkSettings, tag: string, depth: number): Finding {
  const found = `${Math.max(0, depth)} blocks behind the newest`;
  return depth < minDepth
    ? problem(
        `calls blocks final too early: "${tag}" is ${found}, and ${network} needs ${minDepth} at least. It is not believed: payments wait for ${minDepth} blocks. Take another node.`,
      )
    : ok(`knows "${tag}" (${found})`);
}

/** The largest number up to `most` that works, given that 1 does. */
export async function findLargest(most: number, works: (count: number) => Promise<boolean>): Promise<number> {
  if (await works(most)) return most;
  let [low, high] = [1, most];
  for (let steps = 0; steps < STEPS_MAX && high - low > 1; steps += 1) {
    // Limits are round numbers and small ones matter most: by orders of magnitude first, then exactly.
    const middle = high / low > 4 ? Math.round(Math.sqrt(low * high)) : Math.floor((low + high) / 2);
    if (await works(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** How far back a node has blocks and receipts, if that is less than we need. */
export async function judgeHistory(settings: NetworkSettings, head: number, has: (block: number) => Promise<boolean>): Promise<Finding> {
  const needed = Math.ceil(HISTORY_MS / settings.blockMs);
  const oldest = Math.max(1, head - needed);
  if (await has(oldest)) return ok(`has the history of ${inWords(Math.min(HISTORY_MS, head * settings.blockMs) / 1000)}`);
  const depth = await findLargest(head - oldest, (blocks) => has(head - blocks));
  return problem(
    `has pruned its history: it knows ${inWords((depth * settings.blockMs) / 1000)} of blocks and receipts, 24 hours are needed after an outage and for late payments. Take a node that keeps a day at least.`,
  );
}

/** Compares the nodes of one network: which of them lag. */
export function judgeTogether(settings: NetworkSettings, seen: readonly (Seen | undefined)[]): (Finding | undefined)[] {
  const known = seen.filter((one): one is Seen => one !== undefined);
  if (known.length < 2) return seen.map(() => undefined);
  // Nodes were asked one after the other; each head is extrapolated to the time of the last request.
  const last = Math.max(...known.map(({ at }) => at));
  const headAt = ({ head, at }: Seen) => head + (last - at) / settings.blockMs;
  const best = Math.max(...known.map(headAt));
  return seen.map((one) => {
    if (one === undefined) return undefined;
    const behind = Math.round(best - headAt(one));
    if (behind * settings.blockMs <= ageAllowedMs(settings)) return undefined;
    return problem(
      `is ${behind} blocks behind the other nodes (${inWords((behind * settings.blockMs) / 1000)}). The quorum waits for it: wait until it has caught up, or take another node.`,
    );
  });
}
