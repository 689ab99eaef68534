import { EPUSDT_RATE_PATH, type EpusdtRateSource } from '@stablegate/contract';
import { parseMicros, shortMicros } from '@stablegate/rules';
import type { PastSettings } from '../../../platform/audit-past.domain';
import type { StoreId } from '../../../platform/id-types';

export type EpusdtRate = {
  readonly source: EpusdtRateSource;
  /** Millionths of a CNY per USDT; null when amounts are USDT. */
  readonly rateMicros: bigint | null;
  readonly rateUrl: string | null;
  readonly ratePath: string | null;
  readonly foundMicros: bigint | null;
  readonly foundAt: Date | null;
};
export type EpusdtRecord = EpusdtRate & { readonly storeId: StoreId; readonly enabled: boolean; readonly tokenSealed: Buffer };

export const NEVER: EpusdtRate = { source: 'fixed', rateMicros: null, rateUrl: null, ratePath: null, foundMicros: null, foundAt: null };
export const shown = (micros: bigint | null): string | null => (micros === null ? null : shortMicros(micros));

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
