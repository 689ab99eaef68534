import { assert } from './assert';

/** Micro-units: 1 USD = 1 USDT = 1,000,000. Every amount in code and database is a bigint of these. */
export const MICRO = 1_000_000n;
const DECIMALS = 6;
const DECIMAL_PATTERN = /^(0|[1-9]\d{0,14})(?:\.(\d{1,6}))?$/;

/** "100.5" → 100500000n; undefined for anything but a plain decimal with at most six places. */
export function parseMicros(text: string): bigint | undefined {
  const match = DECIMAL_PATTERN.exec(text);
  if (match === null) return undefined;
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * MICRO + BigInt(fraction.padEnd(DECIMALS, '0'));
}

/** 100500000n → "100.500000" with six places, or fewer when asked; dropping a digit that is not zero is refused. */
export function formatMicros(micros: bigint, places = DECIMALS): string {
  assert(places >= 0 && places <= DECIMALS, `${places} decimal places`);
  const sign = micros < 0n ? '-' : '';
  const digits = (micros < 0n ? -micros : micros).toString().padStart(DECIMALS + 1, '0');
  const whole = digits.slice(0, -DECIMALS);
  const fraction = digits.slice(-DECIMALS);
  assert(/^0*$/.test(fraction.slice(places)), `${micros} micro-units do not fit ${places} places`);
  return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${fraction.slice(0, places)}`;
}

/** Below 2^32 dollars two neighbouring doubles are less than a micro-unit apart, so every amount keeps its six places. */
const WIRE_NUMBER_MAX = 4_000_000_000n * MICRO;

/** The JSON number that the specification asks for in a few places (balance, statistics). Only for showing: nothing computes with it. */
export function toWireNumber(micros: bigint): number {
  assert(micros <= WIRE_NUMBER_MAX && micros >= -WIRE_NUMBER_MAX, `${micros} micro-units do not fit a JSON number`);
  return JSON.parse(formatMicros(micros)) as number;
}
