import type { Db } from '../../platform/db/db';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import { reportKeys } from './translations.queries';

/** Waiting for an admin, from all guests together: taken over at once they add less than a third to the English texts. */
const REPORTED_MAX = { keys: 2_000, bytes: 32 * 1024 };

export type Report = { readonly keys: readonly string[]; readonly address: string };
export type ReportDeps = { readonly db: Db; readonly limiter: RateLimiter; readonly refused: { inc(by: number): void } };

/** Keys beyond the limits are counted, not stored. */
export async function reportMissing({ db, limiter, refused }: ReportDeps, { keys, address }: Report): Promise<number> {
  let within = 0;
  while (within < keys.length && (await limiter.allows('reported-keys', address))) within += 1;
  const added = within === 0 ? 0 : await db.transaction((tx) => reportKeys(tx, keys.slice(0, within), REPORTED_MAX));
  if (added < keys.length) refused.inc(keys.length - added);
  return added;
}
