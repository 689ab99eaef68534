import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from './db-types.generated';

/** Name of each text that connections parse once and keep. */
const names = new Map<string, string>();

/**
 * A statement of a hot path: its text is fixed, so that each connection parses and plans it once. For what runs a thousand times a
 * second with plans that do not hang on the values; everything else is better off with a plan of its own.
 */
export function prepare<Row>(name: string, text: string): (tx: Kysely<Database>, values: readonly unknown[]) => Promise<Row[]> {
  names.set(text, name);
  return async (tx, values) => (await tx.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)).rows;
}

/** kysely hands a text and its values to the driver, which keeps only what has a name. */
export function keepPrepared(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
    const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' ? names.get(text) : undefined;
      return name === undefined ? plain(text, values, ...rest) : plain({ name, text, values }, ...rest);
    };
    client.query = named as typeof client.query;
  });
}
