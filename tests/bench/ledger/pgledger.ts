import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchCluster } from '../frame/cluster';
import { writeScript } from '../frame/pgbench';

/**
 * pgledger (github.com/pgr0ss/pgledger), a double-entry ledger in SQL: a checkout in `$BENCH_PEERS/pgledger`. Its own transfer function
 * alone, without key and outbox row, which ours has: the comparison favours it.
 */
const FILES = ['vendor/scoville-pgsql-ulid/ulid-to-uuid.sql', 'vendor/scoville-pgsql-ulid/uuid-to-ulid.sql', 'pgledger.sql'];
const ACCOUNTS = 1_000;

export type Pgledger = {
  readonly url: string /** Between two of a thousand accounts. */;
  readonly spread: string /** All to one. */;
  readonly hot: string;
};

export const PGLEDGER_ABSENT = 'BENCH_PEERS names no folder with a checkout of pgledger';

const accountOf = (variable: string) => `(select id from bench_accounts where n = ${variable})`;

/** Undefined where it is not there. */
export async function preparePgledger(cluster: BenchCluster): Promise<Pgledger | undefined> {
  const folder = join(process.env.BENCH_PEERS ?? '', 'pgledger');
  if (process.env.BENCH_PEERS === undefined || !FILES.every((file) => existsSync(join(folder, file)))) return undefined;
  const url = await cluster.createDatabase('pgledger', { empty: true });
  for (const file of FILES) await cluster.ask(url, readFileSync(join(folder, file), 'utf8'));
  await cluster.ask(
    url,
    `create table bench_accounts as
       select n, (pgledger_create_account('account ' || n, 'USD')).id from generate_series(0, ${ACCOUNTS}) n;
     alter table bench_accounts add primary key (n)`,
  );
  await cluster.ask(url, 'vacuum analyze');
  const transfer = (to: string) => `select pgledger_create_transfer(${accountOf(':from')}, ${accountOf(to)}, 1);`;
  const from = `\\set from random(1, ${ACCOUNTS})`;
  return {
    url,
    spread: writeScript('pgledger', [from, `\\set to 1 + (:from + random(0, ${ACCOUNTS - 2})) % ${ACCOUNTS}`, transfer(':to')]),
    hot: writeScript('pgledger-hot', [from, transfer('0')]),
  };
}

/** Its own invariant: every account's balance is the sum of its entries. */
export async function assertPgledgerBalanced(cluster: BenchCluster, url: string): Promise<void> {
  const [found] = await cluster.ask<{ wrong: number }>(
    url,
    `
    select count(*)::integer as wrong from pgledger_accounts a
      left join (select account_id, sum(amount) as moved from pgledger_entries group by 1) e on e.account_id = a.id
     where a.balance <> coalesce(e.moved, 0)`,
  );
  if (found?.wrong !== 0) throw new Error(`${found?.wrong} accounts of pgledger differ`);
}
