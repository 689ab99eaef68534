/** 0.5%, half up to a millionth; what the customer sends is rounded up to 4 places (product rules, Fee and trial). */
const FEE_PER_MILLE = 5n;
const MILLE = 1_000n;
const PLACES = 6;
/** One step of the fourth place. */
const GRID = 100n;
const AMOUNT = /^(\d{1,7})(?:\.(\d{0,4}))?$/;

/** What a customer will be asked for, in micro-units, before anything that tells two equal amounts apart; undefined for no amount. */
export function payableMicros(amount: string): bigint | undefined {
  const [, whole, part = ''] = AMOUNT.exec(amount.trim()) ?? [];
  if (whole === undefined) return undefined;
  const micros = BigInt(whole + part.padEnd(PLACES, '0'));
  if (micros === 0n) return undefined;
  const fee = (micros * FEE_PER_MILLE + MILLE / 2n) / MILLE;
  return ((micros + fee + GRID - 1n) / GRID) * GRID;
}
