import { requireRange } from './range';

/** Decimals of a micro-unit: 1 USD = 1 USDT = 1,000,000. Every amount in code and database is a bigint of these. */
export const MICRO_PLACES = 6;
export const MICRO = 10n ** BigInt(MICRO_PLACES);

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
/** Enough for a thousand times the world's money, and still a PostgreSQL bigint. */
const WHOLE_DIGITS_MAX = 15;

export type DecimalParts = { readonly sign: string; readonly whole: string; readonly fraction: string };

/** "-12.50" → "-", "12", "50"; undefined for anything but a plain decimal in ASCII digits. */
export function splitDecimal(text: string): DecimalParts | undefined {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  return sign === undefined || whole === undefined ? undefined : { sign, whole, fraction };
}

const joined = ({ sign, whole, fraction }: DecimalParts): bigint => BigInt(`${sign}${whole}${fraction.padEnd(MICRO_PLACES, '0')}`);

/** Input of users and shops: "100.5" → 100500000n. A sign, a leading zero or a seventh decimal gives undefined. */
export function parseMicros(text: string): bigint | undefined {
  const parts = splitDecimal(text);
  if (parts === undefined || parts.sign !== '' || parts.fraction.length > MICRO_PLACES) return undefined;
  if (parts.whole.length > WHOLE_DIGITS_MAX || (parts.whole.length > 1 && parts.whole.startsWith('0'))) return undefined;
  return joined(parts);
}

/** A server amount, as text or as JSON number, signed; decimals beyond six are cut. Nothing is computed in floats. */
export function readMicros(amount: number | string): bigint | undefined {
  const parts = splitDecimal(String(amount));
  return parts && joined({ ...parts, fraction: parts.fraction.slice(0, MICRO_PLACES) });
}

export function splitMicros(micros: bigint): DecimalParts {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(MICRO_PLACES + 1, '0');
  return { sign: micros < 0n ? '-' : '', whole: digits.slice(0, -MICRO_PLACES), fraction: digits.slice(-MICRO_PLACES) };
}

const written = ({ sign, whole, fraction }: DecimalParts): string => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;

/** 100500000n → "100.500000" with six decimals, or fewer on request; dropping a non-zero digit is refused. */
export function formatMicros(micros: bigint, places = MICRO_PLACES): string {
  requireRange(places >= 0 && places <= MICRO_PLACES, `${places} decimal places`);
  const parts = splitMicros(micros);
  requireRange(/^0*$/.test(parts.fraction.slice(places)), `${micros} micro-units do not fit ${places} places`);
  return written({ ...parts, fraction: parts.fraction.slice(0, places) });
}

/** At least `placesMin` decimals; further ones only when they are not zero, so no money is ever hidden. */
export function shortMicros(micros: bigint, placesMin = 0): string {
  const parts = splitMicros(micros);
  return written({ ...parts, fraction: parts.fraction.replace(/0+$/, '').padEnd(placesMin, '0') });
}

/** Below 2^32 dollars two neighbouring doubles are less than a micro-unit apart, so every amount keeps its six decimals. */
const WIRE_NUMBER_MAX = 4_000_000_000n * MICRO;

/** The JSON number that the specification requires in a few places (balance, statistics). For display only, never for calculations. */
export function toWireNumber(micros: bigint): number {
  requireRange(micros <= WIRE_NUMBER_MAX && micros >= -WIRE_NUMBER_MAX, `${micros} micro-units do not fit a JSON number`);
  return JSON.parse(formatMicros(micros)) as number;
}

const TOKEN_DECIMALS_MAX = 36;
const unitsPerMicro = (decimals: number): bigint => {
  requireRange(decimals >= MICRO_PLACES && decimals <= TOKEN_DECIMALS_MAX, `${decimals} decimals`);
  return 10n ** BigInt(decimals - MICRO_PLACES);
};

/** A token's smallest units as micro-units, rounded down: of 18 decimals the last twelve are lost, so the raw value is stored as well. */
export function microsOfUnits(units: bigint, decimals: number): bigint {
  requireRange(units >= 0n, `a transfer of ${units}`);
  return units / unitsPerMicro(decimals);
}

export const unitsOfMicros = (micros: bigint, decimals: number): bigint => micros * unitsPerMicro(decimals);
