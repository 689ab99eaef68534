import type { RpcError } from '../../../rpc/rpc-errors';
import { isBeyond, type Listed, type ListRequest } from '../transactions/list-signatures';
import type { AccountProgress, AccountRow } from './token-accounts.queries';

/** Where the chain was when the lists were asked for. */
export type ListedAt = {
  /** The slot that is final and older than the overlap: an anchor goes no further. */
  readonly settledSlot: number;
  /** Everything up to this chain time is listed by now. */
  readonly readThrough: Date;
  /** How many nodes have to list an account before it counts as read. */
  readonly needed: number;
  /** How far behind its own newest slot a node's list may be. */
  readonly lagSlots: number;
};
export type DueAccount = AccountRow & {
  readonly tokenAccount: string;
  /** Somebody may pay its owner now. */
  readonly isBusy: boolean;
};
/** What the nodes said of one account. */
export type AccountLists = {
  readonly account: DueAccount;
  readonly listed: readonly Listed[];
  /** How many nodes listed it whole. */
  readonly nodes: number;
  readonly resumeBefore: string | null;
  readonly failure: RpcError | undefined;
};

/** A look that cannot go on where the last one stopped starts at the top again, after so many tries. */
const RESUME_FAILURES_MAX = 5;
const FIRST_LOOK_BACK_MS = 60_000;

/** The first look goes back to when watching began and a minute more, for clocks that differ. */
export const requestFor = ({ tokenAccount, anchorSlot, anchorSignature, resumeBefore, watchedSince }: DueAccount): ListRequest => ({
  tokenAccount,
  anchorSlot,
  anchorSignature,
  resumeBefore,
  since: new Date(watchedSince.getTime() - FIRST_LOOK_BACK_MS),
});

const slotOf = ({ slots }: Listed): number => Math.min(...slots);

/** The newest signature at or below the slot; lists end there. */
function anchorAt(slot: number, listed: readonly Listed[]): string | undefined {
  let newest: Listed | undefined;
  for (const entry of listed) if (slotOf(entry) <= slot && (newest === undefined || slotOf(entry) > slotOf(newest))) newest = entry;
  return newest?.signature;
}

/**
 * Where an account goes on next time. Its anchor moves only after enough nodes have listed it whole, and only to what is final and older
 * than the overlap, so a signature that was left out of one list is found by a later one.
 */
export function progressOf(lists: AccountLists, at: ListedAt): AccountProgress {
  const { account, listed, nodes, resumeBefore, failure } = lists;
  const { ownerKey, tokenAccount, anchorSlot, anchorSignature } = account;
  const kept = { ownerKey, tokenAccount, anchorSlot, anchorSignature };
  if (nodes < at.needed) {
    // An account that another node lists keeps its pace; a node that is down is no fault of the account.
    const isFailure = failure !== undefined && (nodes === 0 || account.resumeBefore !== null);
    const giveUp = isFailure && account.failures + 1 >= RESUME_FAILURES_MAX;
    const error = `${nodes} of ${at.needed} nodes listed it${failure === undefined ? '' : `: ${failure.message}`}`.slice(0, 300);
    const resume = giveUp
      ? { resumeBefore: null, resumeSlot: null }
      : { resumeBefore: account.resumeBefore, resumeSlot: account.resumeSlot };
    return { ...kept, ...resume, readThrough: null, error, isFailure };
  }
  const settled = Math.max(anchorSlot ?? 0, at.settledSlot);
  const good = { error: null, isFailure: false };
  if (resumeBefore !== null) return { ...kept, ...good, resumeBefore, resumeSlot: account.resumeSlot ?? settled, readThrough: null };
  const done = { ...good, resumeBefore: null, resumeSlot: null };
  // What came while a long list was resumed is above it, so the anchor goes to where it began, and this look says nothing of the newest.
  if (account.resumeBefore !== null)
    return { ...kept, ...done, anchorSlot: account.resumeSlot ?? anchorSlot, anchorSignature: null, readThrough: null };
  return {
    ...kept,
    ...done,
    anchorSlot: settled,
    anchorSignature: anchorAt(settled, listed) ?? anchorSignature,
    readThrough: at.readThrough.toISOString(),
  };
}

/** Of what is listed, the part that may not be known yet, oldest first. */
export function newerThanAnchor(account: DueAccount, listed: readonly Listed[]): Listed[] {
  const request = requestFor(account);
  const isOld = (entry: Listed) => {
    const blockTime = entry.blockTime === null ? null : Math.floor(entry.blockTime.getTime() / 1000);
    return isBeyond(request, { signature: entry.signature, slot: Math.max(...entry.slots), err: null, blockTime });
  };
  return listed.filter((entry) => !entry.failed && !isOld(entry)).sort((a, b) => slotOf(a) - slotOf(b));
}
