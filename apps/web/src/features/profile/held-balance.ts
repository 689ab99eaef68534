import { microsOf } from '../../lib/money/micros';

/** What open invoices hold of the balance; undefined when nothing is held. */
export function heldMicros({ balance, available }: { balance: number; available: number }): bigint | undefined {
  const all = microsOf(balance);
  const free = microsOf(available);
  return all === undefined || free === undefined || all === free ? undefined : all - free;
}
