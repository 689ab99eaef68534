import type { Db } from '../../../platform/db/db';
import { foldProven } from './fold.queries';
import {
  type AccountFault,
  type CheckMode,
  computeVerdicts,
  findLastCheck,
  prepareCheck,
  readVerdicts,
  type StoredCheck,
  saveCheck,
} from './ledger-check.queries';

/** Invariants of every account, as shown to operators. I1 to I3 are the numbers of the fault suite. */
export const INVARIANTS = {
  zero_sum: 'I1  the legs of every entry sum to zero: each names the platform account that balances it',
  balance: 'I2  balance = sum of entries',
  links: 'I2  before + amount = after, from the first entry to the last',
  gapless: 'I2  versions are gapless',
  never_overdrawn: 'I3  no balance below what is held, nothing below zero',
  shape: 'entries look as their phase demands, and name known platform accounts',
  holds: 'holds end with their own amount, and the open ones add up to what is held',
  owed: 'what is owed = sum of legs on receivable',
  totals: 'totals agree with the entries',
  days: 'daily sums agree with the totals',
} as const;
export type Invariant = keyof typeof INVARIANTS;

export type LedgerCheck = StoredCheck & { readonly accounts: number; readonly faults: readonly AccountFault[] };

/** Business time, and the time zone of its days. */
type LedgerTime = { readonly at: Date; readonly timeZone: string };

/**
 * Full reads every entry; incremental continues from each account's last verified state, so that its cost depends on new entries only.
 * Neither locks out postings: journal and accounts are read in one snapshot. Verified entries are folded into the roll-ups.
 */
export function checkLedger(db: Db, mode: CheckMode, time: LedgerTime): Promise<LedgerCheck> {
  return db.transaction(async (tx) => {
    await prepareCheck(tx);
    await computeVerdicts(tx, mode);
    const { entries, accounts, faults } = await readVerdicts(tx);
    await foldProven(tx, time.timeZone);
    const check = { checkedAt: time.at, mode, entries, differences: faults.length };
    await saveCheck(tx, check, faults);
    return { ...check, accounts, faults };
  });
}

export const readLastCheck = findLastCheck;
