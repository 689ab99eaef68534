import { randomInt } from 'node:crypto';
import { narrowCandidates, remainderOf } from '@stablegate/rules';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceTransition } from '../invoices.deps';
import { dropDues, reserveDue } from './reserve-due.queries';
import { isAccepted } from './settle.domain';

function stepOf({ before, after }: InvoiceTransition): 'drop' | 'reserve' | undefined {
  if (isAccepted(before) && after.status === 'SUCCESS') return 'drop';
  if (after.paidMicros === before.paidMicros) return undefined;
  return after.status === 'SUCCESS' || after.paidMicros === 0n || after.paidMicros >= after.payableMicros ? 'drop' : 'reserve';
}

/** The remainder of a partly paid invoice is reserved like any other amount, and given up when nothing is missing or nothing came. */
export async function moveDues(tx: Tx, transitions: readonly InvoiceTransition[]): Promise<void> {
  const moving = transitions.map((each) => ({ step: stepOf(each), due: { ...each.after, invoiceId: each.after.id } }));
  await dropDues(
    tx,
    moving.flatMap(({ step, due }) => (step === 'drop' ? [due] : [])),
  );
  for (const { step, due } of moving) {
    if (step !== 'reserve') continue;
    await reserveDue(tx, due, narrowCandidates(remainderOf(due.payableMicros - due.paidMicros), randomInt));
  }
}
