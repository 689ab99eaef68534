import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { serverRoot } from '../src/platform/paths';
import { readReleasedSchema } from './released-schema';

/** `npx tsx apps/server/tools/release-schema.ts postgres://…` at a release: what the next one must leave in place (docs/releasing.md). */
const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
writeFileSync(join(serverRoot(), 'test/releases/compatible.json'), `${JSON.stringify(await readReleasedSchema(client), undefined, 1)}\n`);
await client.end();
