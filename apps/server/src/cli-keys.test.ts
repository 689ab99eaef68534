import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { useTestDatabase } from '../test/parts/database';
import { bundleCommand, type Command } from '../test/processes/command';
import { createDb, type Db } from './platform/db/db';
import { createSecretBox } from './platform/secrets/crypto';
import { createKeyring, masterKeyFile, parseMasterKeys } from './platform/secrets/master-key';

const COUNT = 5_000;
let keys: Command;
let db: Db;
let env: Record<string, string>;
let dataDir: string;

beforeAll(async () => {
  keys = await bundleCommand('cli-keys');
  const url = await useTestDatabase();
  db = createDb({ url, poolMax: 3, applicationName: 'test' });
  dataDir = mkdtempSync(join(tmpdir(), 'stablegate-cli-'));
  env = { DATABASE_URL: url, DATA_DIR: dataDir };
  afterAll(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const secrets = createSecretBox(createKeyring({ masterKey: undefined, dataDir }));
  const ids = Array.from({ length: COUNT }, (_, n) => `mail_${String(n).padStart(4, '0')}`);
  const sealed = ids.map((id) => secrets.seal('mail', `secret of ${id}`));
  await sql`
    insert into queued_mails (id, template, mail_sealed, created_at)
    select id, 'x', sealed, now() from unnest(${ids}::text[], ${sealed}::bytea[]) as t(id, sealed)`.execute(db.query);
});

const keysInFile = () => parseMasterKeys(readFileSync(masterKeyFile(dataDir), 'utf8'), 'file').map(({ id }) => id);
async function rowsUnderKey(id: number): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from queued_mails where get_byte(mail_sealed, 0) = ${id}`.execute(
    db.query,
  );
  return Number(rows[0]?.n);
}

test('a rotation killed half-way loses nothing and is completed by running it again', async () => {
  const { child, result } = keys.start(['rotate'], env);
  await vi.waitFor(async () => expect(await rowsUnderKey(2)).toBeGreaterThan(0), { timeout: 20_000, interval: 10 });
  child.kill('SIGKILL');
  await result;
  expect(keysInFile()).toEqual([2, 1]);
  expect(await rowsUnderKey(1)).toBeGreaterThan(0); // killed half-way indeed
  expect((await keys.run(['check'], env)).output).toContain(`queued_mails.mail_sealed: ${COUNT} values, 0 do not open`);
  const newKey = readFileSync(masterKeyFile(dataDir), 'utf8').split('\n')[0];

  const again = await keys.run(['rotate'], env);
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('An earlier rotation was not finished; going on with it.') });
  expect(readFileSync(masterKeyFile(dataDir), 'utf8').trim()).toBe(newKey);
  expect(await rowsUnderKey(2)).toBe(COUNT);
  expect(again.output).not.toContain(newKey?.slice(2));
  const { rows } = await sql<{ id: string; mail_sealed: Buffer }>`select id, mail_sealed from queued_mails`.execute(db.query);
  const secrets = createSecretBox(createKeyring({ masterKey: undefined, dataDir }));
  expect(rows.filter((row) => secrets.open('mail', row.mail_sealed) !== `secret of ${row.id}`)).toEqual([]);
}, 60_000);

test('a key of the environment is not touched; the command says what to do', async () => {
  const before = readFileSync(masterKeyFile(dataDir), 'utf8');
  const refused = await keys.run(['rotate'], { ...env, MASTER_KEY: before.trim() });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('MASTER_KEY comes from the environment');
  expect(readFileSync(masterKeyFile(dataDir), 'utf8')).toBe(before);
  const added = `7:${Buffer.alloc(32, 7).toString('base64')},${before.trim()}`;
  expect(await keys.run(['reencrypt'], { ...env, MASTER_KEY: added })).toEqual({
    code: 0,
    output: `${COUNT} values were encrypted anew.\n`,
  });
  expect(await rowsUnderKey(7)).toBe(COUNT);
}, 30_000);

test('values that cannot be opened are named, and usage is printed', async () => {
  const lost = await keys.run(['check'], env); // without key 7
  expect(lost.code).toBe(1);
  expect(lost.output).toContain(`queued_mails.mail_sealed: ${COUNT} values, ${COUNT} do not open:\n  mail_0000`);
  const usage = await keys.run([], {});
  expect(usage).toMatchObject({ code: 2, output: expect.stringContaining('npm run keys -- rotate') });
  const nowhere = await keys.run(['rotate'], { DATA_DIR: join(dataDir, 'nothing-here') });
  expect(nowhere).toEqual({ code: 1, output: 'DATABASE_URL is missing, and no sandbox runs in DATA_DIR.\n' });
}, 30_000);
