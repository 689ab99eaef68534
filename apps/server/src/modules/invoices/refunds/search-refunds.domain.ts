import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stablegate/rules';
import { CLOCK_SLACK_MS, isTooEarly } from './refunds.domain';

/** Afterwards only a hash proves a refund: most are sent within minutes, and each search costs requests to nodes. */
export const SEARCH_MS = 3 * DAY_MS;
/** A day more for what could not be searched in time. */
const SEARCH_END_MS = 4 * DAY_MS;
/** The longest pause. */
export const LAST_PAUSE_MS = 10 * MINUTE_MS;
/** By the age of the plan: about 570 searches in all. The merchant looks at the screen in the first minutes. */
const PAUSES = [
  { untilMs: 10 * MINUTE_MS, pauseMs: 15_000 },
  { untilMs: 2 * HOUR_MS, pauseMs: MINUTE_MS },
  { untilMs: SEARCH_MS, pauseMs: LAST_PAUSE_MS },
] as const;

/** caught up: to the newest block · behind: blocks are left · failed: the nodes did not answer. */
export type Progress = 'caught up' | 'behind' | 'failed';

/** Undefined: no longer. What was not searched in time, as after an outage, is searched nevertheless, for another day. */
export function searchPauseMs(ageMs: number, progress: Progress): number | undefined {
  if (ageMs >= SEARCH_END_MS) return undefined;
  if (progress === 'behind') return PAUSES[0].pauseMs;
  return PAUSES.find(({ untilMs }) => ageMs < untilMs)?.pauseMs ?? (progress === 'failed' ? LAST_PAUSE_MS : undefined);
}

/** Where a search begins: a refund may be in a block that is a little older than its plan by the chain's clock. */
export const searchedSince = ({ createdAt }: { readonly createdAt: Date }): Date => new Date(createdAt.getTime() - CLOCK_SLACK_MS);

/** At whole multiples of the pause: refunds of a network that wait equally long share their requests. */
export const nextSearchAt = (now: Date, pauseMs: number): Date => new Date((Math.floor(now.getTime() / pauseMs) + 1) * pauseMs);

type Wanted = { readonly userId: string; readonly toKey: string; readonly amountMicros: bigint; readonly createdAt: Date };
type Holder = Omit<Wanted, 'createdAt'> & { readonly txHash: string | null };
type Sent = {
  readonly txHash: string;
  readonly fromKey: string;
  readonly toKey: string;
  readonly amountMicros: bigint;
  readonly block: { readonly time: Date };
};

const isSame = (sent: Sent, { toKey, amountMicros }: Pick<Wanted, 'toKey' | 'amountMicros'>): boolean =>
  sent.toKey === toKey && sent.amountMicros === amountMicros;

/**
 * Which transfer is which refund: from an address of its merchant, to its address, exactly its amount, not before it was planned. Both lists
 * are oldest first, so the oldest refund takes the first transfer, and for its merchant each transfer is one refund. A transaction that a
 * refund has already is left to it, but not to one of another merchant: hashes are public.
 */
export function matchSent<R extends Wanted, S extends Sent>(
  refunds: readonly R[],
  sent: readonly S[],
  holders: readonly Holder[],
  owned: ReadonlyMap<string, ReadonlySet<string>>,
): { refund: R; transfer: S }[] {
  const taken = new Map<string, Set<S>>();
  const take = (userId: string, fits: (transfer: S) => boolean): S | undefined => {
    const ofUser = taken.get(userId) ?? new Set();
    const transfer = sent.find((each) => !ofUser.has(each) && fits(each));
    if (transfer !== undefined) taken.set(userId, ofUser.add(transfer));
    return transfer;
  };
  for (const holder of holders) take(holder.userId, (transfer) => transfer.txHash === holder.txHash && isSame(transfer, holder));
  return refunds.flatMap((refund) => {
    const own = owned.get(refund.userId);
    const transfer = take(
      refund.userId,
      (each) => own?.has(each.fromKey) === true && isSame(each, refund) && !isTooEarly(each.block.time, refund.createdAt),
    );
    return transfer === undefined ? [] : [{ refund, transfer }];
  });
}
