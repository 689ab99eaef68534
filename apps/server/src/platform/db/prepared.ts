import { CompiledQuery, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Database } from './db-types.generated';

/** Statement names by text. */
const names = new Map<string, string>();

/**
 * A statement of a hot path: its text is fixed, so each connection parses and plans it once. For statements that run a thousand times a
 * second and whose plan does not depend on the values; others are better off with separate plans.
 */
export function prepare<Row>(name: string, text: string): (tx: Kysely<Database>, values: readonly unknown[]) => Promise<Row[]> {
  names.set(text, name);
  return async (tx, values) => (await tx.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)).rows;
}

type NamingOptions = { readonly isPooled: boolean; readonly beforeConnect: () => void };

/**
 * The pool interface kysely expects; it passes text and values, and the driver caches only named statements. Behind a pooler none is named:
 * the next transaction may get another session, which does not know it.
 */
export function namingStatements(pool: pg.Pool, { isPooled, beforeConnect }: NamingOptions): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>(); // kysely identifies connections by this object
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: string, values: unknown[]): unknown => client.query({ text, values, ...(isPooled ? {} : named(text)) });
    return { query: query as PostgresPoolClient['query'], release: () => client.release() };
  };
  return {
    connect: async () => {
      beforeConnect();
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
