import { isRateFresh } from '@stablegate/rules';
import type { DepositSettings } from '../../../config-deposits';
import type { Clocks } from '../../../platform/clock';
import type { Db, Queryable } from '../../../platform/db/db';
import type { Logger } from '../../../platform/log';
import { readBounded } from '../../../platform/net/bounded-body';
import { isBelievable, rateIn } from '../../../platform/rates/read-rate';
import { findStoredRate, storeRate } from './vnd-rate.queries';

export type RateDeps = { readonly db: Db; readonly clocks: Clocks; readonly log: Logger; readonly rate: DepositSettings['vndRate'] };

const DEADLINE_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024; // the common services list all currencies in about 4 KB

/** Undefined when the answer is an error or too large. */
async function fetchText(url: string): Promise<string | undefined> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DEADLINE_MS), headers: { accept: 'application/json' } });
  const text = await readBounded(answer.body, ANSWER_BYTES_MAX);
  return answer.ok ? text : undefined;
}

/** Reads the configured address once; on failure the last good value stays in use. */
export async function refreshRate({ db, clocks, log, rate }: RateDeps): Promise<void> {
  if (rate.url === undefined) return;
  const text = await fetchText(rate.url).catch(() => undefined);
  const found = text === undefined ? undefined : rateIn(text, rate.path);
  if (found !== undefined && isBelievable(found, rate.micros)) await storeRate(db.query, found, clocks.real.now());
  else log.warn({ host: new URL(rate.url).host, found: found?.toString() }, 'no usable VND rate; the last good value stays in use');
}

/** When the configured address was last read; null: never, undefined: none is configured. */
export const findRateReadAt = async ({ db, rate }: RateDeps): Promise<Date | null | undefined> =>
  rate.url === undefined ? undefined : ((await findStoredRate(db.query))?.readAt ?? null);

/** To be shown: the last good value of the configured address, otherwise the configured rate. */
export const readRate = async ({ db, rate }: RateDeps): Promise<bigint> =>
  rate.url === undefined ? rate.micros : ((await findStoredRate(db.query))?.micros ?? rate.micros);

/** To be used for money: the configured rate, or the last one from the configured address while it is not too old. */
export async function findFreshRate({ clocks, rate }: RateDeps, tx: Queryable): Promise<bigint | undefined> {
  if (rate.url === undefined) return rate.micros;
  const stored = await findStoredRate(tx);
  return stored !== undefined && isRateFresh(stored.readAt, clocks.real.now()) ? stored.micros : undefined;
}
