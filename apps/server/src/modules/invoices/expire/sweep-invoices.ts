import type { Tx } from '../../../platform/db/db';
import { killPoint } from '../../../platform/kill-points';
import { changeInvoices, type InvoiceChange } from '../change-invoice';
import type { InvoiceDeps } from '../invoices.deps';
import { mergeNewTexts } from '../read/text-months';
import { watchRef } from './leaving-address';
import {
  dropReservations,
  endMonitoring,
  findNextDue,
  readDatabaseTime,
  type SweepWindow,
  takeDue,
  takeUnmonitored,
} from './sweeps.queries';

const BATCH_MAX = 500;
const SKEW_MS_MAX = 30_000;
const LAG_MS_MAX = 24 * 60 * 60_000;

/** Business time follows the database's clock; a process whose own clock is far off still decides nothing. Undefined: skip this sweep. */
async function openWindow(deps: InvoiceDeps): Promise<SweepWindow | undefined> {
  const real = deps.clocks.real.now();
  const database = await readDatabaseTime(deps.db.query);
  const skewMs = database.getTime() - real.getTime();
  if (Math.abs(skewMs) > SKEW_MS_MAX) {
    deps.log.error({ skewMs }, 'this clock differs from the database: expiry pauses');
    return undefined;
  }
  const now = deps.clocks.business.now();
  const marks = [...(await deps.chains.readThrough())].map(([network, readThrough]) => ({ network, readThrough }));
  return { now, marks, giveUpBefore: new Date(now.getTime() - LAG_MS_MAX), limit: BATCH_MAX };
}

async function expireBatch(deps: InvoiceDeps, tx: Tx, window: SweepWindow): Promise<number> {
  const due = await takeDue(tx, window);
  const fields = { status: 'EXPIRED', holdId: null } as const;
  await changeInvoices(
    deps,
    tx,
    due.map((before): InvoiceChange => ({ topic: 'invoice.expired', before, fields })),
    window.now,
  );
  const holds = due.flatMap(({ holdId }) => (holdId === null ? [] : [holdId]));
  await deps.ledger.releaseMany(tx, holds);
  const unread = due.filter(({ expiresAt }) => expiresAt < window.giveUpBefore);
  if (unread.length > 0) deps.log.error({ count: unread.length }, 'invoices expired although a network has not been read for a day');
  if (due.length > 0) killPoint('expiry.before_commit');
  return due.length;
}

async function endMonitoringBatch(deps: InvoiceDeps, tx: Tx, window: SweepWindow): Promise<number> {
  const done = await takeUnmonitored(tx, window);
  if (done.length === 0) return 0;
  const lost = done.filter(({ status, paidMicros, lostTransfer }) => status === 'EXPIRED' && paidMicros === 0n && lostTransfer);
  const changes = lost.map(
    ({ lostTransfer: _lost, ...before }): InvoiceChange => ({ topic: 'invoice.failed', before, fields: { status: 'FAILED' } }),
  );
  await changeInvoices(deps, tx, changes, window.now);
  const ids = done.map(({ id }) => id);
  await endMonitoring(tx, ids);
  for (const address of await dropReservations(tx, ids)) await deps.chains.unwatchAddresses(tx, 'invoice', watchRef(address));
  return done.length;
}

/** Expires what is due: one batch of each kind per transaction, until nothing is left. Safe to run in many processes concurrently. */
export async function sweepInvoices(deps: InvoiceDeps): Promise<void> {
  await mergeNewTexts(deps.db.query);
  const window = await openWindow(deps);
  if (window === undefined) return;
  for (const batch of [expireBatch, endMonitoringBatch]) {
    let count = BATCH_MAX;
    while (count === BATCH_MAX) count = await deps.db.transaction((tx) => batch(deps, tx, window));
  }
}

/**
 * Milliseconds until the next is due; undefined: none. What is due and was not ended waits for its networks, which are read once more: a
 * network that announces its blocks is otherwise read rarely.
 */
export async function nextSweepInMs(deps: InvoiceDeps): Promise<number | undefined> {
  const next = await findNextDue(deps.db.query);
  const inMs = next === undefined ? undefined : next.getTime() - deps.clocks.business.now().getTime();
  if (inMs !== undefined && inMs <= 0) deps.chains.pollNow();
  return inMs;
}
