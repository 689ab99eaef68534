import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '../../../apps/sandbox/src/postgres/cluster';
import { copyAsStandby } from '../../../apps/server/test/parts/base-backup';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { compare } from '../frame/compare';
import { assertBalanced } from '../frame/ledger-check';
import { interleave } from '../frame/statistics';
import { fullPathScript, pgbenchContender, prepareLedger } from './full-path';
import { BENCH_USERS } from './history';

/** B26: what it costs that a second server has every commit on its disk: the ledger's transaction with and without waiting for a standby. */
const ROWS = 100_000;
const STREAMING_MS_MAX = 60_000;

async function waitForStandby(cluster: BenchCluster, url: string): Promise<void> {
  for (const end = Date.now() + STREAMING_MS_MAX; Date.now() < end; await sleep(200)) {
    const found = await cluster.ask(
      url,
      `select from pg_stat_replication where state = 'streaming' and replay_lsn >= pg_current_wal_lsn()`,
    );
    if (found.length === 1) return;
  }
  throw new Error('the standby does not follow');
}

async function compareModes(cluster: BenchCluster, url: string, context: BenchContext): Promise<BenchRow[]> {
  const script = fullPathScript({ users: BENCH_USERS });
  const contender = (name: string, standbys: string, commit: string) => {
    const { round } = pgbenchContender(context, name, url, script);
    return {
      name,
      round: async () => {
        await cluster.ask(url, `alter system set synchronous_standby_names = '${standbys}'`);
        await cluster.ask(url, `alter system set synchronous_commit = '${commit}'`);
        await cluster.ask(url, 'select pg_reload_conf()');
        await waitForStandby(cluster, url); // also: what the last round left to send
        return round();
      },
    };
  };
  const [off, written, applied] = ['off', 'written', 'applied'];
  const figures = await interleave(
    [contender(off, '', 'on'), contender(written, '*', 'on'), contender(applied, '*', 'remote_apply')],
    context.pick({ quick: 5, default: 9, full: 9 }),
  );
  const row = (name: string, mode: string): BenchRow => {
    const [ours, other] = [figures.get(mode) ?? [], figures.get(off) ?? []];
    return compare({ id: 'B26', name, unit: 'tps', ours, other, otherName: 'the standby follows, nobody waits' });
  };
  return [row('ledger entries that a standby has on disk', written), row('ledger entries that a standby shows', applied)];
}

export const bench: Bench = {
  ids: ['B26'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const url = await prepareLedger(cluster, 'replicated', ROWS);
      await cluster.ask(url, `alter system set wal_keep_size = '4GB'`);
      await cluster.ask(url, 'select pg_reload_conf()');
      const dir = `${cluster.dir}-standby`;
      await copyAsStandby(cluster.url('postgres'), cluster.dir, dir);
      const standby = await startCluster({ dir, settings: { shared_buffers: '256MB', primary_conninfo: cluster.url('postgres') } });
      try {
        await waitForStandby(cluster, url);
        const rows = await compareModes(cluster, url, context);
        await cluster.ask(url, `alter system reset synchronous_standby_names`);
        await cluster.ask(url, 'select pg_reload_conf()');
        await assertBalanced(url);
        return rows;
      } finally {
        await standby.destroy();
        rmSync(dir, { recursive: true, force: true });
      }
    }),
};
