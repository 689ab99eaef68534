import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { serverRoot } from '../paths';
import { MigrationError, migrate, readMigrations } from './migrate';

const folderOf = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

describe('migrations', () => {
  test('run once, also when several processes start together', async () => {
    const url = await useTestDatabase();
    const folder = join(serverRoot(), 'migrations');
    expect(await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])).toEqual([0, 0, 0]);
  });

  test('a database of a newer release is refused with a sentence', async () => {
    const url = await useTestDatabase();
    await expect(migrate(url, folderOf({ '0001_first.sql': 'select 1' }))).rejects.toThrow(/newer release|was changed/);
  });

  test('a gap in the numbers is refused', () => {
    expect(() => readMigrations(folderOf({ '0001_a.sql': '', '0003_c.sql': '' }))).toThrow(MigrationError);
  });
});
