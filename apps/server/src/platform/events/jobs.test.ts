import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { bundleEntry } from '../../../test/processes/command';
import { createDb } from '../db/db';
import { createLogger } from '../log';
import { createJobs } from './jobs';

const url = await useTestDatabase();
const db = createDb({ url, poolMax: 3, applicationName: 'test' });
const jobs = createJobs({ url, log: createLogger('silent') });
const seen: unknown[] = [];
jobs.register('plain.job', async (data) => void seen.push(data));
await jobs.start({ work: true });
afterAll(async () => {
  await jobs.stop();
  await db.close();
});

const until = async (condition: () => boolean, ms: number) => {
  for (const end = Date.now() + ms; Date.now() < end && !condition(); ) await new Promise((resolve) => setTimeout(resolve, 100));
};

describe('background jobs', () => {
  test('a job exists exactly when its transaction commits', async () => {
    await db.transaction((tx) => jobs.enqueue(tx, 'plain.job', { n: 1 }));
    await db
      .transaction(async (tx) => {
        await jobs.enqueue(tx, 'plain.job', { n: 2 });
        throw new Error('no');
      })
      .catch(() => undefined);
    await until(() => seen.length > 0, 25_000);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(seen).toEqual([{ n: 1 }]);
  });

  test('queues without jobs are asked about together, not one by one', async () => {
    const idle = createJobs({ url, log: createLogger('silent') });
    for (let n = 0; n < 20; n += 1) idle.register(`idle.job-${n}`, async () => undefined);
    await idle.start({ work: true });
    await sql`create extension if not exists pg_stat_statements`.execute(db.query);
    const ours = sql`(select oid from pg_database where datname = current_database())`;
    await sql`select pg_stat_statements_reset(0, ${ours}, 0)`.execute(db.query);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const { rows } = await sql<{ calls: number }>`
      select coalesce(sum(calls), 0)::integer as calls from pg_stat_statements where dbid = ${ours} and query ilike '%pgboss.job%skip locked%'`.execute(
      db.query,
    );
    await idle.stop();
    expect(rows[0]?.calls).toBeLessThanOrEqual(4); // 126 when each queue asked twice a second
  });

  // Only the takeover is limited to 60 seconds: on a busy machine the victim takes half a minute to start.
  test("a killed worker's job is taken over within 60 seconds", { timeout: 180_000 }, async () => {
    const entry = await bundleEntry('../test/processes/job-victim');
    const victim = spawn(process.execPath, [entry, url], { stdio: ['ignore', 'pipe', 'inherit'] });
    const taken = once(victim.stdout, 'data');
    await until(() => victim.pid !== undefined, 10_000);
    const rescuer = createJobs({ url, log: createLogger('silent') });
    const rescued: unknown[] = [];
    rescuer.register('stuck.job', async (data) => void rescued.push(data));
    await rescuer.start({ work: false });
    await db.transaction((tx) => rescuer.enqueue(tx, 'stuck.job', { important: true }));
    await taken;
    victim.kill('SIGKILL');
    await rescuer.stop();

    const next = createJobs({ url, log: createLogger('silent') });
    next.register('stuck.job', async (data) => void rescued.push(data));
    await next.start({ work: true });
    await until(() => rescued.length > 0, 60_000);
    await next.stop();
    expect(rescued).toEqual([{ important: true }]);
  });
});
