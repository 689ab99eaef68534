import { sql } from 'kysely';
import type { Queryable } from './db/db';
import type { Platform } from './platform';

/** A commit that waits this long for its synchronous standby is not late but stuck. */
const STANDBY_SECONDS_MAX = 10;

type DatabaseState = { readonly lagSeconds: number | null; readonly isReadOnly: boolean; readonly stuck: number };

/** A standby, and how far it lags; a primary that accepts no changes; or one whose commits wait for a standby that does not answer. */
async function readState(db: Queryable): Promise<DatabaseState | undefined> {
  const { rows } = await sql<DatabaseState>`
    select case when pg_is_in_recovery()
                then coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 end as "lagSeconds",
           current_setting('default_transaction_read_only')::boolean as "isReadOnly",
           (select count(*)::integer from pg_stat_activity
             where datname = current_database() and wait_event = 'SyncRep'
               and state_change < clock_timestamp() - make_interval(secs => ${STANDBY_SECONDS_MAX})) as stuck`.execute(db);
  return rows[0];
}

function complaintOf(state: DatabaseState | undefined): string | undefined {
  if (state === undefined) return 'unreachable';
  if (state.lagSeconds !== null) return `read only: a standby, ${Math.round(state.lagSeconds)} s behind`;
  if (state.isReadOnly) return 'read only';
  return state.stuck > 0 ? 'its commits wait for a standby that does not answer' : undefined;
}

/** What `/ready` says: whether this process can take money now. */
export const createReadiness =
  (platform: Pick<Platform, 'db' | 'mailer' | 'databaseTime'>, isStopping: () => boolean = () => false) =>
  async (): Promise<{ ready: boolean; detail: Record<string, string> }> => {
    if (isStopping()) return { ready: false, detail: { process: 'stopping' } };
    const mail = platform.mailer.isAbsent ? 'not configured' : 'ok';
    try {
      const complaint = complaintOf(await readState(platform.db.query));
      const detail = { database: complaint ?? 'ok', clock: platform.databaseTime.complaint() ?? 'ok', mail };
      return { ready: complaint === undefined, detail };
    } catch {
      return { ready: false, detail: { database: 'unreachable', clock: 'unknown', mail } };
    }
  };
