const MICRO_PLACES = 6;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Whole micro-units of a decimal text, or of a JSON number of at most six places: nothing is computed in floats. */
export function microsOf(amount: number | string): bigint | undefined {
  const match = DECIMAL.exec(String(amount));
  if (match === null) return undefined;
  const [, sign = '', whole = '0', fraction = ''] = match;
  return BigInt(`${sign}${whole}${fraction.slice(0, MICRO_PLACES).padEnd(MICRO_PLACES, '0')}`);
}
