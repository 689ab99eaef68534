const MICRO_PLACES = 6;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Balances arrive as JSON numbers of at most six places; a difference is taken in whole micro-units, never in floats. */
export function microsOf(dollars: number): bigint | undefined {
  const match = DECIMAL.exec(String(dollars));
  if (match === null) return undefined;
  const [, sign = '', whole = '0', fraction = ''] = match;
  return BigInt(`${sign}${whole}${fraction.slice(0, MICRO_PLACES).padEnd(MICRO_PLACES, '0')}`);
}

/** What open invoices hold of the balance; undefined when nothing is held. */
export function heldMicros({ balance, available }: { balance: number; available: number }): bigint | undefined {
  const all = microsOf(balance);
  const free = microsOf(available);
  return all === undefined || free === undefined || all === free ? undefined : all - free;
}
