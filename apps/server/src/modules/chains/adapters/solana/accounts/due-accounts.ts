import { MINUTE_MS } from '@stablegate/rules';
import type { SolanaDeps } from '../solana-deps';
import type { DueAccount } from './account-progress';
import { type AccountRow, countOwners, listDueAccounts } from './token-accounts.queries';

/** Accounts listed per step; each step is saved before the next. At 10 requests a second this takes two seconds. */
const GROUP = 20;
/** Idle accounts per poll while another account has an open invoice. */
const IDLE_GROUP = 10;
/** Owners without an open invoice are polled hourly, or less often where that would exceed 14,400 requests per day and node. */
const IDLE_MS = 60 * MINUTE_MS;
const IDLE_MS_PER_OWNER = 6_000;
/** Late and double payments mostly come soon after the invoice ended (an exchange takes up to half an hour to send): at most 30 more polls. */
const RECENT_MS = 30 * MINUTE_MS;
const RECENT_POLL_MS = MINUTE_MS;
const COUNT_MS = 300_000;
/** Pause after a search found no idle account due, because it reads the whole list. */
const IDLE_PAUSE_MS = 20_000;

export type DueGroup = {
  readonly accounts: readonly DueAccount[];
  /** Every account with an open invoice was polled since the round began. */
  readonly isRoundDone: boolean;
  /** Nothing else is due now. */
  readonly isDone: boolean;
};

/** Owners with open invoices first, longest unpolled first, then the others. */
export function createDueAccounts({
  settings,
  db,
  now,
  busyOwners,
  accountOf,
}: SolanaDeps & { readonly accountOf: (owner: string) => string }) {
  let roundSince: Date | undefined;
  let pauseUntil = 0;
  let owners = { count: 0, until: 0 };
  let idleFrom = 0;
  const toDue = (rows: readonly AccountRow[], isBusy: boolean): DueAccount[] =>
    rows.map((row) => ({ ...row, isBusy, tokenAccount: row.tokenAccount ?? accountOf(row.ownerKey) }));

  const idleMs = async (): Promise<number> => {
    if (performance.now() >= owners.until) owners = { count: await countOwners(db.query), until: performance.now() + COUNT_MS };
    return Math.max(IDLE_MS, owners.count * IDLE_MS_PER_OWNER);
  };

  const listIdle = async (limit: number): Promise<AccountRow[]> => {
    const time = now();
    if (time.getTime() < idleFrom) return [];
    const ago = (ms: number) => new Date(time.getTime() - ms);
    const recent = { busySince: ago(RECENT_MS), polledBefore: ago(RECENT_POLL_MS) };
    const due = { owners: undefined, polledBefore: ago(await idleMs()), recent, now: time, limit };
    const rows = await listDueAccounts(db.query, settings.network, due);
    if (rows.length === 0) idleFrom = time.getTime() + IDLE_PAUSE_MS;
    return rows;
  };

  return {
    next: async (isOpen: boolean): Promise<DueGroup> => {
      // Steps follow one another while transactions wait to be read; accounts are still listed no more often than the pace allows.
      if (roundSince === undefined && performance.now() < pauseUntil) return { accounts: [], isRoundDone: false, isDone: true };
      const time = now();
      if (roundSince === undefined) pauseUntil = performance.now() + settings.pollMs / 2;
      roundSince ??= time;
      const busy = await busyOwners();
      const open = await listDueAccounts(db.query, settings.network, { owners: busy, polledBefore: roundSince, now: time, limit: GROUP });
      const isRoundDone = open.length < GROUP;
      if (!isRoundDone) return { accounts: toDue(open, true), isRoundDone, isDone: false };
      roundSince = undefined;
      if (busy === undefined) return { accounts: toDue(open, true), isRoundDone, isDone: true };
      const idleMax = isOpen ? IDLE_GROUP : GROUP;
      const taken = new Set(open.map(({ ownerKey }) => ownerKey));
      const idle = (await listIdle(idleMax)).filter(({ ownerKey }) => !taken.has(ownerKey));
      return { accounts: [...toDue(open, true), ...toDue(idle, false)], isRoundDone, isDone: isOpen || idle.length < idleMax };
    },
  };
}
