import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withClient } from '../../../test/parts/base-backup';
import { useTestDatabase } from '../../../test/parts/database';
import { dumpSchema } from '../../../tools/dump-schema';
import { loadOldestRelease } from '../../../tools/oldest-release';
import { serverRoot } from '../paths';
import { MigrationError, migrate, readMigrations } from './migrate';

const NOTHING = { migrations: 0, functions: 0 };
const realFunctions = readdirSync(join(serverRoot(), 'sql'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.sql'),
).length;

/** A folder like the server's: `migrations`, with their sum as schema.sql, and `sql`. */
function rootOf(files: { migrations: Record<string, string>; sql?: Record<string, string> }): string {
  const root = mkdtempSync(join(tmpdir(), 'migrate-'));
  const migrations = { ...files.migrations, 'schema.sql': Object.values(files.migrations).join(';') };
  for (const [folder, texts] of Object.entries({ sql: {}, ...files, migrations })) {
    mkdirSync(join(root, folder));
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, folder, name), text);
  }
  return root;
}

async function askOne(url: string, text: string): Promise<unknown> {
  const { rows } = await withClient(url, (client) => client.query<Record<string, unknown>>(text));
  return Object.values(rows[0] ?? {})[0];
}

async function useOldestRelease(): Promise<string> {
  const url = await useTestDatabase('template0');
  await withClient(url, loadOldestRelease);
  return url;
}

describe('migrations', () => {
  test('an empty database gets all, once, even when several processes start concurrently', async () => {
    const url = await useTestDatabase('template0');
    const all = { migrations: readMigrations(join(serverRoot(), 'migrations')).length, functions: realFunctions };
    const starts = await Promise.all([migrate(url, serverRoot()), migrate(url, serverRoot()), migrate(url, serverRoot())]);
    expect(starts).toContainEqual(all);
    expect(starts.filter(({ functions, migrations }) => functions + migrations === 0)).toHaveLength(2);
  });

  test('a database that a newer release has expanded is used as it is, with the newer functions', async () => {
    const url = await useTestDatabase('template0');
    const wider = { ...FIRST, '0002_words.sql': 'create table words (w text)' };
    await migrate(url, rootOf({ migrations: wider, sql: { 'answer.sql': answering(42) } }));
    expect(await migrate(url, rootOf({ migrations: FIRST, sql: { 'answer.sql': answering(41) } }))).toEqual(NOTHING);
    expect(await askOne(url, 'select answer()')).toBe(42);
  });

  test('a contract step refuses the releases that still read what it removes, and no others', async () => {
    const url = await useTestDatabase('template0');
    const second = { ...FIRST, '0002_words.sql': 'create table words (w text)' };
    await migrate(url, rootOf({ migrations: { ...second, '0003_drop.sql': '-- contract: not read since 2\ndrop table numbers' } }));
    expect(await migrate(url, rootOf({ migrations: second }))).toEqual(NOTHING);
    await expect(migrate(url, rootOf({ migrations: FIRST }))).rejects.toThrow('programs before 2 read: it was used by a newer release');
  });

  test('a database of the oldest release becomes what an empty one gets', async () => {
    const [updated, fresh] = [await useOldestRelease(), await useTestDatabase()];
    await migrate(updated, serverRoot());
    expect(await withClient(updated, dumpSchema)).toBe(readFileSync(join(serverRoot(), 'migrations/schema.sql'), 'utf8'));
    expect(await askOne(updated, DEFINITIONS)).toBe(await askOne(fresh, DEFINITIONS));
    expect(await askOne(updated, MONTHS)).toBe(await askOne(fresh, MONTHS));
    expect(await migrate(fresh, serverRoot())).toEqual(NOTHING);
  });

  test('a database from before the oldest release is refused with a message', async () => {
    const url = await useOldestRelease();
    await askOne(url, 'delete from schema_migrations where version > 20');
    await expect(migrate(url, serverRoot())).rejects.toThrow('at version 20; this release updates from version 28 on');
  });

  test("a database with money keeps it when the ledger's tables are renamed", async () => {
    const url = await useOldestRelease();
    const user = `insert into users (id, username, username_key, email, email_key, password_hash, created_at)
      values ('usr_1', 'a', 'a', 'a@example.com', 'a@example.com', '', now())`;
    await askOne(url, user);
    const credit = `select outcome from ledger_post('usr_1', 'posted', 'usdt', 700, 0, 0, 'usdt_clearing', false, null, 'dep_1', 'key', now())`;
    expect(await askOne(url, credit.replace('now()', 'now(), null'))).toBe('posted'); // the time zone, which it had then
    await migrate(url, serverRoot());
    expect(await askOne(url, credit)).toBe('replayed');
    expect(await askOne(url, 'select balance from ledger_accounts')).toBe('700');
    expect(await askOne(url, "select string_agg(account || ' ' || amount, ', ' order by amount) from ledger_legs")).toBe(
      'usdt_clearing -700, balance 700',
    );
    expect(await askOne(url, "select count(*) from pg_class where relname ~ 'ledger_(wallet|transfer)'")).toBe('0');
    expect(await askOne(url, "select count(*) from pg_constraint where conname ~ 'ledger.*(wallet|transfer)'")).toBe('0');
  });

  test('transfers keep one identity, whichever node numbered their logs', async () => {
    const url = await useOldestRelease();
    const transfer = (id: string, network: string, log: number, more = "'0xF', '0xT', 5, 'seen', null") => `
      insert into transfers (id, network, family, tx_hash, log_index, to_key, amount, block_number, block_hash, block_time, seen_at,
                             from_address, to_address, raw, state, reorged_at)
      values ('${id}', '${network}', '${network === 'TRON' ? 'tron' : 'evm'}', '0x1', ${log}, '0xt', 5, 1, '0xb', now(), now(), ${more})`;
    await askOne(url, transfer('1', 'BEP20', 7));
    await askOne(url, transfer('2', 'BEP20', 9));
    await askOne(url, transfer('3', 'BEP20', 8, "'0xF', '0xT', 1000000000000000000, 'matched', null"));
    await askOne(url, transfer('4', 'BEP20', 4, "'0xF', '0xT', 5, 'reorged', now()"));
    await askOne(url, transfer('5', 'TRON', 3));
    await migrate(url, serverRoot());
    expect(await askOne(url, "select string_agg(id || ' ' || log_key, ', ' order by id) from transfers where state <> 'reorged'")).toBe(
      '1 0xF:0xT:5:0, 2 0xF:0xT:5:1, 3 0xF:0xT:1000000000000000000:0, 5 0xF:0xT:5:0',
    );
  });

  test('a gap in the numbers is refused', () => {
    const root = rootOf({ migrations: { '0001_a.sql': '', '0003_c.sql': '' } });
    expect(() => readMigrations(join(root, 'migrations'))).toThrow(MigrationError);
  });
});

const FIRST = { '0001_numbers.sql': 'create table numbers (n integer)' };
const answering = (number: number) => `create or replace function answer() returns integer language sql as $$ select ${number} $$;`;
const DEFINITIONS = `select string_agg(pg_get_functiondef(oid), '' order by oid::regprocedure::text) from pg_proc
  where pronamespace = 'public'::regnamespace`;
const MONTHS = "select string_agg(relid::text, ' ' order by relid::text) from pg_partition_tree('invoice_texts') where isleaf";
const ROWS = "select string_agg(proname || xmin, ',' order by proname) from pg_proc where pronamespace = 'public'::regnamespace";

describe('functions', () => {
  test('a database whose functions came from migrations adopts those of the files, with the same result', async () => {
    const url = await useTestDatabase();
    const before = await askOne(url, DEFINITIONS);
    await askOne(url, 'drop table schema_functions');
    const starts = await Promise.all([migrate(url, serverRoot()), migrate(url, serverRoot())]);
    expect(starts).toContainEqual({ migrations: 0, functions: realFunctions });
    expect(starts).toContainEqual(NOTHING);
    expect(await askOne(url, DEFINITIONS)).toBe(before);
  });

  test('unchanged files are not applied', async () => {
    const url = await useTestDatabase();
    const before = await askOne(url, ROWS);
    expect(await migrate(url, serverRoot())).toEqual(NOTHING);
    expect(await askOne(url, ROWS)).toBe(before);
  });

  test('are applied after the migrations, and again when their file changes', async () => {
    const url = await useTestDatabase('template0');
    const count = 'create or replace function counted() returns bigint language sql as $$ select count(*) from numbers $$;';
    expect(await migrate(url, rootOf({ migrations: FIRST, sql: { 'answer.sql': answering(41), 'counted.sql': count } }))).toEqual({
      migrations: 1,
      functions: 2,
    });
    const changed = rootOf({ migrations: FIRST, sql: { 'answer.sql': answering(42), 'counted.sql': count } });
    expect(await migrate(url, changed)).toEqual({ migrations: 0, functions: 1 });
    expect(await askOne(url, 'select answer()')).toBe(42);
    expect(await migrate(url, changed)).toEqual(NOTHING);
  });

  test('a new signature drops the old one in its own file', async () => {
    const url = await useTestDatabase('template0');
    await migrate(url, rootOf({ migrations: FIRST, sql: { 'answer.sql': answering(41) } }));
    const wider = `drop function if exists answer(); ${answering(42).replace('answer()', 'answer(n integer)')}`;
    await migrate(url, rootOf({ migrations: FIRST, sql: { 'answer.sql': wider } }));
    expect(await askOne(url, "select string_agg(oid::regprocedure::text, ' ') from pg_proc where proname = 'answer'")).toBe(
      'answer(integer)',
    );
  });

  test('all or nothing: one that fails leaves the others unchanged', async () => {
    const url = await useTestDatabase('template0');
    await migrate(url, rootOf({ migrations: FIRST, sql: { 'answer.sql': answering(41) } }));
    const broken = { 'answer.sql': answering(42), 'broken.sql': 'create or replace function broken() returns nonsense' };
    await expect(migrate(url, rootOf({ migrations: FIRST, sql: broken }))).rejects.toThrow();
    expect(await askOne(url, 'select answer()')).toBe(41);
  });

  test('a file that was removed and returns is applied again', async () => {
    const url = await useTestDatabase('template0');
    const withAnswer = rootOf({ migrations: FIRST, sql: { 'answer.sql': answering(41) } });
    await migrate(url, withAnswer);
    const dropped = { ...FIRST, '0002_drop.sql': 'drop function if exists answer()' };
    await migrate(url, rootOf({ migrations: dropped }));
    await migrate(url, rootOf({ migrations: dropped, sql: { 'answer.sql': answering(41) } }));
    expect(await askOne(url, 'select answer()')).toBe(41);
  });
});
