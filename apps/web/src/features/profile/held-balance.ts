import { readMicros } from '@stablegate/rules';

/** What open invoices hold of the balance; undefined when nothing is held. */
export function heldMicros({ balance, available }: { balance: number; available: number }): bigint | undefined {
  const all = readMicros(balance);
  const free = readMicros(available);
  return all === undefined || free === undefined || all === free ? undefined : all - free;
}
