import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { findBreaks, type ReleasedSchema, readReleasedSchema, undeclared } from '../../../tools/released-schema';
import { serverRoot } from '../paths';
import { readMigrations } from './migrate';

const released = JSON.parse(readFileSync(join(serverRoot(), 'test/releases/compatible.json'), 'utf8')) as ReleasedSchema;

async function schemaAfter(change: string): Promise<ReleasedSchema> {
  const client = new pg.Client({ connectionString: await useTestDatabase() });
  await client.connect();
  try {
    await client.query(change);
    return await readReleasedSchema(client);
  } finally {
    await client.end();
  }
}

test('F42: the migrations since the last release take nothing away that it reads, unless they are contract steps', async () => {
  const now = await schemaAfter('select 1');
  const migrations = readMigrations(join(serverRoot(), 'migrations'));
  expect(undeclared(findBreaks(released, now), released, migrations)).toEqual([]);
});

test.each([
  ['alter table stores drop column note', 'stores.note', 'is gone'],
  ['alter table stores rename column note to remark', 'stores.note', 'is gone'],
  ['alter table languages rename to tongues', 'languages', 'is gone'],
  ['alter table callback_attempts alter column duration_ms type bigint', 'callback_attempts.duration_ms', 'is bigint, was integer'],
  ['alter table stores add column colour text not null', 'stores.colour', 'is needed by every insert'],
  ['drop function ledger_state_hash cascade', 'ledger_state_hash', 'is gone'],
])('"%s" is noticed', async (change, what, problem) => {
  const breaks = findBreaks(await schemaAfter('select 1'), await schemaAfter(change));
  expect(breaks.map((one) => ({ ...one, what: one.what.replace(/\(.*$/, '') }))).toContainEqual({ what, problem });
});

test.each(["alter table stores add column colour text not null default ''", 'create table colours (name text not null)'])(
  '"%s" only expands',
  async (change) => {
    expect(findBreaks(await schemaAfter('select 1'), await schemaAfter(change))).toEqual([]);
  },
);

test('a contract step may remove what the last release no longer reads, not what it still reads', () => {
  const breaks = [{ what: 'stores.note', problem: 'is gone' }];
  const step = (oldestReader: number) => [{ version: 61, sql: 'alter table stores drop column note', oldestReader }];
  const release = { ...released, version: 60 };
  expect(undeclared(breaks, release, step(60))).toEqual([]);
  expect(undeclared(breaks, release, step(61))).toEqual(breaks);
  expect(undeclared(breaks, release, step(0))).toEqual(breaks);
  expect(undeclared([{ what: 'users.email', problem: 'is gone' }], release, step(60))).toHaveLength(1);
});
