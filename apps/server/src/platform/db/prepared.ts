import { CompiledQuery, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Database } from './db-types.generated';

/** Statement names by text. */
const names = new Map<string, string>();

/**
 * A statement of a hot path: its text is fixed, so each connection parses and plans it once. For what runs a thousand times a second and
 * whose plan does not depend on the values; everything else is better off with a plan of its own.
 */
export function prepare<Row>(name: string, text: string): (tx: Kysely<Database>, values: readonly unknown[]) => Promise<Row[]> {
  names.set(text, name);
  return async (tx, values) => (await tx.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)).rows;
}

/** What kysely asks of a pool; it passes text and values, and the driver keeps only statements that have a name. */
export function namingStatements(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>(); // kysely remembers connections by this object
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: string, values: unknown[]): unknown => client.query({ text, values, ...named(text) });
    return { query: query as PostgresPoolClient['query'], release: () => client.release() };
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      const wrapped = clients.get(client) ?? wrap(client);
      clients.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
}

function named(text: string): { readonly name?: string } {
  const name = names.get(text);
  return name === undefined ? {} : { name };
}
