import type { Config, Role } from '../../config';
import { createDb } from '../db/db';
import type { Logger } from '../log';
import { planConnections, readConnectionsMax } from './connections';
import { type Part, type Supervised, supervise } from './supervise';

/** Pool size of an api process, so that all of them fit into the database. */
async function findPoolMax(config: Config, log: Logger): Promise<number> {
  const db = createDb({ url: config.database.directUrl, poolMax: 1, applicationName: 'stablegate-primary' });
  try {
    const connectionsMax = await readConnectionsMax(db.query);
    const { poolMax, needed, fits } = planConnections(config, connectionsMax);
    if (!fits)
      throw new Error(
        `API_PROCESSES is ${config.apiProcesses}: with a worker and a watcher they need ${needed} connections, and the database allows ${connectionsMax}. Raise max_connections, or put a pooler between.`,
      );
    if (poolMax < config.database.poolMax) log.warn({ poolMax, connectionsMax }, 'fewer connections per process than DATABASE_POOL_MAX');
    return poolMax;
  } finally {
    await db.close();
  }
}

const isApi = (role: Role): boolean => role === 'api';

function partsOf(config: Config, roles: readonly Role[], poolMax: number): Part[] {
  const others = roles.filter((role) => !isApi(role));
  const api = Array.from({ length: config.apiProcesses }, (_, index) => ({
    name: String(index + 1),
    env: { ROLES: 'api', DATABASE_POOL_MAX: String(poolMax) },
  }));
  return others.length === 0 ? api : [...api, { name: others.join('-'), env: { ROLES: others.join(',') } }];
}

/** This process only starts others, one per core for the api and one for the other roles, and counts limits for them. */
export async function startProcesses(config: Config, roles: readonly Role[], log: Logger): Promise<Supervised> {
  return supervise(partsOf(config, roles, await findPoolMax(config, log)), log);
}
