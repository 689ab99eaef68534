const MICRO_PLACES = 6;
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
/** A percent with two decimals is a ratio in ten-thousandths. */
const TEN_THOUSAND = 10_000n;

function microsOf(amount: number): bigint | undefined {
  const match = DECIMAL.exec(String(amount));
  if (match === null) return undefined;
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole + fraction.slice(0, MICRO_PLACES).padEnd(MICRO_PLACES, '0'));
}

export type DayChange = { direction: 'up' | 'down' | 'same'; percent: string };

/** Today against yesterday, to two decimals, in whole micro-units; undefined when yesterday was zero or is missing (specification 2). */
export function dayChange(today: number, yesterday: number): DayChange | undefined {
  const now = microsOf(today);
  const before = microsOf(yesterday);
  if (now === undefined || before === undefined || before === 0n) return undefined;
  const difference = now > before ? now - before : before - now;
  // Half a hundredth is added, so that the division rounds.
  const ratio = (difference * TEN_THOUSAND + before / 2n) / before;
  const digits = ratio.toString().padStart(3, '0');
  return {
    direction: now === before ? 'same' : now > before ? 'up' : 'down',
    percent: `${digits.slice(0, -2)}.${digits.slice(-2)}%`,
  };
}
