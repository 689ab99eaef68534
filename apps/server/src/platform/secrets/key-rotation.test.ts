import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { createDb, type Db } from '../db/db';
import { createSecretBox, type SecretBox } from './crypto';
import { inspectSealed, type RotationDeps, reencrypt, rotateMasterKey } from './key-rotation';
import { createKeyring, masterKeyFile, parseMasterKeys, saveMasterKeys } from './master-key';
import { SEALED_COLUMNS } from './sealed-columns';

const COUNT = 450; // more than two batches
const MAILS = SEALED_COLUMNS.filter(({ table }) => table === 'queued_mails');
let db: Db;
let dataDir: string;
let secrets: SecretBox;

beforeAll(async () => {
  db = createDb({ url: await useTestDatabase(), poolMax: 5, applicationName: 'test' });
  afterAll(() => db.close());
});
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'stablegate-keys-'));
  secrets = createSecretBox(createKeyring({ masterKey: undefined, dataDir }));
  await sql`delete from queued_mails`.execute(db.query);
  for (let n = 0; n < COUNT; n += 1) await insertMail(`mail_${String(n).padStart(4, '0')}`, `secret ${n}`);
  return () => rmSync(dataDir, { recursive: true, force: true });
});

async function insertMail(id: string, plain: string, box = secrets): Promise<void> {
  await sql`insert into queued_mails (id, template, mail_sealed, created_at) values (${id}, 'x', ${box.seal('mail', plain)}, now())`.execute(
    db.query,
  );
}
const keysInFile = () => parseMasterKeys(readFileSync(masterKeyFile(dataDir), 'utf8'), 'file').map(({ id }) => id);
const keyIds = async () =>
  (
    await sql<{
      id: number;
      n: bigint;
    }>`select get_byte(mail_sealed, 0) as id, count(*) as n from queued_mails group by 1 order by 1`.execute(db.query)
  ).rows;
const deps = (more: Partial<RotationDeps> = {}): RotationDeps => ({ db, dataDir, say: () => undefined, graceMs: 10, ...more });

test('a rotation re-encrypts everything and drops the old key, while a running server keeps reading and writing', async () => {
  const rotation = rotateMasterKey(deps({ graceMs: 300 }));
  await new Promise((resolve) => setTimeout(resolve, 150));
  await insertMail('mail_during', 'written meanwhile'); // this box was created before the rotation began
  await rotation;
  expect(keysInFile()).toEqual([2]);
  expect(await keyIds()).toEqual([{ id: 2, n: BigInt(COUNT + 1) }]);
  expect(statSync(masterKeyFile(dataDir)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['master.key']); // no half-written file is left
  const fresh = createSecretBox(createKeyring({ masterKey: undefined, dataDir }));
  const { rows } = await sql<{ id: string; mail_sealed: Buffer }>`select id, mail_sealed from queued_mails order by id`.execute(db.query);
  expect(rows.map((row) => fresh.open('mail', row.mail_sealed)).slice(0, 2)).toEqual(['secret 0', 'secret 1']);
  expect(fresh.open('mail', rows.find(({ id }) => id === 'mail_during')?.mail_sealed ?? Buffer.alloc(0))).toBe('written meanwhile');
  expect(secrets.open('mail', secrets.seal('mail', 'after'))).toBe('after');
});

test('a value sealed with the old key in a concurrently open transaction is not missed', async () => {
  let commit = (): void => undefined;
  const sealedBefore = secrets.seal('mail', 'slow');
  const slow = db.transaction(async (tx) => {
    await sql`insert into queued_mails (id, template, mail_sealed, created_at) values ('mail_slow', 'x', ${sealedBefore}, now())`.execute(
      tx,
    );
    await new Promise<void>((resolve) => {
      commit = resolve;
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const rotation = rotateMasterKey(deps());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(keysInFile()).toEqual([2, 1]); // it waits
  commit();
  await slow;
  await rotation;
  expect(await keyIds()).toEqual([{ id: 2, n: BigInt(COUNT + 1) }]);
});

test('a value that does not open stops the rotation before a key is dropped', async () => {
  await insertMail('mail_zz_foreign', 'lost', createSecretBox([{ id: 1, key: Buffer.alloc(32, 7) }]));
  await expect(rotateMasterKey(deps())).rejects.toThrow(/mail_sealed of mail_zz_foreign does not open/);
  expect(keysInFile()).toEqual([2, 1]);
  const [count] = await inspectSealed(db, secrets, MAILS);
  expect(count).toMatchObject({ values: COUNT + 1, unreadable: ['mail_zz_foreign'] });
});

test('of two concurrent rotations one works, the other is refused', async () => {
  const [one, two] = await Promise.allSettled([rotateMasterKey(deps({ graceMs: 200 })), rotateMasterKey(deps({ graceMs: 200 }))]);
  expect([one?.status, two?.status].sort()).toEqual(['fulfilled', 'rejected']);
  expect(keysInFile()).toEqual([2]);
});

test('several keys from the environment: everything is resealed under the first', async () => {
  const old = parseMasterKeys(readFileSync(masterKeyFile(dataDir), 'utf8'), 'file');
  const box = createSecretBox([{ id: 9, key: Buffer.alloc(32, 9) }, ...old]);
  expect(await reencrypt(deps(), box)).toBe(COUNT);
  expect(await keyIds()).toEqual([{ id: 9, n: BigInt(COUNT) }]);
  expect(await reencrypt(deps(), box)).toBe(0);
});

test('key numbers wrap around after 255', async () => {
  saveMasterKeys(dataDir, [{ id: 255, key: Buffer.alloc(32, 1) }]);
  await sql`delete from queued_mails`.execute(db.query);
  await rotateMasterKey(deps());
  expect(keysInFile()).toEqual([1]);
});

test('every sealed column of the schema is covered by a rotation', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and column_name like '%sealed%' and data_type = 'bytea' order by 1`.execute(db.query);
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(rows.map(({ place }) => place));
});
