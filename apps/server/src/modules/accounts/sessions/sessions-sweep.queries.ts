import { DAY_MS } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import { DEVICE_COOKIE_MS, SESSION_ABSOLUTE_MS } from '../accounts.domain';
import { FORGET_MS } from '../sign-in/login-throttle.domain';

/** Ended sessions are kept for a while for later questions. */
const KEPT_AFTER_END_MS = 30 * DAY_MS;

/** Deletes expired rows, so that none of these tables grows over the years. */
export async function sweepSignIns(tx: Queryable, now: Date): Promise<void> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  await sql`delete from pending_logins where expires_at < ${now}`.execute(tx);
  await sql`delete from used_challenges where expires_at < ${now}`.execute(tx);
  await sql`delete from whitelist_links where expires_at < ${now}`.execute(tx);
  await sql`delete from failed_tries where last_at < ${before(FORGET_MS)}`.execute(tx);
  await sql`delete from known_devices where last_seen_at < ${before(DEVICE_COOKIE_MS)}`.execute(tx);
  await sql`
    delete from sessions
     where ended_at < ${before(KEPT_AFTER_END_MS)} or created_at < ${before(SESSION_ABSOLUTE_MS + KEPT_AFTER_END_MS)}`.execute(tx);
}
