import { invoiceListQuery } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { asUserId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import { addMonths } from '../../../platform/partitions/add-months';
import type { InvoiceSearch } from './invoice-list';

let app: TestApp;
const OWNER = asUserId('usr_1');
const YEARS = 2;
const FIRST = new Date('2024-06-10T00:00:00Z');
/** One in each month, oldest first. */
const MONTHS = Array.from({ length: 12 * YEARS }, (_, month) => new Date(Date.UTC(2024, 5 + month, 10)));
const ids: string[] = [];

async function write(at: Date, name: string, userId = OWNER): Promise<string> {
  const id = newId('invoice', at);
  await app.platform.db.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx); // the user does not exist
    await sql`
      insert into invoices (id, trans_id, store_id, user_id, input_hash, name, amount, fee, fee_charged, payable, networks, addresses, created_at, expires_at)
      values (${id}, ${id.slice(4)}, 'str_1', ${userId}, '\\x00', ${name}, 1, 0, false, 1, '{BEP20}', '{x}', ${at}, ${at})`.execute(tx);
    await sql`insert into invoice_texts (id, user_id, trans_start, name) values (${id}, ${userId}, ${id.slice(4, 6)}, ${name})`.execute(tx);
  });
  return id;
}

const months = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relid::regclass::text as name from pg_partition_tree('invoice_texts') where isleaf order by 1`.execute(app.platform.db.query);
  return rows.map(({ name }) => name);
};
const partitionOf = async (id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`select tableoid::regclass::text as name from invoice_texts where id = ${id}`.execute(
    app.platform.db.query,
  );
  return rows[0]?.name;
};

beforeAll(async () => {
  app = await startTestApp();
  await sql`
    insert into stores (id, name, merchant_id, invoice_expiry_minutes, callback_secret_sealed, created_at)
    values ('str_1', 'Shop', 'M1', 15, '', now())`.execute(app.platform.db.query);
  await addMonths(app.platform, FIRST, MONTHS.length);
  for (const at of MONTHS) ids.push(await write(at, `order of ${at.toISOString().slice(0, 7)}`));
  // More than are examined first, so that the texts above are searched by their index.
  for (let n = 0; n < 600; n += 1) await write(new Date(Date.UTC(2026, 5, 1, 0, 0, n)), 'another');
});

describe('a text', () => {
  const search = (sought: Partial<InvoiceSearch>, window = { offset: 0, limit: 5 }) =>
    app.services.invoices.find({ where: [], index: 'some', ...sought }, window);
  const paid = [sql`i.amount = 1`];

  test.each([undefined, OWNER])('in every month is found newest first, with an exact count (of %s)', async (userId) => {
    expect(await search({ name: 'order', userId })).toEqual({ ids: ids.slice(-5).reverse(), total: 24 });
    expect(await search({ name: 'order', userId, where: paid })).toEqual({ ids: ids.slice(-5).reverse(), total: 24 });
  });

  test('only in the oldest months is found as well', async () => {
    expect(await search({ name: 'Order of 2024-0' })).toEqual({ ids: ids.slice(0, 4).reverse(), total: 4 });
    expect(await search({ name: '-07' })).toEqual({ ids: [ids[13], ids[1]], total: 2 });
  });

  test('of one or two characters is a prefix', async () => {
    expect((await search({ name: 'or' })).total).toBe(24);
    expect((await search({ name: 'rd' })).total).toBe(0);
    expect((await search({ transStart: ids[0]?.slice(4, 5) ?? '', userId: OWNER })).total).toBe(624);
    expect((await search({ transStart: 'zz', userId: OWNER })).total).toBe(0);
  });

  test('has a second page', async () => {
    expect(await search({ name: 'order' }, { offset: 20, limit: 20 })).toEqual({ ids: ids.slice(0, 4).reverse(), total: 24 });
  });

  test('is searched within a period', async () => {
    const found = await search({ name: 'order', idFrom: ids[3], idBefore: ids[6] });
    expect(found).toEqual({ ids: ids.slice(3, 6).reverse(), total: 3 });
  });

  test('of other owners is not found, nor that of hidden invoices', async () => {
    const stranger = asUserId('usr_2');
    const made = await write(FIRST, 'twin', stranger);
    expect((await app.services.invoices.list(OWNER, invoiceListQuery.parse({ name: 'twin' }))).totalElements).toBe(0);
    expect((await app.services.invoices.list(stranger, invoiceListQuery.parse({ name: 'twin' }))).totalElements).toBe(1);
    await sql`update invoices set hidden_at = now() where id = ${made}`.execute(app.platform.db.query);
    expect((await app.services.invoices.list(stranger, invoiceListQuery.parse({ name: 'twin' }))).totalElements).toBe(0);
    expect((await search({ name: 'twin' })).total).toBe(1);
  });

  test('of letters beyond ASCII is found', async () => {
    const [made, other] = [await write(FIRST, 'cà phê sữa đá ☕'), await write(FIRST, 'кофе')];
    expect((await search({ name: 'PHÊ SỮA' })).ids).toEqual([made]);
    expect((await search({ name: 'офе' })).ids).toEqual([other]);
  });
});

describe('months', () => {
  test('an invoice is in the partition of its month', async () => {
    expect(await partitionOf(ids[0] ?? '')).toBe('invoice_texts_2024_06');
  });

  test('are added ahead of time, once', async () => {
    const at = new Date('2030-11-20T12:00:00Z');
    await addMonths(app.platform, at);
    await addMonths(app.platform, at);
    const added = (await months()).filter((name) => /_203\d/.test(name));
    expect(added).toEqual(['2030_11', '2030_12', '2031_01', '2031_02'].map((month) => `invoice_texts_${month}`));
    expect(await partitionOf(await write(new Date('2031-02-28T23:59:59.999Z'), 'last of February'))).toBe('invoice_texts_2031_02');
  });

  test('of which the default partition has rows are left out, the others are added', async () => {
    const early = await write(new Date('2040-02-01T00:00:00Z'), 'ahead of its month');
    expect(await partitionOf(early)).toBe('invoice_texts_default');
    await addMonths(app.platform, new Date('2040-01-15T00:00:00Z'), 2);
    const added = (await months()).filter((name) => /_204\d/.test(name));
    expect(added).toEqual(['invoice_texts_2040_01', 'invoice_texts_2040_03']);
    expect((await app.services.invoices.find({ name: 'ahead of', where: [], index: 'some' }, { offset: 0, limit: 5 })).ids).toEqual([
      early,
    ]);
  });
});

test('the sweep merges new texts into the index', async () => {
  const pending = async () => {
    const { rows } = await sql<{ pages: bigint }>`
      select sum(gin_clean_pending_list(relid))::bigint as pages from pg_partition_tree('invoice_texts_search') where isleaf`.execute(
      app.platform.db.query,
    );
    return rows[0]?.pages;
  };
  await write(FIRST, 'one that waits');
  expect(await pending()).toBeGreaterThan(0n);
  await write(FIRST, 'one that is merged');
  await app.services.invoices.sweep();
  expect(await pending()).toBe(0n);
});
