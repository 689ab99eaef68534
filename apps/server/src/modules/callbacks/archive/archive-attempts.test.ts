import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/parts/database';
import { archiveTable } from '../../../platform/archive/archive-parts';
import { createDb, type Db } from '../../../platform/db/db';
import { createLogger } from '../../../platform/log';
import { addMonths } from '../../../platform/partitions/add-months';
import { OLD_ATTEMPTS } from './archive-attempts';

let db: Db;
beforeAll(async () => {
  db = createDb({ url: await useTestDatabase(), poolMax: 1, applicationName: 'test' });
  const { query } = db;
  await sql`set session_replication_role = replica`.execute(query); // no invoice and store needed
  await sql`
    insert into callback_deliveries (id, invoice_id, store_id, event, url, endpoint, body, due_at, created_at, outcome, ended_at)
    select 'cbk_' || n, 'inv_' || n, 'str_1', 'completed', 'https://shop.example', 'https://shop.example', '{}', now(), now(),
           case when n <> 9 then 'delivered' end, case when n <> 9 then now() end from generate_series(1, 9) n`.execute(query);
  await sql`
    insert into callback_attempts (delivery_id, at, outcome, duration_ms)
    select 'cbk_' || n, now() - (case when n <= 5 or n = 9 then 91 else 89 end) * interval '1 day', 'delivered', 1 from generate_series(1, 9) n`.execute(
    query,
  );
  await sql`set session_replication_role = origin`.execute(query);
});
afterAll(() => db.close());

test('attempts older than 90 days of ended deliveries go to a file per month, in batches; the others stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablegate-archive-'));
  const progress: number[] = [];
  const { rows, files } = await archiveTable(db, OLD_ATTEMPTS, folder, (done) => progress.push(done), { batch: 2 });
  expect({ rows, progress }).toEqual({ rows: 5, progress: [2, 4, 5] });
  const lines = files.flatMap((file) => gunzipSync(readFileSync(file)).toString().trim().split('\n'));
  expect(lines.map((line) => (JSON.parse(line) as { delivery_id: string }).delivery_id)).toEqual([1, 2, 3, 4, 5].map((n) => `cbk_${n}`));
  const { rows: left } = await sql<{ id: string }>`select delivery_id as id from callback_attempts order by id`.execute(db.query);
  expect(left.map(({ id }) => id)).toEqual(['cbk_6', 'cbk_7', 'cbk_8', 'cbk_9']);
  expect((await archiveTable(db, OLD_ATTEMPTS, folder, () => undefined)).rows).toBe(0);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('the database refuses to change an attempt, and to delete a young one', async () => {
  await expect(sql`update callback_attempts set duration_ms = 2`.execute(db.query)).rejects.toThrow('append-only');
  await expect(sql`delete from callback_attempts where delivery_id = 'cbk_6'`.execute(db.query)).rejects.toThrow('append-only');
});

test('a month that is old to its end is dropped, unless a callback with an attempt in it still waits', async () => {
  const { query } = db;
  const log = createLogger('silent');
  await addMonths({ db, log }, new Date('2020-03-15T00:00:00Z'), 1);
  await sql`
    insert into callback_attempts (delivery_id, at, outcome, duration_ms)
    values ('cbk_1', '2020-03-10', 'refused', 1), ('cbk_2', '2020-04-10', 'refused', 1), ('cbk_9', '2020-04-11', 'refused', 1)`.execute(
    query,
  );
  const { rows, files } = await archiveTable(db, OLD_ATTEMPTS, mkdtempSync(join(tmpdir(), 'stablegate-archive-')), () => undefined);
  expect(rows).toBe(2);
  expect(files.map((file) => basename(file))).toEqual(['callback-attempts-2020-03.jsonl.gz', 'callback-attempts-2020-04.jsonl.gz']);
  const { rows: left } = await sql`
    select inhrelid::regclass::text as part, (select string_agg(delivery_id, ' ') from callback_attempts a where a.tableoid = inhrelid) as rows
      from pg_inherits where inhparent = 'callback_attempts'::regclass and inhrelid::regclass::text ~ '_2020_'`.execute(query);
  expect(left).toEqual([{ part: 'callback_attempts_2020_04', rows: 'cbk_9' }]);
});
