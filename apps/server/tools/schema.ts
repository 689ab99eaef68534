import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../../sandbox/src/postgres/cluster';
import { migrate } from '../src/platform/db/migrate';
import { serverRoot } from '../src/platform/paths';
import { dumpSchema } from './dump-schema';
import { generateTypes } from './generate-types';
import { loadOldestRelease } from './oldest-release';

/** `npm run schema`: updates a database of the oldest supported release, then writes schema.sql and the row types. */
const dir = mkdtempSync(join(tmpdir(), 'stablegate-schema-'));
const cluster = await startCluster({ dir, volatile: true });
try {
  const url = cluster.url('postgres');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // when the cluster stops after a failure, that failure is the message
  await client.connect();
  await loadOldestRelease(client);
  await migrate(url, serverRoot());
  writeFileSync(join(serverRoot(), 'migrations/schema.sql'), await dumpSchema(client));
  writeFileSync(join(serverRoot(), 'src/platform/db/db-types.generated.ts'), await generateTypes(client));
  await client.end();
} finally {
  await cluster.destroy();
}
