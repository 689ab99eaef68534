import { isBelievable, rateIn } from '../../../platform/rates/read-rate';
import type { StoreDeps } from '../stores.deps';
import { listReadRates, storeFoundRate, storeReadFailure } from './epusdt.queries';
import type { EpusdtRecord } from './epusdt-rate.domain';

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
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined && performance.now() < until; next = waiting.shift()) {
      const found = await readRateAt(deps, next);
      if (found !== undefined) {
        await storeFoundRate(deps.db.query, next, found, now());
        continue;
      }
      await storeReadFailure(deps.db.query, next, now());
      deps.log.warn({ storeId: next.storeId }, "no usable rate at the store's address; the last good value stays in use");
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
