import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '../../../test/parts/base-backup';
import { useTestDatabase } from '../../../test/parts/database';
import { createDb, type Db } from '../db/db';
import { serverRoot } from '../paths';
import { addMonths, listMissingMonths } from './add-months';
import { listOldParts } from './old-parts';

let url: string;
let db: Db;
let errors: unknown[];
const deps = () => ({ db, log: { error: (detail: unknown) => errors.push(detail) } as never });

beforeEach(async () => {
  url = await useTestDatabase();
  db = createDb({ url, poolMax: 3, applicationName: 'test' });
  errors = [];
  return () => db.close();
});

const partsOf = async (table: string) =>
  (
    await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`.execute(db.query)
  ).rows.map(({ name }) => name);

const writeEvent = (subject: string, version: number, at: string) => sql`
  insert into events (topic, subject, version, payload, created_at) values ('invoice.paid', ${subject}, ${version}, '{}', ${at}) returning id`;

const placeOf = async (subject: string) =>
  (
    await sql<{ part: string }>`select tableoid::regclass::text as part from events where subject = ${subject} order by id`.execute(
      db.query,
    )
  ).rows.map(({ part }) => part);

describe('months', () => {
  test('are made ahead for every table that grows, once', async () => {
    const at = new Date('2030-11-20T12:00:00Z');
    await Promise.all([addMonths(deps(), at), addMonths(deps(), at)]);
    for (const table of ['events', 'callback_attempts', 'invoice_texts']) {
      const added = (await partsOf(table)).filter((name) => /_203\d/.test(name));
      expect(added).toEqual(['2030_11', '2030_12', '2031_01', '2031_02'].map((month) => `${table}_${month}`));
    }
    for (const time of ['2030-11-30T23:59:59.999999Z', '2030-12-01T00:00:00Z']) await writeEvent(time, 1, time).execute(db.query);
    expect(await placeOf('2030-11-30T23:59:59.999999Z')).toEqual(['events_2030_11']);
    expect(await placeOf('2030-12-01T00:00:00Z')).toEqual(['events_2030_12']);
    expect(await listMissingMonths(db.query, new Date('2031-01-31T00:00:00Z'))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('have the keys, checks and triggers of their table', async () => {
    await addMonths(deps(), new Date('2030-11-20T12:00:00Z'), 0);
    await writeEvent('a', 1, '2030-11-10T00:00:00Z').execute(db.query);
    const again = writeEvent('a', 1, '2030-11-20T00:00:00Z').execute(db.query);
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'events_2030_11_subject_version_key' });
    await expect(sql`insert into events (topic, subject, payload) values ('Paid', 'a', '{}')`.execute(db.query)).rejects.toThrow(
      'topic_is_noun',
    );
    await expect(sql`update events set version = 2`.execute(db.query)).rejects.toThrow('append-only');
    await expect(sql`delete from events`.execute(db.query)).rejects.toThrow('append-only');
    const attempt = sql`insert into callback_attempts (delivery_id, at, outcome, duration_ms) values ('cbk_none', '2030-11-10', 'delivered', 1)`;
    await expect(attempt.execute(db.query)).rejects.toMatchObject({ code: '23503', constraint: 'callback_attempts_delivery_id_fkey' });
  });

  test('that are missing lose no row, and are told until they are there', async () => {
    const from = new Date('2040-01-15T00:00:00Z');
    await writeEvent('early', 1, '2040-02-01T00:00:00Z').execute(db.query);
    expect(await placeOf('early')).toEqual(['events_default']);
    expect(await listMissingMonths(db.query, from)).toEqual(
      ['callback_attempts', 'events', 'invoice_texts'].flatMap((table) => [`${table} 2040-01`, `${table} 2040-02`]),
    );
    await addMonths(deps(), from, 2);
    expect(errors).toEqual([{ month: 'events 2040-02' }]);
    expect(await listMissingMonths(db.query, from)).toEqual(['events 2040-02']);
    expect((await partsOf('events')).filter((name) => /_2040/.test(name))).toEqual(['events_2040_01', 'events_2040_03']);
    const again = writeEvent('early', 1, '2040-02-20T00:00:00Z').execute(db.query);
    await expect(again).rejects.toMatchObject({ code: '23505' }); // the default partition has the same keys
    // What the runbook says to do then.
    const runbook = readFileSync(join(serverRoot(), '../../docs/runbooks/months-missing.md'), 'utf8');
    const mended = /```sql\n([^`]+)```/.exec(runbook)?.[1]?.replace('now()', "timestamptz '2040-01-15'") ?? '';
    await withClient(url, (client) => client.query(mended));
    expect(await placeOf('early')).toEqual(['events_2040_02']);
    expect(await listMissingMonths(db.query, from)).toEqual([]);
    await writeEvent('far', 1, '2060-01-01T00:00:00Z').execute(db.query);
    expect(await placeOf('far')).toEqual(['events_default']);
  });

  test('wait for a dump that reads everything, and writers wait for neither', async () => {
    const dump = new pg.Client({ connectionString: url });
    await dump.connect();
    await dump.query('begin; lock table events_default in access share mode');
    const adding = addMonths(deps(), new Date('2050-01-15T00:00:00Z'));
    const outcome = expect(adding).rejects.toMatchObject({ code: '55P03' });
    for (let n = 1; n <= 20; n += 1) await writeEvent('busy', n, new Date().toISOString()).execute(db.query);
    await outcome;
    await dump.query('rollback');
    await dump.end();
    await addMonths(deps(), new Date('2050-01-15T00:00:00Z'));
    expect(await listMissingMonths(db.query, new Date('2050-01-15T00:00:00Z'))).toEqual([]);
  });
});

test('an event with a task cannot be deleted, however old', async () => {
  const { rows } = await sql<{ id: bigint }>`${writeEvent('old', 1, '2020-01-01T00:00:00Z')}`.execute(db.query);
  await sql`insert into event_tasks (event_id, event_at, dead) values (${rows[0]?.id}, '2020-01-01T00:00:00Z', true)`.execute(db.query);
  await expect(sql`delete from events`.execute(db.query)).rejects.toMatchObject({ code: '23503' });
  await sql`delete from event_tasks`.execute(db.query);
  await sql`delete from events`.execute(db.query);
});

test('bounds of other tables, which are ids, are no error in whatever order the catalogue is joined', async () => {
  await addMonths(deps(), new Date('2020-01-15T00:00:00Z'), 1);
  await db.transaction(async (tx) => {
    await sql`set local enable_nestloop = off`.execute(tx);
    expect(await listOldParts(tx, 'events', 400)).toEqual([
      { name: 'events_default', isOver: false },
      { name: 'events_2020_01', isOver: true },
      { name: 'events_2020_02', isOver: true },
    ]);
    expect(await listMissingMonths(tx, new Date('2020-02-15T00:00:00Z'))).toEqual(
      ['callback_attempts', 'events', 'invoice_texts'].map((table) => `${table} 2020-03`),
    );
  });
});
