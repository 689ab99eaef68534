import type { Tx } from '../../platform/db/db';
import type { InvoiceTransition, SettledDeposit } from '../invoices/invoices.service';
import { creditDeposit, takeBackFromDeposit } from './credit-deposit';
import { listSources } from './credits.queries';
import type { DepositDeps } from './deposits.deps';
import { cancelByInvoices, type DepositRecord, lockByInvoices } from './deposits.queries';

/** Aligns the credits with the present final transfers of the deposit's invoice. Each transfer counts with its own amount. */
async function reconcile(deps: DepositDeps, tx: Tx, deposit: DepositRecord, transfers: SettledDeposit['transfers']): Promise<void> {
  const arrived = transfers.filter(({ live, final }) => live && final);
  const standing = await listSources(tx, deposit.id);
  for (const lost of standing) {
    // Live but no longer final: it moved to another block. Its credit stays and is checked again when it is final there.
    const transfer = transfers.find(({ id }) => id === lost.source);
    const cause = transfer === undefined ? 'unassigned' : 'reorged';
    if (lost.netMicros > 0n && transfer?.live !== true) await takeBackFromDeposit(deps, tx, deposit, { ...lost, cause });
  }
  for (const { id, amountMicros, txHash } of arrived) await creditDeposit(deps, tx, deposit, { source: id, amountMicros, tid: txHash });
}

/**
 * In the transaction that settles the platform's invoices: SUCCESS and the credit commit together. Lock order: invoices, deposits,
 * accounts, as everywhere.
 */
export async function creditDeposits(deps: DepositDeps, tx: Tx, settled: readonly SettledDeposit[]): Promise<void> {
  const transfersOf = new Map(settled.map(({ invoiceId, transfers }) => [invoiceId, transfers]));
  const deposits = await lockByInvoices(tx, [...transfersOf.keys()]);
  if (deposits.length > 1)
    await deps.ledger.lockAccounts(
      tx,
      deposits.map(({ userId }) => userId),
    );
  for (const deposit of deposits) {
    const transfers = deposit.invoiceId === null ? undefined : transfersOf.get(deposit.invoiceId);
    await reconcile(deps, tx, deposit, transfers ?? []);
  }
}

/** A deposit expires with its payment invoice, so never while an unread block could have paid it. */
export async function cancelExpired(deps: DepositDeps, tx: Tx, transitions: readonly InvoiceTransition[]): Promise<void> {
  const over = transitions.filter(
    ({ before, after }) => after.userId === null && after.status === 'EXPIRED' && before.status !== 'EXPIRED',
  );
  if (over.length === 0) return;
  await cancelByInvoices(
    tx,
    over.map(({ after }) => after.id),
    deps.clocks.business.now(),
  );
}
