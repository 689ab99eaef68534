import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Longer than any statement may run (15 s). A pulled cable closes no connection: without this a query whose bytes are lost waits until TCP
 * gives up, which takes a quarter of an hour (F40).
 */
const SILENCE_MS_MAX = 20_000;
const ANSWER_WITHIN_MS = 3_000;

/** Missing in the types, present on every client. */
type Wired = { readonly connection: { readonly stream: Socket }; readonly processID: number };
const wires = (client: pg.ClientBase): Wired => client as unknown as Wired;

export const cutOff = (client: pg.ClientBase): void => void wires(client).connection.stream.destroy();

/** A check of the whole ledger may be silent for longer: the database itself knows whether it is still running. */
async function isAtWork(url: string, processId: number): Promise<boolean> {
  const asking = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS });
  asking.on('error', () => undefined); // the rejected call reports it
  try {
    await asking.connect();
    const { rows } = await asking.query('select from pg_stat_activity where pid = $1 and state = $2', [processId, 'active']);
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    cutOff(asking);
  }
}

/**
 * A connection in use that is silent for long, and of whose work the database knows nothing, is closed; the next query gets a new one. An
 * unused one is silent by nature.
 */
export function endWhenSilent(pool: pg.Pool, url: string): void {
  pool.on('connect', (client) => {
    const { connection, processID } = wires(client);
    const { stream } = connection;
    client.on('error', () => undefined); // its query reports the same error; without a listener the event would end the process
    stream.on('timeout', () => {
      void isAtWork(url, processID).then((isBusy) => (isBusy ? stream.setTimeout(SILENCE_MS_MAX) : stream.destroy()));
    });
  });
  pool.on('acquire', (client) => void wires(client).connection.stream.setTimeout(SILENCE_MS_MAX));
  pool.on('release', (_error, client) => void wires(client).connection.stream.setTimeout(0));
}
