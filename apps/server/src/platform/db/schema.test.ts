import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { dumpSchema } from '../../../tools/dump-schema';
import { generateTypes } from '../../../tools/generate-types';
import { serverRoot } from '../paths';

test('schema.sql and the row types match the migrations (otherwise: npm run schema)', async () => {
  const client = new pg.Client({ connectionString: await useTestDatabase() });
  await client.connect();
  try {
    expect(await dumpSchema(client)).toBe(readFileSync(join(serverRoot(), 'migrations/schema.sql'), 'utf8'));
    expect(await generateTypes(client)).toBe(readFileSync(join(serverRoot(), 'src/platform/db/db-types.generated.ts'), 'utf8'));
  } finally {
    await client.end();
  }
});

test('every function has its source file', async () => {
  const client = new pg.Client({ connectionString: await useTestDatabase() });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`
      select distinct proname || '.sql' as name from pg_proc p where pronamespace = 'public'::regnamespace
         and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`);
    const files = readdirSync(join(serverRoot(), 'sql'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
    expect(rows.map(({ name }) => name)).toEqual(files.map((file) => basename(file)).sort());
  } finally {
    await client.end();
  }
});

test('a function whose answer is current is replaced and not dropped: a call of the last release would fail', async () => {
  const client = new pg.Client({ connectionString: await useTestDatabase() });
  await client.connect();
  const functions = async () =>
    (await client.query<{ oid: string }>("select oid, proname from pg_proc where pronamespace = 'public'::regnamespace order by 1")).rows;
  try {
    const before = await functions();
    const folder = join(serverRoot(), 'sql');
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql')))
      await client.query(readFileSync(join(folder, file), 'utf8'));
    expect(await functions()).toEqual(before);
  } finally {
    await client.end();
  }
});

test('every key is collated "C": a join between two collations reads a whole table', async () => {
  const client = new pg.Client({ connectionString: await useTestDatabase() });
  await client.connect();
  try {
    const { rows } = await client.query<{ column: string }>(`
      select t.relname || '.' || a.attname as column
        from pg_attribute a join pg_class t on t.oid = a.attrelid and t.relkind in ('r', 'p')
        join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
        join pg_collation k on k.oid = a.attcollation and k.collname <> 'C'
       where not a.attisdropped and (a.attname in ('id', 'family', 'address_key', 'to_key') or a.attname like '%\\_id')`);
    expect(rows).toEqual([]);
  } finally {
    await client.end();
  }
});
