import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database';
import { dumpSchema } from '../../tools/dump-schema';
import { generateTypes } from '../../tools/generate-types';
import { serverRoot } from './paths';

test('schema.sql and the row types are what the migrations add up to (else: npm run schema)', async () => {
  const client = new pg.Client({ connectionString: await useTestDatabase() });
  await client.connect();
  try {
    expect(await dumpSchema(client)).toBe(readFileSync(join(serverRoot(), 'migrations/schema.sql'), 'utf8'));
    expect(await generateTypes(client)).toBe(readFileSync(join(serverRoot(), 'src/platform/db-types.generated.ts'), 'utf8'));
  } finally {
    await client.end();
  }
});
