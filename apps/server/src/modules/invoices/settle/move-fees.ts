import type { Tx } from '../../../platform/db/db';
import type { HoldId, UserId } from '../../../platform/id-types';
import type { Movement } from '../../ledger/ledger.service';
import type { InvoiceDeps, InvoiceTransition } from '../invoices.deps';

type FeeStep = { readonly userId: UserId } & (
  | { readonly kind: 'capture' | 'release'; readonly holdId: HoldId }
  | { readonly kind: 'charge' | 'refund'; readonly movement: Movement }
);

/** The fee follows the status: captured or charged at SUCCESS, refunded on reversal, released on expiry. */
function stepOf({ topic, before, after }: InvoiceTransition): FeeStep | undefined {
  const { userId, feeMicros, id, version } = after;
  if (userId === null || !before.feeCharged || feeMicros === 0n) return undefined;
  const { holdId } = before;
  const movement = { userId, amountMicros: feeMicros, reference: id, idempotencyKey: `${topic}:${id}:${version}` };
  if (topic === 'invoice.completed' || topic === 'invoice.restored')
    return holdId === null ? { userId, kind: 'charge', movement } : { userId, kind: 'capture', holdId };
  if (topic === 'invoice.reversed') return { userId, kind: 'refund', movement };
  return after.holdId === null && holdId !== null ? { userId, kind: 'release', holdId } : undefined;
}

/** Locks only the accounts of owners whose fee moves; a payment that is merely seen moves none. */
export async function moveFees({ ledger }: InvoiceDeps, tx: Tx, transitions: readonly InvoiceTransition[]): Promise<void> {
  const steps = transitions.flatMap((each) => stepOf(each) ?? []);
  const owners = new Set(steps.map(({ userId }) => userId));
  if (owners.size > 1) await ledger.lockAccounts(tx, [...owners]); // what follows locks them group by group
  const holds = (kind: 'capture' | 'release') => steps.flatMap((step) => (step.kind === kind ? [step.holdId] : []));
  await ledger.captureMany(tx, holds('capture'));
  await ledger.releaseMany(tx, holds('release'));
  for (const step of steps) {
    if (step.kind === 'charge') await ledger.charge(tx, step.movement);
    else if (step.kind === 'refund') await ledger.refund(tx, step.movement);
  }
}
