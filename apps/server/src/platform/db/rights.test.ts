import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { withClient } from '../../../test/parts/base-backup';
import { asRunningRole, useTestDatabase } from '../../../test/parts/database';
import { serverRoot } from '../paths';
import { migrate } from './migrate';
import { listOwnedTables } from './rights';

/** What a running program must never get: its statements fail for want of a right, whatever the triggers say. */
const NOT_ALLOWED = '42501';
let app: TestApp;
let running: string;
const ask = (text: string, url = running) => withClient(url, (client) => client.query(text));
const refused = (...texts: string[]) =>
  withClient(running, async (client) => {
    for (const text of texts) await expect(client.query(text), text).rejects.toMatchObject({ code: NOT_ALLOWED });
  });

beforeAll(async () => {
  app = await startTestApp({ ownsNothing: true, roles: ['worker'] });
  running = asRunningRole(app.databaseUrl);
});

/** From the catalogue, so that a new table is attacked without anybody writing a test. */
const allOf = async (text: string): Promise<string[]> =>
  (await ask(text, app.databaseUrl)).rows.map(({ name }) => pg.escapeIdentifier(name));
const tables = () => allOf("select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')");
const guardedAgainst = (bit: number) =>
  allOf(`select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where t.tgfoid = 'refuse_change'::regproc and t.tgqual is null and t.tgtype & 1 > 0 and t.tgtype & ${bit} > 0 and not c.relispartition`);

describe('whoever gets into the running program', () => {
  test('works as a role that owns no table', async () => {
    expect((await sql<{ role: string }>`select current_user as role`.execute(app.platform.db.query)).rows[0]?.role).toBe(
      'stablegate_running',
    );
    expect(await listOwnedTables(app.platform.db.query)).toEqual([]);
  });

  test('cannot drop, alter or empty any table, nor switch off its triggers', async () => {
    const names = await tables();
    expect(names).toContain('"audit_log"');
    const attacks = names.flatMap((name) => [
      `drop table ${name}`,
      `truncate ${name}`,
      `alter table ${name} disable trigger all`,
      `alter table ${name} add column more text`,
      `create trigger more before insert on ${name} for each row execute function refuse_change()`,
    ]);
    await refused(...attacks);
  });

  test('cannot change a row of an append-only table, nor take one out', async () => {
    const [updates, deletes] = [await guardedAgainst(16), await guardedAgainst(8)];
    expect(updates.sort()).toEqual(['"audit_log"', '"callback_attempts"', '"deposit_credits"', '"events"', '"ledger_entries"']);
    expect(deletes.sort()).toEqual(['"audit_log"', '"deposit_credits"', '"ledger_accounts"', '"ledger_entries"']);
    for (const name of deletes) await refused(`delete from ${name}`);
    for (const name of updates) {
      const [column] = await allOf(`select attname as name from pg_attribute where attrelid = '${name}'::regclass and attnum = 2`);
      await refused(`update ${name} set ${column} = ${column}`);
    }
  });

  test('cannot write past a partitioned table, into its months', async () => {
    const parts = await allOf(
      "select inhrelid::regclass::text as name from pg_inherits join pg_class c on c.oid = inhrelid and c.relkind = 'r'",
    );
    expect(parts.length).toBeGreaterThan(10);
    for (const name of parts.filter((part) => !part.includes('.'))) await refused(`delete from ${name}`);
  });

  test.each([
    'create table more (n integer)',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'create function more() returns integer language sql as $$ select 1 $$',
    'drop function refuse_change() cascade',
    'drop schema pgboss cascade',
    'create schema more',
    "set session_replication_role = 'replica'",
    'set role stablegate',
    'create role more',
    'update schema_migrations set oldest_reader = 0',
    'delete from schema_functions',
  ])('cannot %s', (text) => refused(text));
});

describe('the running role', () => {
  test('gets its months and its queues all the same', async () => {
    const later = new Date(Date.now() + 200 * 24 * 60 * 60_000);
    expect((await sql`select month from add_months(${later}) month`.execute(app.platform.db.query)).rows).toEqual([]);
    expect((await sql`select * from missing_months(${later})`.execute(app.platform.db.query)).rows).toEqual([]);
    const done: unknown[] = [];
    const next = await startTestApp({
      env: { DATABASE_URL: running, MIGRATION_DATABASE_URL: app.databaseUrl },
      extend: (_route, { platform }) => platform.jobs.register('noted', async (data) => void done.push(data)),
      roles: ['worker'],
    });
    await next.platform.jobs.enqueue(next.platform.db.query, 'noted', { at: 'last' });
    await expect.poll(() => done).toEqual([{ at: 'last' }]);
  });

  test('suffices for every job', async () => {
    const { rows } = await sql<{ name: string }>`select name from pgboss.queue where name !~ '^__'`.execute(app.platform.db.query);
    expect(rows.length).toBeGreaterThan(15);
    for (const { name } of rows) await app.platform.jobs.enqueue(app.platform.db.query, name, {});
    const tried = async () =>
      (await sql<{ name: string }>`select distinct name from pgboss.job where started_on is not null`.execute(app.platform.db.query)).rows
        .length;
    await expect.poll(tried).toBe(rows.length);
    const refusals = sql`select name, output from pgboss.job where output::text ~ 'permission denied|must be owner'`;
    expect((await refusals.execute(app.platform.db.query)).rows).toEqual([]);
  });

  test('starts alone on a database that is up to date, and says what to do on any other', async () => {
    const url = await useTestDatabase('template0');
    await expect(migrate(asRunningRole(url), serverRoot())).rejects.toThrow('npm run admin -- migrate');
    await migrate(url, serverRoot(), asRunningRole(url));
    expect(await migrate(asRunningRole(url), serverRoot())).toEqual({ migrations: 0, functions: 0 });
    await ask("update schema_functions set checksum = '' where name = 'add_months.sql'", url);
    await expect(migrate(asRunningRole(url), serverRoot())).rejects.toThrow('npm run admin -- migrate');
    await migrate(url, serverRoot());
    await ask('delete from schema_migrations where version = (select max(version) from schema_migrations)', url);
    await expect(migrate(asRunningRole(url), serverRoot())).rejects.toThrow('npm run admin -- migrate');
    await ask("insert into schema_migrations (version, name, checksum) values (9998, '9998_old.sql', ''), (9999, '9999_new.sql', '')", url);
    expect(await migrate(asRunningRole(url), serverRoot())).toEqual({ migrations: 0, functions: 0 }); // a newer release has used it
  });

  test('loses a right that somebody gave it, and is refused where it owns the tables', async () => {
    const url = await useTestDatabase();
    await migrate(url, serverRoot(), asRunningRole(url));
    await ask('grant update, truncate on ledger_entries to stablegate_running; grant create on schema public to public', url);
    await migrate(url, serverRoot(), asRunningRole(url));
    for (const text of ['update ledger_entries set kind = kind', 'truncate ledger_entries', 'create table more (n integer)'])
      await expect(ask(text, asRunningRole(url)), text).rejects.toMatchObject({ code: NOT_ALLOWED });
    await expect(migrate(url, serverRoot(), url)).rejects.toThrow('create another role for DATABASE_URL');
  });
});
