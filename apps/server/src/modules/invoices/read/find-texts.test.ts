import { invoiceListQuery } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { asUserId, type UserId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import { keysToFind, keysToStore, spanOf } from './text-keys.domain';

let app: TestApp;
const DAY_MS = 86_400_000;
const NEWEST = Date.parse('2026-06-01T00:00:00Z');
/** One per month, each in its own span: oldest first. */
const MONTHS = Array.from({ length: 24 }, (_, index) => new Date(NEWEST - (23 - index) * 30 * DAY_MS));
const ids: string[] = [];

async function write(at: Date, name: string, userId = asUserId('usr_1')): Promise<string> {
  const [id, transId] = [newId('invoice', at), newId('invoice', at).slice(4)];
  const keys = keysToStore(userId, at, { transId, name, description: null });
  await app.platform.db.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx); // the user does not exist
    await sql`
      insert into invoices (id, trans_id, store_id, user_id, input_hash, name, amount, fee, fee_charged, payable, networks, addresses, created_at, expires_at)
      values (${id}, ${transId}, 'str_1', ${userId}, '\\x00', ${name}, 1, 0, false, 1, '{BEP20}', '{x}', ${at}, ${at})`.execute(tx);
    await sql`
      insert into invoice_texts (id, user_id, trans_start, name, keys)
      values (${id}, ${userId}, ${transId.slice(0, 2)}, ${name}, ${keys})`.execute(tx);
  });
  return id;
}

beforeAll(async () => {
  app = await startTestApp();
  await sql`
    insert into stores (id, name, merchant_id, invoice_expiry_minutes, callback_secret_sealed, created_at)
    values ('str_1', 'Shop', 'M1', 15, '', now())`.execute(app.platform.db.query);
  for (const at of MONTHS) ids.push(await write(at, `order of ${at.toISOString().slice(0, 7)}`));
});

const search = (name: string, limit = 5, where = [sql`true`]) => app.services.invoices.searchTexts({ name, where }, { offset: 0, limit });

test('a text in every span is returned newest first, with an exact count', async () => {
  expect(await search('order')).toEqual({ ids: ids.slice(-5).reverse(), total: 24 });
});

test('a text only in the oldest spans is found as well', async () => {
  expect(await search('order of 2024-0')).toEqual({ ids: ids.slice(0, 3).reverse(), total: 3 });
});

test('a second page continues the first', async () => {
  const page = await app.services.invoices.searchTexts({ name: 'order', where: [] }, { offset: 20, limit: 20 });
  expect(page).toEqual({ ids: ids.slice(0, 4).reverse(), total: 24 });
});

test('a period limits the search', async () => {
  const [from, before] = [ids[3] ?? '', ids[6] ?? ''];
  const found = await app.services.invoices.searchTexts(
    { name: 'order', idFrom: from, idBefore: before, where: [] },
    { offset: 0, limit: 9 },
  );
  expect(found).toEqual({ ids: ids.slice(3, 6).reverse(), total: 3 });
});

test('a search that takes too long returns partial results and how far it went', async () => {
  const slow = [sql`(select pg_sleep(0.3) is not null and i.id is not null)`];
  const { ids: some, total, searchedFrom } = await search('order', 3, slow);
  expect(some).toEqual(ids.slice(-3).reverse());
  expect(total).toBeGreaterThanOrEqual(3);
  expect(total).toBeLessThan(24);
  // Everything since then was searched, and nothing before.
  expect(MONTHS.filter((at) => at >= (searchedFrom ?? new Date(0)))).toHaveLength(total);
});

/** An owner whose keys collide for two of the months: hashes are short. */
function colliding(): { userId: UserId; months: readonly Date[] } {
  for (let n = 0; ; n += 1) {
    const userId = asUserId(`usr_${n}`);
    const seen = new Map<string, Date>();
    for (const at of MONTHS) {
      const key = String(keysToFind({ userId }, spanOf(at), [{ kind: 'name', text: 'twin' }]));
      const other = seen.get(key);
      if (other !== undefined) return { userId, months: [other, at] };
      seen.set(key, at);
    }
  }
}

test('with colliding keys of two spans, each invoice is found once and in order', async () => {
  const { userId, months } = colliding();
  const made: string[] = [];
  for (const at of [...months, new Date(NEWEST)]) made.push(await write(at, 'twin', userId));
  // Enough others to prevent a plain scan.
  for (let n = 0; n < 250; n += 1) await write(new Date(NEWEST + n), 'another', userId);
  const found = await app.services.invoices.list(userId, invoiceListQuery.parse({ name: 'twin' }));
  expect(found.totalElements).toBe(3);
  expect(found.content.map(({ id }) => id)).toEqual(made.reverse());
});

test('the sweep merges new keys into the index', async () => {
  const pending = async () => {
    const { rows } = await sql<{ pages: bigint }>`select gin_clean_pending_list('invoice_texts_keys') as pages`.execute(
      app.platform.db.query,
    );
    return rows[0]?.pages;
  };
  const now = new Date(NEWEST + DAY_MS);
  await write(now, 'one that waits');
  expect(await pending()).toBeGreaterThan(0n);
  await write(now, 'one that is put in place');
  await app.services.invoices.sweep();
  expect(await pending()).toBe(0n);
});
