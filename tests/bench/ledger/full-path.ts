import pg from 'pg';
import type { BenchContext } from '../frame/bench';
import type { BenchCluster } from '../frame/cluster';
import { runPgbench, writeScript } from '../frame/pgbench';
import type { Contender } from '../frame/statistics';
import { seedHistory } from './history';

const CLIENTS = 8;

/** `more` runs in the same transaction. */
export type FullPath = { readonly users: number; readonly more?: readonly string[] };

/**
 * The ledger's whole transaction: posting with idempotency key, outbox row, durable commit. pgbench inlines its variables, as for TPC-B; `run`
 * and `n` make keys that are new and sorted by time, like ours.
 */
export const fullPathScript = ({ users, more = [] }: FullPath): string =>
  writeScript('full-path', [
    `\\set user random(1, ${users})`,
    '\\set n :n + 1',
    'begin;',
    `select ledger_post('bench_:user', 'posted', 'fee', -1, 0, 0, 'fees', false, null, 'inv_:n', 'fee/inv_:run/:client_id/:n', now());`,
    `insert into events (topic, subject, payload) values ('balance.changed', 'bench_:user', '{"kind": "fee"}');`,
    ...more,
    'end;',
  ]);

export async function prepareLedger(cluster: BenchCluster, name: string, rows: number, users?: number): Promise<string> {
  const url = await cluster.createDatabase(name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await seedHistory(client, rows, users);
  await client.end();
  return url;
}

/** Transactions per second of a script, or of TPC-B without one. */
export function pgbenchContender(context: BenchContext, name: string, url: string, script?: string): Contender {
  const seconds = context.pick({ quick: 1, default: 4, full: 4 });
  const scripts = script === undefined ? {} : { scripts: [script] };
  return { name, round: async () => (await runPgbench(url, { clients: CLIENTS, seconds, ...scripts })).perSecond };
}
