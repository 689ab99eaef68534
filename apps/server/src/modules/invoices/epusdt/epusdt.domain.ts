import { NETWORKS, type Network } from '@stablegate/contract';
import { AMOUNT_MAX_MICROS, GRID_MICROS, MICRO } from '@stablegate/rules';
import { DESCRIPTORS } from '@stablegate/rules/networks';

const AMOUNT = /^(\d{1,12})(?:\.(\d{1,30}))?$/;
const PLACES = 6;
/** Epusdt's smallest amount. */
export const AMOUNT_MIN_MICROS = 10_000n;

/** A number or text in millionths, half up; undefined for anything that is no plain decimal. */
export function readAmount(value: unknown): bigint | undefined {
  const parts = typeof value === 'number' || typeof value === 'string' ? AMOUNT.exec(String(value)) : null;
  if (parts === null) return undefined;
  const [, whole = '0', fraction = ''] = parts;
  const kept = BigInt(whole) * MICRO + BigInt(fraction.slice(0, PLACES).padEnd(PLACES, '0'));
  return (fraction[PLACES] ?? '0') >= '5' ? kept + 1n : kept;
}

const halfUp = (value: bigint, divisor: bigint): bigint => (2n * value + divisor) / (2n * divisor);

/**
 * What an invoice asks for, to 4 decimal places as at Epusdt; undefined when nothing is left of it or it is more than an invoice may ask for.
 * Without a rate the amount is USDT.
 */
export function usdtOf(amountMicros: bigint, rateMicros: bigint | null): bigint | undefined {
  const steps = rateMicros === null ? halfUp(amountMicros, GRID_MICROS) : halfUp(amountMicros * MICRO, rateMicros * GRID_MICROS);
  const micros = steps * GRID_MICROS;
  return micros > 0n && micros <= AMOUNT_MAX_MICROS ? micros : undefined;
}

/** BEpusdt's names; Epusdt itself has none. */
export const networkOfTrade = (tradeType: string): Network | undefined =>
  NETWORKS.find((network) => DESCRIPTORS[network].tradeType === tradeType.toLowerCase());

/** Epusdt knows one address per order, on TRON (the first of our networks) where there is one. */
export const shownAddress = (addresses: Readonly<Partial<Record<Network, string>>>): string =>
  addresses[NETWORKS[0]] ?? Object.values(addresses)[0] ?? '';
