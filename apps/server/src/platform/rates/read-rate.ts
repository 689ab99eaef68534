import { parseMicros } from '@stablegate/rules';

const DECIMAL = /^\d{1,9}(\.\d+)?$/;

/** The number at a path of a JSON text, in millionths; undefined when there is none. A plain number needs no path. */
export function rateIn(text: string, path: string): bigint | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value === 'object') {
    for (const name of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
  }
  const decimal = String(value);
  if ((typeof value !== 'number' && typeof value !== 'string') || !DECIMAL.test(decimal)) return undefined;
  const [whole = '0', fraction = ''] = decimal.split('.');
  return parseMicros(fraction === '' ? whole : `${whole}.${fraction.slice(0, 6)}`);
}

/** A source that is off by a factor of two is broken or quotes another currency: using it would give money away. */
export const isBelievable = (rateMicros: bigint, configuredMicros: bigint): boolean =>
  rateMicros * 2n >= configuredMicros && rateMicros <= configuredMicros * 2n;
