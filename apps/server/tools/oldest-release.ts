import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { serverRoot } from '../src/platform/paths';

/** Makes an empty database one of the oldest release that can be updated directly. */
export async function loadOldestRelease(client: pg.Client): Promise<void> {
  await client.query(readFileSync(join(serverRoot(), 'test/releases/0.1.0.sql'), 'utf8'));
  await client.query('set check_function_bodies = on');
}
