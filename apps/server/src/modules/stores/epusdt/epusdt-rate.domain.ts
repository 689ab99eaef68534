import { EPUSDT_RATE_PATH, type EpusdtRateSource } from '@stablegate/contract';
import { parseMicros, shortMicros } from '@stablegate/rules';
import { assertDefined } from '../../../platform/assert';
import type { PastSettings } from '../../../platform/audit-past.domain';
import type { StoreId } from '../../../platform/id-types';
import { hasCome } from '../pending/pending.domain';

export type EpusdtRate = {
  readonly source: EpusdtRateSource;
  /** Millionths of a CNY per USDT; null when amounts are USDT. */
  readonly rateMicros: bigint | null;
  readonly rateUrl: string | null;
  readonly ratePath: string | null;
  readonly foundMicros: bigint | null;
  readonly foundAt: Date | null;
};
/** As it waits, in JSON. One of an address is read before it is used: an order must not wait for the first reading. */
export type NextRate = { readonly source: EpusdtRateSource } & Readonly<
  Record<'rate' | 'rateUrl' | 'ratePath' | 'found' | 'foundAt', string | null>
>;
export type WaitingRate = { readonly next: NextRate | null; readonly nextAt: Date | null };
export type EpusdtRecord = EpusdtRate &
  WaitingRate & { readonly storeId: StoreId; readonly enabled: boolean; readonly tokenSealed: Buffer };

export const NEVER: EpusdtRate = { source: 'fixed', rateMicros: null, rateUrl: null, ratePath: null, foundMicros: null, foundAt: null };
export const shown = (micros: bigint | null): string | null => (micros === null ? null : shortMicros(micros));

export const NO_NEXT_RATE: WaitingRate = { next: null, nextAt: null };

const micros = (text: string | null): bigint | null => (text === null ? null : assertDefined(parseMicros(text), 'a rate that was stored'));

export const nextOf = ({ source, rateMicros, rateUrl, ratePath, foundMicros, foundAt }: EpusdtRate): NextRate => ({
  source,
  rate: shown(rateMicros),
  rateUrl,
  ratePath,
  found: shown(foundMicros),
  foundAt: foundAt?.toISOString() ?? null,
});
const rateOfNext = ({ source, rate, rateUrl, ratePath, found, foundAt }: NextRate): EpusdtRate => ({
  source,
  rateMicros: micros(rate),
  rateUrl,
  ratePath,
  foundMicros: micros(found),
  foundAt: foundAt === null ? null : new Date(foundAt),
});

/** Whatever was found there. */
export const isSameRate = (a: EpusdtRate, b: EpusdtRate): boolean =>
  a.source === b.source && a.rateMicros === b.rateMicros && a.rateUrl === b.rateUrl && a.ratePath === b.ratePath;

/** With the waiting rate as if its time had come. */
export const withNext = <R extends EpusdtRate & WaitingRate>(record: R): R =>
  record.next === null ? record : { ...record, ...rateOfNext(record.next), ...NO_NEXT_RATE };

/** As it is by now. */
export const rateAtTime = <R extends EpusdtRate & WaitingRate>(record: R, now: Date): R =>
  hasCome(record.nextAt, now) ? withNext(record) : record;

const AMOUNTS_ARE_USDT = 'USDT';
const BETWEEN = ' · ';

type Audited = Pick<EpusdtRecord, 'enabled' | 'source' | 'rateMicros' | 'rateUrl' | 'ratePath'>;

/** What the log says of a rate. */
export const audited = ({ enabled, source, rateMicros, rateUrl, ratePath }: Audited) => ({
  epusdt: enabled ? 'on' : 'off',
  rate: source === 'usdt' ? AMOUNTS_ARE_USDT : [shown(rateMicros), rateUrl].filter((part) => part !== null).join(BETWEEN),
  ...(ratePath === null ? {} : { ratePath }),
});

/** The rate that the log speaks of; undefined where it says nothing. Entries from before the path was logged have the usual one. */
export function rateThen({ rate, ratePath }: PastSettings): EpusdtRate | undefined {
  if (rate == null) return undefined;
  if (rate === AMOUNTS_ARE_USDT) return { ...NEVER, source: 'usdt' };
  const [number = '', rateUrl] = rate.split(BETWEEN);
  const rateMicros = parseMicros(number) ?? null;
  if (rateUrl === undefined) return { ...NEVER, rateMicros };
  return { ...NEVER, source: 'address', rateMicros, rateUrl, ratePath: ratePath ?? EPUSDT_RATE_PATH };
}
