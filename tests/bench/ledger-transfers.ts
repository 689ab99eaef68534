import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../../apps/sandbox/src/postgres/cluster';
import { createLedgerService } from '../../apps/server/src/modules/ledger/ledger.service';
import { systemClocks } from '../../apps/server/src/platform/clock';
import { createDb } from '../../apps/server/src/platform/db';
import { createLogger } from '../../apps/server/src/platform/log';
import { migrate } from '../../apps/server/src/platform/migrate';
import { createOutbox } from '../../apps/server/src/platform/outbox';
import { BENCH_USERS, seedHistory } from './ledger-history';
import { median, preparePgbench, runPgbench, writeScript } from './pgbench';

/**
 * B1: ledger transfers against pgbench TPC-B on the same server, interleaved. The ledger's transaction is the full path: posting
 * with idempotency key, outbox row, commit that waits for the disk. `tsx tests/bench/ledger-transfers.ts [history rows] [rounds] [seconds]`
 */
const [rowsGiven = '100000', roundsGiven = '7', secondsGiven = '4'] = process.argv.slice(2);
const HISTORY_ROWS = Number.parseInt(rowsGiven, 10);
const ROUNDS = Number.parseInt(roundsGiven, 10);
const SECONDS = Number.parseInt(secondsGiven, 10);
const CLIENTS = 8;
const TPCB_SCALE = 10; // above the number of clients, as pgbench's manual asks: else its branch rows are what is measured
const TARGET = 1.2;

/** pgbench puts its variables into the text, as it does for TPC-B; `run` and `n` make keys that are new and sorted by time, as ours are. */
const PICK = [`\\set user random(1, ${BENCH_USERS})`, '\\set n :n + 1'];
const POST = `select ledger_post('bench_:user', 'posted', 'fee', -1, 0, 0, 'fees', false, null, 'inv_:n', 'fee/inv_:run/:client_id/:n', now(), 'Asia/Ho_Chi_Minh')`;
const EVENT = `insert into events (topic, subject, payload) values ('balance.changed', 'bench_:user', '{"kind": "fee"}')`;

async function nodeRound(url: string): Promise<number> {
  const db = createDb({ url, poolMax: CLIENTS, applicationName: 'bench' });
  const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
  const outbox = createOutbox({ db, log: createLogger('silent') });
  const until = Date.now() + SECONDS * 1_000;
  let done = 0;
  const worker = async (name: number) => {
    while (Date.now() < until) {
      const userId = `bench_${1 + Math.floor(Math.random() * BENCH_USERS)}`;
      const key = `fee:node_${Date.now()}_${name}_${done}_${Math.random()}`;
      await db.transaction(async (tx) => {
        await ledger.charge(tx, { userId, amountMicros: 1n, reference: key, idempotencyKey: key });
        await outbox.append(tx, [{ topic: 'balance.changed', subject: userId, payload: { kind: 'fee' } }]);
      });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, name) => worker(name)));
  await db.close();
  return done / SECONDS;
}

type Contender = { readonly name: string; readonly round: () => Promise<number>; readonly tps: number[] };

async function compare(ledgerUrl: string, tpcbUrl: string): Promise<Contender[]> {
  const fullPath = writeScript('full-path', [...PICK, 'begin;', `${POST};`, `${EVENT};`, 'end;']);
  const pgbench = (url: string, script?: string) => () =>
    runPgbench(url, { clients: CLIENTS, seconds: SECONDS, ...(script === undefined ? {} : { script }) });
  const contenders: Contender[] = [
    { name: 'TPC-B', round: pgbench(tpcbUrl), tps: [] },
    { name: 'ledger', round: pgbench(ledgerUrl, fullPath), tps: [] },
    { name: 'ledger service in Node', round: () => nodeRound(ledgerUrl), tps: [] },
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) contender.tps.push(await contender.round());
  }
  return contenders;
}

function report(contenders: readonly Contender[], faults: number): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const of = (name: string) => median(contenders.find((contender) => contender.name === name)?.tps ?? []);
  say(`${HISTORY_ROWS} rows of history, ${BENCH_USERS} wallets, ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s`);
  for (const { name, tps } of contenders) {
    say(
      `${name.padEnd(30)} median ${median(tps).toFixed(0).padStart(6)} tps   from ${Math.min(...tps).toFixed(0)} to ${Math.max(...tps).toFixed(0)}`,
    );
  }
  const ratio = of('ledger') / of('TPC-B');
  say(`ratio ${ratio.toFixed(2)}, target ${TARGET}: ${ratio >= TARGET ? 'pass' : 'falls short'}`);
  say(`ledger check after it: ${faults === 0 ? 'ok' : `${faults} wallets differ`}`);
}

const dir = mkdtempSync(join(tmpdir(), 'stablegate-bench-'));
const cluster = await startCluster({ dir, settings: { shared_buffers: '1GB', max_wal_size: '8GB' } });
try {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  await admin.query('create database tpcb');
  await admin.query('create database ledger');
  await admin.end();
  await preparePgbench(cluster.url('tpcb'), TPCB_SCALE);
  await migrate(cluster.url('ledger'), join(import.meta.dirname, '../../apps/server/migrations'));
  const client = new pg.Client({ connectionString: cluster.url('ledger') });
  await client.connect();
  await seedHistory(client, HISTORY_ROWS);
  await client.end();
  const contenders = await compare(cluster.url('ledger'), cluster.url('tpcb'));
  const db = createDb({ url: cluster.url('ledger'), poolMax: 2, applicationName: 'bench' });
  const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
  const { differences } = await ledger.check('full');
  await db.close();
  report(contenders, differences);
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
