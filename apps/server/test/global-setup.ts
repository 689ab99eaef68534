import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startCluster } from '../../sandbox/src/postgres/cluster';
import { migrate } from '../src/platform/db/migrate';
import { serverRoot } from '../src/platform/paths';

const TEMPLATE = 'stablegate_template';
const RUNNING = { name: 'stablegate_running', password: 'running' };

/** One real PostgreSQL for the whole run; the template is migrated once and cloned per test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-test-'));
  const cluster = await startCluster({ dir, volatile: true });
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.query(`create role ${pg.escapeIdentifier(RUNNING.name)} login password ${pg.escapeLiteral(RUNNING.password)}`);
  await client.end();
  await migrate(cluster.url(TEMPLATE), serverRoot());
  project.provide('adminUrl', cluster.url('postgres'));
  project.provide('runningRole', RUNNING);
  project.provide('templateDatabase', TEMPLATE);
  return cluster.destroy;
}
