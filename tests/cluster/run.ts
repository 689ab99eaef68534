import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { numberOption } from '../number-option';
import { type Cluster, startCluster } from './cluster';
import { stopDaemons } from './engines/daemon';
import { PORTS } from './engines/ports';
import { FAULTS, type Failover, failOver } from './failovers';
import { type Load, startLoad } from './load';
import { roll } from './roll';
import { printSizes } from './sizes';
import { type Verdict, verify } from './verify';

/**
 * `npm run cluster`: three PostgreSQL nodes under Patroni with etcd, Redis with replicas, haproxy, pgbouncer and two processes of each role on
 * this machine, until Ctrl-C. `-- --failovers 10` loads it, lets the primary fail that often, and compares what was acknowledged with what is
 * there; `--report <file>` writes both as JSON. `--roll <tag or commit>` begins with that release, replaces it by this one under load, and goes back.
 */
const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '0' },
    rate: { type: 'string', default: '5' },
    from: { type: 'string' },
    dir: { type: 'string', default: '/tmp/stablegate-cluster' },
    report: { type: 'string' },
  },
});
// Read before anything is started.
const failovers = numberOption('failovers', values.failovers, 0);
const perSecond = numberOption('rate', values.rate, 0.1);
// Opened as whoever started this: the cluster leaves root, and may not write into that folder.
const report = values.report === undefined ? undefined : openSync(values.report, 'w');
const root = join(import.meta.dirname, '../..');
/** What `--report` writes. */
export type ClusterReport = { readonly failovers: readonly Failover[]; readonly verdicts: readonly Verdict[] };
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function printFailovers(done: readonly Failover[], load: Load): void {
  say('\n| # | fault | primary | Patroni: until the next primary | gateway: longest time without an acknowledged invoice |');
  say('| --- | --- | --- | --- | --- |');
  for (const [index, { fault, from, to, patroniMs, outageMs }] of done.entries())
    say(`| ${index + 1} | ${fault} | node${from} → node${to} | ${seconds(patroniMs)} | ${seconds(outageMs)} |`);
  const longest = (pick: (failover: Failover) => number) => seconds(Math.max(...done.map(pick)));
  say(`| | **longest** | | **${longest(({ patroniMs }) => patroniMs)}** | **${longest(({ outageMs }) => outageMs)}** |`);
  const stray = done.reduce((sum, { strayWrites }) => sum + strayWrites, 0);
  say(`\nWrites that an old primary acknowledged after there was a new one: ${stray}`);
  say(
    `${load.requests()} requests; other answers: ${[...load.refusals].map(([what, count]) => `${what} × ${count}`).join(', ') || 'none'}`,
  );
}

let cluster: Cluster | undefined;
let isGood = true;
const finish = async () => {
  await cluster?.gateway.stop();
  await stopDaemons();
  process.exit(isGood ? 0 : 1);
};
process.on('uncaughtException', (error) => {
  say(`Failed: ${error.stack}`);
  isGood = false;
  void finish();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void finish());
cluster = await startCluster(values.dir, values.from ?? root, say).catch(async (error: unknown) => {
  say(String(error));
  await stopDaemons();
  process.exit(1);
});

if (values.from !== undefined) {
  isGood = await roll(cluster, root, say);
  await printSizes(cluster, say);
  await finish();
}
if (failovers === 0) {
  const [store] = cluster.stores;
  say(`\ncurl -H 'x-api-key: ${store?.apiKey}' -H 'content-type: application/json' \\
  -d '{"name":"Tea","amount":"10","request_id":"one"}' http://localhost:${PORTS.gateway}/api/v1/payment/invoice\n\nCtrl-C stops everything.`);
  await new Promise(() => undefined); // a signal ends it
}
const load = await startLoad({ ...cluster, perSecond });
const done: Failover[] = [];
try {
  for (let index = 0; index < failovers; index += 1) {
    const fault = FAULTS[index % FAULTS.length] as (typeof FAULTS)[number];
    const failover = await failOver(cluster, load, fault);
    done.push(failover);
    say(
      `${index + 1}. ${fault.name} of node${failover.from}: Patroni ${seconds(failover.patroniMs)}, gateway ${seconds(failover.outageMs)}`,
    );
  }
  await load.stop();
  const verdicts = await verify(cluster, load);
  if (report !== undefined) writeFileSync(report, JSON.stringify({ failovers: done, verdicts } satisfies ClusterReport));
  printFailovers(done, load);
  say('\n| what clients were told | number | lost |\n| --- | --- | --- |');
  for (const { what, expected, lost } of verdicts) say(`| ${what} | ${expected} | ${lost} |`);
  const dead = cluster.gateway.members().filter((member) => member.ended() !== undefined);
  if (dead.length > 0) say(`\nEnded by itself: ${dead.map(({ name }) => name).join(', ')}`);
  isGood = verdicts.every(({ lost }) => lost === 0) && dead.length === 0 && done.every(({ strayWrites }) => strayWrites === 0);
} catch (error) {
  say(`\nFailed: ${error instanceof Error ? error.stack : String(error)}`);
  isGood = false;
}
load.close();
await finish();
