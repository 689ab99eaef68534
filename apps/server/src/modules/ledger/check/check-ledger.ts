import type { Db, Tx } from '../../../platform/db/db';
import { checkDepositBooks } from './deposit-books.queries';
import { checkEntryBooks, collectTouched } from './entry-books.queries';
import type { Finding } from './findings';
import { foldProven } from './fold.queries';
import { checkInvoiceAmounts } from './invoice-amounts.queries';
import { checkInvoiceBooks } from './invoice-books.queries';
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
import { checkRollUps } from './roll-ups.queries';

/** Invariants of every account, as shown to operators. I1 to I3 are the numbers of the fault suite. */
export const INVARIANTS = {
  zero_sum: 'I1  the legs of every entry sum to zero: each names the platform account that balances it',
  balance: 'I2  balance = sum of entries',
  links: 'I2  before + amount = after, from the first entry to the last',
  gapless: 'I2  versions are gapless',
  never_overdrawn: 'I3  no balance below what is held, nothing below zero',
  shape: 'entries look as their phase demands, and name known platform accounts',
  holds: 'holds end with their own amount and reference, and the open ones add up to what is held',
  owed: 'what is owed = sum of legs on receivable',
  totals: 'totals agree with the entries',
  days: 'daily sums agree with the totals',
} as const;
export type Invariant = keyof typeof INVARIANTS;

/** What else must agree with the journal. The second group is looked at by full checks only. */
export const BOOKS = {
  labels: 'the key of every entry names its reference, and its kind the platform account',
  times: 'entries of an account are in the order of their times',
  fees: 'fees are held while an invoice is open, and taken when it was paid',
  stray_fees: 'every fee belongs to an invoice',
  paid: 'paid = sum of the transfers of an invoice',
  refunded: 'refunded = sum of the confirmed refunds of an invoice',
  amounts: 'an invoice still has the amount, fee and texts it was created with',
  reserved: 'every watched invoice has its amount reserved, and its remainder when it is partly paid',
  accepted: 'what was accepted had come',
  orders: 'an order of a link holds its fee',
  received: 'received = sum of the credits of a deposit',
  credits: 'every credit of a deposit is an entry',
  uncredited: 'every entry on a clearing account is a credit of a deposit',
  sources: 'every credit has the amount of the transfer that paid it',
  asked: 'a deposit asks for its amount',
  reported: 'a bank transfer has the amount that the bank reported',
  transfers: 'amounts of transfers and refunds are their raw values',
  checkpoints: 'checkpoints agree with the entries up to them',
  sealed: 'no entry has changed since it was checked',
  ledger_days: 'the days of every account agree with their entries',
  fee_days: 'the days of the platform’s fees agree with their entries',
  deposit_days: 'the days of deposits agree with their credits',
  revenue_days: 'the days of revenue agree with their invoices',
} as const;

export type LedgerCheck = StoredCheck & {
  readonly accounts: number;
  readonly faults: readonly AccountFault[];
  readonly findings: readonly Finding[];
};

/** The journal alone, or also all that must agree with it: invoices, transfers, deposits, roll-ups. */
export type CheckScope = 'journal' | 'books';
/** Business time, and the time zone of its days. */
type LedgerTime = { readonly at: Date; readonly timeZone: string };

async function checkBooks(tx: Tx, mode: CheckMode, timeZone: string): Promise<Finding[]> {
  await collectTouched(tx, mode);
  return [
    ...(await checkEntryBooks(tx, mode)),
    ...(await checkInvoiceBooks(tx, mode)),
    ...(await checkInvoiceAmounts(tx, mode)),
    ...(await checkDepositBooks(tx, mode)),
    ...(mode === 'full' ? await checkRollUps(tx, timeZone) : []),
  ];
}

/**
 * Full reads every row; incremental continues from each account's last verified state, and reads what the new entries refer to, so that its
 * cost depends on new entries only. Neither locks out postings: everything is read in one snapshot. Verified entries are folded into the
 * roll-ups.
 */
export function checkLedger(db: Db, mode: CheckMode, scope: CheckScope, time: LedgerTime): Promise<LedgerCheck> {
  return db.transaction(async (tx) => {
    await prepareCheck(tx);
    await computeVerdicts(tx, mode);
    const { entries, accounts, faults } = await readVerdicts(tx);
    const findings = scope === 'books' ? await checkBooks(tx, mode, time.timeZone) : [];
    await foldProven(tx, time.timeZone);
    const check = { checkedAt: time.at, mode, entries, differences: faults.length + findings.length };
    await saveCheck(tx, check, [...faults, ...findings]);
    return { ...check, accounts, faults, findings };
  });
}

export const readLastCheck = findLastCheck;
