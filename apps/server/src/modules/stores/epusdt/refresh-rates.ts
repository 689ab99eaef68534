import { isBelievable, rateIn } from '../../../platform/rates/read-rate';
import type { StoreDeps } from '../stores.deps';
import { listReadRates, storeFoundNext, storeFoundRate, storeReadFailure } from './epusdt.queries';
import { type EpusdtRecord, withNext } from './epusdt-rate.domain';

const AT_ONCE = 8; // one may take ten seconds
/** The job runs every five minutes. What it does not reach has been unread longest next time, and comes first. */
const REFRESH_MS_MAX = 240_000;

type Source = Pick<EpusdtRecord, 'rateUrl' | 'ratePath' | 'rateMicros'>;

/** Read once from the merchant's address, through the same checks as callbacks; undefined when it holds no believable number. */
export async function readRateAt({ http }: StoreDeps, { rateUrl, ratePath, rateMicros }: Source): Promise<bigint | undefined> {
  if (rateUrl === null || ratePath === null || rateMicros === null) return undefined;
  const answer = await http.get(rateUrl);
  if (answer.outcome !== 'answered' || answer.httpStatus !== 200) return undefined;
  const found = rateIn(answer.response, ratePath);
  return found !== undefined && isBelievable(found, rateMicros) ? found : undefined;
}

/** Of the stores whose turn it is; where it fails the last good value stays in use. */
export async function refreshEpusdtRates(deps: StoreDeps, msMax = REFRESH_MS_MAX): Promise<void> {
  const now = () => deps.clocks.real.now();
  const until = performance.now() + msMax;
  const waiting = await listReadRates(deps.db.query, now());
  /** The rate in use and the one that waits. False when one of them cannot be read. */
  async function refresh(record: EpusdtRecord): Promise<boolean> {
    const inUse = record.source === 'address' ? await readRateAt(deps, record) : null;
    if (inUse != null) await storeFoundRate(deps.db.query, record, inUse, now());
    const next = record.next?.source === 'address' ? await readRateAt(deps, withNext(record)) : null;
    if (next != null) await storeFoundNext(deps.db.query, record, next, now());
    return inUse !== undefined && next !== undefined;
  }
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined && performance.now() < until; next = waiting.shift()) {
      if (await refresh(next)) continue;
      await storeReadFailure(deps.db.query, next, now());
      deps.log.warn({ storeId: next.storeId }, "no usable rate at the store's address; the last good value stays in use");
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
