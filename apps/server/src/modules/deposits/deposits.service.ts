import type { Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import type { InvoiceTransition, SettledDeposit } from '../invoices/invoices.service';
import { type FeedCall, receiveFromCasso, receiveFromSepay, receiveTransfers } from './bank/bank-feed';
import { assignBankTransfer, type BankAssignment, LISTED_MAX, listInbox } from './bank/bank-inbox';
import { countUnmatched } from './bank/bank-transfers.queries';
import { readSepay } from './bank/feed-bodies';
import { findFreshRate, findRateReadAt, readRate, refreshRate } from './bank/vnd-rate';
import { type BankInput, createBankDeposit, createUsdtDeposit } from './create-deposit';
import { listReceivedDays } from './credits.queries';
import type { DepositDeps, DepositServiceDeps } from './deposits.deps';
import { cancelDueBank, findNextBankDue } from './deposits.queries';
import { exportDeposits, type Translate } from './export-deposits';
import { type DepositQuery, listDeposits } from './list-deposits';
import { createReversedMail } from './reversed-mail';
import { cancelExpired, creditDeposits } from './settle-deposits';

export type { ReceivedDay } from './credits.queries';
export type { DepositRecord } from './deposits.queries';
export type { Period } from './list-deposits';

const RATE_EVERY = '*/5 * * * *';
const SWEEP_BATCH = 500;

async function sweep(deps: DepositDeps): Promise<void> {
  let count = SWEEP_BATCH;
  while (count === SWEEP_BATCH) {
    const time = { business: deps.clocks.business.now(), real: deps.clocks.real.now() };
    count = await cancelDueBank(deps.db.query, time, SWEEP_BATCH);
  }
}

export function createDepositService({ jobs, accounts, mailQueue, supportEmail, ...rest }: DepositServiceDeps) {
  const rateDeps = { ...rest, rate: rest.settings.vndRate };
  const deps: DepositDeps = { ...rest, findFreshRate: (tx) => findFreshRate(rateDeps, tx) };
  jobs.register('vnd-rate.refresh', () => refreshRate(rateDeps), { cron: RATE_EVERY, retryLimit: 0 });
  return {
    createUsdt: (userId: UserId, amount: string) => createUsdtDeposit(deps, userId, amount),
    createBank: (userId: UserId, input: BankInput) => createBankDeposit(deps, userId, input),
    listNetworks: () => deps.stores.listPlatformNetworks(),
    list: (userId: UserId, query: DepositQuery) => listDeposits(deps, userId, query),
    export: (userId: UserId, date: DepositQuery['date'], t: Translate) => exportDeposits(deps, userId, date, t),
    readRate: () => readRate(rateDeps),
    refreshRate: () => refreshRate(rateDeps),
    findRateReadAt: () => findRateReadAt(rateDeps),

    receiveFromSepay: (call: FeedCall) => receiveFromSepay(deps, call),
    receiveFromCasso: (call: FeedCall) => receiveFromCasso(deps, call),
    /** For the sandbox: a feed notification without its key. */
    receiveTrusted: (body: unknown) => receiveTransfers(deps, readSepay(body)),
    bank: deps.settings.bank,
    listInbox: (page: { page: number; size: number }) => listInbox(deps, page),
    assignBankTransfer: (assignment: BankAssignment) => assignBankTransfer(deps, assignment),
    /** At most 10,001. */
    countUnmatched: () => countUnmatched(deps.db.query, LISTED_MAX),

    /** Days YYYY-MM-DD of the business time zone, both ends included. */
    listReceivedDays: (from?: string, to?: string) => listReceivedDays(deps.db.query, from, to),

    /** For invoices, in the transaction that settles or changes them. */
    creditDeposits: (tx: Tx, settled: readonly SettledDeposit[]) => creditDeposits(deps, tx, settled),
    cancelExpired: (tx: Tx, transitions: readonly InvoiceTransition[]) => cancelExpired(deps, tx, transitions),
    /** Follow-up of `deposit.reversed`. */
    mailReversed: createReversedMail({ mailQueue, supportEmail, findMailReader: accounts.findMailReader }),
    /** Cancels expired bank deposits; safe to call concurrently. */
    sweep: () => sweep(deps),
    /** Milliseconds until the next expires; undefined: none. */
    nextSweepInMs: async (): Promise<number | undefined> => {
      const next = await findNextBankDue(deps.db.query);
      return next && next.getTime() - deps.clocks.business.now().getTime();
    },
  };
}
export type DepositService = ReturnType<typeof createDepositService>;
