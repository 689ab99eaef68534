import { randomInt } from 'node:crypto';
import { isInCents, narrowCandidates, remainderOf, withoutCents } from '@stablegate/rules';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceTransition } from '../invoices.deps';
import { dropDues, reserveDue } from './reserve-due.queries';
import { isAccepted } from './settle.domain';

function stepOf({ before, after }: InvoiceTransition): 'drop' | 'reserve' | undefined {
  if (isAccepted(before) && after.status === 'SUCCESS') return 'drop';
  if (after.paidMicros === before.paidMicros) return undefined;
  return after.status === 'SUCCESS' || after.paidMicros === 0n || after.paidMicros >= after.payableMicros ? 'drop' : 'reserve';
}

/** What asks for no whole cents does not ask for the rest of them either. */
function candidatesOf({ payableMicros, paidMicros }: InvoiceTransition['after']): bigint[] {
  const all = narrowCandidates(remainderOf(payableMicros - paidMicros), randomInt);
  return isInCents(payableMicros) ? all : withoutCents(all);
}

/** The remainder of a partly paid invoice is reserved like any other amount, and given up when nothing is missing or nothing came. */
export async function updateRemainderReservations(tx: Tx, transitions: readonly InvoiceTransition[]): Promise<void> {
  const moving = transitions.map((each) => ({ step: stepOf(each), after: each.after, due: { ...each.after, invoiceId: each.after.id } }));
  await dropDues(
    tx,
    moving.flatMap(({ step, due }) => (step === 'drop' ? [due] : [])),
  );
  for (const { step, after, due } of moving) if (step === 'reserve') await reserveDue(tx, due, candidatesOf(after));
}
