import { sql } from 'kysely';
import { type Config, connectionsBesidePool, connectionsOf, POOL_MIN } from '../../config';
import type { Queryable } from '../db/db';

/** Commands of operators, a migration, backups. */
const KEPT_FREE = 5;

export type ConnectionPlan = {
  /** Of each api process: what was configured, or what is left for it. */
  readonly poolMax: number;
  /** What one api process each of `poolMax`, a worker and a watcher open together. */
  readonly needed: number;
  readonly fits: boolean;
};

/** What everybody but superusers may open. */
export async function readConnectionsMax(db: Queryable): Promise<number> {
  const { rows } = await sql<{ max: number }>`
    select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
           - coalesce(current_setting('reserved_connections', true), '0')::integer as max`.execute(db);
  return rows[0]?.max ?? 0;
}

/** Several api processes share what a worker, a watcher and the operators leave. A pooler shares out its connections itself. */
export function planConnections(config: Pick<Config, 'database' | 'apiProcesses'>, connectionsMax: number): ConnectionPlan {
  const { database, apiProcesses } = config;
  const others = connectionsOf(config, ['worker']) + connectionsOf(config, ['watcher']) + KEPT_FREE;
  const beside = connectionsBesidePool(['api']);
  const share = Math.floor((connectionsMax - others) / apiProcesses) - beside;
  const isShared = apiProcesses > 1 && !database.isPooled;
  const poolMax = isShared ? Math.max(POOL_MIN, Math.min(database.poolMax, share)) : database.poolMax;
  const needed = apiProcesses * (poolMax + beside) + others;
  return { poolMax, needed, fits: database.isPooled || needed <= connectionsMax };
}
