import { cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withClient } from '../../../test/parts/base-backup';
import { useTestDatabase } from '../../../test/parts/database';
import { loadOldestRelease } from '../../../tools/oldest-release';
import { migrate } from '../db/migrate';
import { serverRoot } from '../paths';

/** The migrations before monthly partitions. */
function rootBefore(): string {
  const root = mkdtempSync(join(tmpdir(), 'before-months-'));
  mkdirSync(join(root, 'migrations'));
  cpSync(join(serverRoot(), 'sql'), join(root, 'sql'), { recursive: true });
  for (const file of readdirSync(join(serverRoot(), 'migrations')).filter((name) => /^\d/.test(name) && name < '0066')) {
    cpSync(join(serverRoot(), 'migrations', file), join(root, 'migrations', file));
  }
  return root;
}

let url: string;
const ask = async (text: string): Promise<Record<string, unknown>[]> => (await withClient(url, (client) => client.query(text))).rows;
const FILES = "select pg_relation_filenode('events$') as events, pg_relation_filenode('callback_attempts$') as attempts";

beforeAll(async () => {
  url = await useTestDatabase('template0');
  await withClient(url, loadOldestRelease);
  await migrate(url, rootBefore());
  await ask(`
    set session_replication_role = replica;
    insert into events (topic, subject, version, payload, created_at)
    select 'invoice.paid', 'inv_' || n, 1, '{}', now() - n * interval '40 days' from generate_series(20, 0, -1) n;
    insert into event_tasks (event_id, dead) select id, true from events where subject in ('inv_3', 'inv_9');
    insert into callback_deliveries (id, invoice_id, store_id, event, url, endpoint, body, due_at, created_at)
    values ('cbk_1', 'inv_1', 'str_1', 'completed', 'https://shop.example', 'https://shop.example', '{}', now(), now());
    insert into callback_attempts (delivery_id, at, outcome, duration_ms) select 'cbk_1', now() - n * interval '1 day', 'refused', n from generate_series(5, 1, -1) n;`);
});

test('a table with rows becomes the first partition: none is moved, ids go on, tasks find their events', async () => {
  const [files] = await ask(FILES.replaceAll('$', ''));
  const [before] = await ask('select max(id)::integer as id from events');
  await migrate(url, serverRoot());
  expect(await ask(FILES.replaceAll('$', '_before'))).toEqual([files]);
  expect(await ask('select tableoid::regclass::text as part, count(*)::integer from events group by 1')).toEqual([
    { part: 'events_before', count: 21 },
  ]);
  expect(await ask('select tableoid::regclass::text as part, count(*)::integer from callback_attempts group by 1')).toEqual([
    { part: 'callback_attempts_before', count: 5 },
  ]);
  const next = `insert into events (topic, subject, version, payload) values ('invoice.paid', 'inv_0', 2, '{}') returning id::integer`;
  expect(await ask(next)).toEqual([{ id: Number(before?.id) + 1 }]);
  const found = 'select e.subject from event_tasks t join events e on e.id = t.event_id and e.created_at = t.event_at order by 1';
  expect(await ask(found)).toEqual([{ subject: 'inv_3' }, { subject: 'inv_9' }]);
  await expect(ask(next)).rejects.toMatchObject({ code: '23505' });
  expect(await ask("select conname from pg_constraint where conname ~ 'before_ends'")).toEqual([]);
});

test('months begin where the first partition ends', async () => {
  await ask('select add_months(now())');
  const months = await ask(`
    select inhrelid::regclass::text as part, pg_get_expr(relpartbound, inhrelid) ~ to_char(date_trunc('month', now() at time zone 'UTC') + interval '3 months', 'YYYY-MM-DD') as meets
      from pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent in ('events'::regclass, 'callback_attempts'::regclass) and pg_get_expr(relpartbound, inhrelid) <> 'DEFAULT' order by 1`);
  expect(months).toHaveLength(4);
  expect(months.every(({ meets }) => meets === true)).toBe(true);
  expect(await ask('select * from missing_months(now())')).toEqual([]);
  expect(await ask("select month from add_invoice_text_months(now() + interval '1 month') month")).toEqual([]); // as the last release calls it
  expect(await ask("select * from missing_months(now() + interval '1 month')")).toEqual([]);
});

test('the statements of the last release still work: its tasks name no time', async () => {
  await ask(`
    with stored as (
      insert into events (topic, subject, version, payload, store_id) values ('invoice.paid', 'inv_old', 1, '{}', null) returning id, topic)
    insert into event_tasks (event_id) select id from stored`);
  const found =
    "select e.subject from event_tasks t join events e on e.id = t.event_id and e.created_at = t.event_at where e.subject = 'inv_old'";
  expect(await ask(found)).toEqual([{ subject: 'inv_old' }]);
  await ask("delete from event_tasks t using events e where e.id = t.event_id and e.subject = 'inv_9'");
  await expect(ask("delete from events where subject in ('inv_12', 'inv_3')")).rejects.toThrow('has a task');
  expect(await ask("delete from events where id = any(array(select id from events where subject = 'inv_12')) returning subject")).toEqual([
    { subject: 'inv_12' },
  ]);
});
