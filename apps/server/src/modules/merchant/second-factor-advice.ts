import type { UserId } from '../../platform/id-types';
import { businessDay, shiftDay } from './business-days';
import type { MerchantDeps } from './merchant.deps';
import { readGreatestDay } from './revenue.queries';

/** One good day is enough; a month later it no longer says what the account earns. */
const DAYS = 30;

/** Whether there is so much to lose that a password alone should not guard it. */
export async function isSecondFactorAdvised(deps: MerchantDeps, userId: UserId, balanceMicros: bigint): Promise<boolean> {
  const from = deps.secondFactorAdviceMicros;
  if (from === undefined) return false;
  if (balanceMicros >= from) return true;
  return (await readGreatestDay(deps.db.query, userId, shiftDay(businessDay(deps), 1 - DAYS))) >= from;
}
