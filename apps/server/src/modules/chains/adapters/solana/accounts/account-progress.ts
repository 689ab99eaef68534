import { DAY_MS, MINUTE_MS } from '@stablegate/rules';
import type { RpcError } from '../../../rpc/rpc-errors';
import { isBeyond, type Listed, type ListRequest } from '../transactions/list-signatures';
import type { AccountProgress, AccountRow } from './token-accounts.queries';

/** Chain state when the lists were requested. */
export type ListedAt = {
  /** The newest slot that is final and older than the overlap: the upper limit of an anchor. */
  readonly settledSlot: number;
  /** Everything up to this chain time is listed. */
  readonly readThrough: Date;
  /** Nodes that have to list an account before it counts as read. */
  readonly needed: number;
  /** How far a node's list may lag behind its own newest slot. */
  readonly lagSlots: number;
};
export type DueAccount = AccountRow & {
  readonly tokenAccount: string;
  /** Its owner has an open invoice. */
  readonly isBusy: boolean;
};
/** The nodes' lists of one account. */
export type AccountLists = {
  readonly account: DueAccount;
  readonly listed: readonly Listed[];
  /** Nodes that listed it completely. */
  readonly nodes: number;
  readonly resumeBefore: string | null;
  readonly failure: RpcError | undefined;
};

/** After this many failures a poll that cannot resume starts from the top again. */
const RESUME_FAILURES_MAX = 5;
const FIRST_POLL_BACK_MS = 60_000;
/** Nodes list late, some by minutes. */
export const OVERLAP_MS = 10 * MINUTE_MS;

/**
 * How long a final signature is listed again. While nodes are away and fewer than the quorum list the accounts, a day: what the others
 * conceal is found once they are back.
 */
export const overlapMs = (needed: number, quorum: number): number => (needed < quorum ? DAY_MS : OVERLAP_MS);

/** The first poll goes back to the start of watching, plus a minute for clock differences. */
export const requestFor = ({ tokenAccount, anchorSlot, anchorSignature, resumeBefore, watchedSince }: DueAccount): ListRequest => ({
  tokenAccount,
  anchorSlot,
  anchorSignature,
  resumeBefore,
  since: new Date(watchedSince.getTime() - FIRST_POLL_BACK_MS),
});

const slotOf = ({ slots }: Listed): number => Math.min(...slots);

/** The newest signature at or below the slot, where the next lists end. */
function anchorAt(slot: number, listed: readonly Listed[]): string | undefined {
  let newest: Listed | undefined;
  for (const entry of listed) if (slotOf(entry) <= slot && (newest === undefined || slotOf(entry) > slotOf(newest))) newest = entry;
  return newest?.signature;
}

/**
 * Where an account continues next time. The anchor moves only after enough nodes have listed the account completely, and only to a slot
 * that is final and older than the overlap, so a signature missing from one list is found in a later one.
 */
export function progressOf(lists: AccountLists, at: ListedAt): AccountProgress {
  const { account, listed, nodes, resumeBefore, failure } = lists;
  const { ownerKey, tokenAccount, anchorSlot, anchorSignature, isBusy } = account;
  const kept = { ownerKey, tokenAccount, anchorSlot, anchorSignature, isBusy };
  if (nodes < at.needed) {
    // An account that another node lists keeps its pace: it is the node that is down.
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
  // Signatures that arrived while a long list was resumed are above it: the anchor moves to where the list began, and this poll says
  // nothing about newer ones.
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

/** The listed signatures that may be new, oldest first. */
export function newerThanAnchor(account: DueAccount, listed: readonly Listed[]): Listed[] {
  const request = requestFor(account);
  const isOld = (entry: Listed) => {
    const blockTime = entry.blockTime === null ? null : Math.floor(entry.blockTime.getTime() / 1000);
    return isBeyond(request, { signature: entry.signature, slot: Math.max(...entry.slots), err: null, blockTime });
  };
  return listed.filter((entry) => !entry.failed && !isOld(entry)).sort((a, b) => slotOf(a) - slotOf(b));
}
