import { sql } from 'kysely';
import type { Db, Queryable } from '../db/db';

/** Plans that PostgreSQL may be kept from (`enable_…`). */
export type Plan = 'seqscan' | 'indexscan' | 'bitmapscan' | 'sort' | 'nestloop' | 'hashjoin' | 'mergejoin';

const STATEMENT_MS_MAX = 2_000;

/**
 * Runs statements without some plans: the planner guesses the same selectivity for every text, and with a limit it prefers to scan and
 * sort whenever it overestimates. Statements end after two seconds, unless `isUnlimited`.
 */
export async function withoutPlans<T>(
  db: Db,
  plans: readonly Plan[],
  work: (tx: Queryable) => Promise<T>,
  { isUnlimited = false } = {},
): Promise<T> {
  return db.transaction(async (tx) => {
    const off = plans.map((plan) => sql`set_config(${`enable_${plan}`}, 'off', true)`);
    const timeout = isUnlimited ? [] : [sql`set_config('statement_timeout', ${String(STATEMENT_MS_MAX)}, true)`];
    await sql`select ${sql.join([...timeout, ...off])}`.execute(tx);
    return work(tx);
  });
}
