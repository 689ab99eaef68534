import { sql } from 'kysely';
import type { DatabaseClocks } from '../db/database-time';
import type { Db, Queryable } from '../db/db';
import type { Jobs } from '../events/jobs';
import type { Logger } from '../log';

type MonthDeps = { readonly db: Db; readonly log: Logger };

/** Rows of a month that has no partition go to the default one: they are found there as well, only not as fast. */
export async function addMonths({ db, log }: MonthDeps, from: Date, ahead?: number): Promise<void> {
  const span = ahead === undefined ? sql`${from}` : sql`${from}, ${ahead}`;
  const { rows } = await sql<{ month: string }>`select month from add_months(${span}) month`.execute(db.query);
  for (const { month } of rows) log.error({ month }, 'no partition for a month: the default partition already has rows of it');
}

/** Such as "events 2026-11"; of this month and the next, where three months are made ahead. */
export async function listMissingMonths(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`select grows || ' ' || month as month from missing_months(${now}, 1)`.execute(db);
  return rows.map(({ month }) => month);
}

/** Events have the database's time, attempts and invoices business time, which a sandbox moves. */
export function registerMonths({ jobs, clocks, ...deps }: MonthDeps & { jobs: Jobs; clocks: DatabaseClocks }): void {
  const add = async () => {
    const now = clocks.business.now();
    for (const from of [now, new Date(now.getTime() - clocks.movedMs())]) await addMonths(deps, from);
  };
  jobs.register('partitions.months', add, { cron: '17 2 * * *' });
}
