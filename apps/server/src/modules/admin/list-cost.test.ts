import { adminApi, adminDepositsApi, adminInvoiceQuery, invoiceListQuery, transferListQuery } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { BIG_MERCHANT, INVOICES, type ManyInvoice, seedManyRows } from '../../../test/many-rows';
import { findPage } from '../../platform/lists/find-page';

let app: TestApp;
let invoices: readonly ManyInvoice[];

beforeAll(async () => {
  app = await startTestApp();
  invoices = await seedManyRows(app);
  await sql`create extension pg_stat_statements`.execute(app.platform.db.query);
});

const OWN_DATABASE = sql`(select oid from pg_database where datname = current_database())`;

/** Pages the database touched meanwhile. Reading all invoices touches about 1,200, all their texts another 800. */
async function pagesOf(work: () => Promise<unknown>): Promise<number> {
  await sql`select pg_stat_statements_reset(0, ${OWN_DATABASE}, 0)`.execute(app.platform.db.query);
  await work();
  const { rows } = await sql<{ pages: number }>`
    select sum(shared_blks_hit + shared_blks_read)::integer as pages from pg_stat_statements
     where dbid = ${OWN_DATABASE} and query ~ '(invoices|invoice_texts|users|stores|deposits|ledger_|transfers|callback_)'`.execute(
    app.platform.db.query,
  );
  return rows[0]?.pages ?? 0;
}

/** Few matching rows, or an index: a few lookups. Counting up to 10,001: that many rows, whatever the size of the table. */
const FEW = 250;
/** A text is searched in the index of each month. */
const MONTHS = 800;
const COUNTED = 1_300;
const LAST = { page: 499 };

type Case = readonly [filter: object, pages: number, matches: (invoice: ManyInvoice) => boolean];
const half = invoiceName(INVOICES / 2);
function invoiceName(n: number): string {
  return `#${10_000_000 + n}`;
}
const CASES: readonly Case[] = [
  [{}, FEW, () => true],
  [LAST, FEW, () => true],
  [{ transId: '7q' }, FEW, ({ transId }) => transId.startsWith('7q')],
  [{ name: half }, MONTHS, ({ name }) => name.includes(half)],
  [{ name: 'order' }, COUNTED, () => true],
  [{ name: 'order #99' }, MONTHS, () => false], // every five characters of it are common except the last
  [{ name: 'or' }, COUNTED, () => true],
  [{ name: 'rd' }, MONTHS, () => false], // short texts are searched as a prefix
  [{ name: 'zebra' }, MONTHS, () => false],
  [{ description: 'spare burr' }, MONTHS, ({ description }) => description.includes('spare burr')],
  [{ description: 'legacy import' }, COUNTED, ({ description }) => description.includes('legacy import')],
  [{ requestId: 'ord_15000' }, FEW, ({ n }) => n === 15_000],
  [{ transactionHash: '0x9e37' }, FEW, ({ hash }) => hash?.startsWith('0x9e37') === true],
  [{ fromAddress: '0x1999' }, FEW, ({ from }) => from === '0x1999'],
  [{ fromAddress: 'toldsender' }, COUNTED, ({ from }) => from === 'TOldSender'],
  [{ toAddress: '0xABC' }, COUNTED, ({ to }) => to === '0xAbc'],
  [{ toAddress: '0xdef' }, FEW, () => false],
  [{ network: 'TRON' }, FEW, ({ network }) => network === 'TRON'],
  [{ network: 'SOLANA' }, FEW, () => false],
  [{ status: 'SUCCESS' }, FEW, ({ status }) => status === 'SUCCESS'],
  [{ status: 'SUCCESS', ...LAST }, FEW * 2, ({ status }) => status === 'SUCCESS'],
  [{ status: 'EXPIRED' }, FEW, ({ status }) => status === 'EXPIRED'],
  [{ status: 'PROCESSING' }, FEW, () => false],
  [{ status: 'PENDING' }, FEW, () => false],
  [{ amountMin: '1990' }, FEW * 2, ({ amount }) => amount >= 1_990_000_000],
  [{ amountMin: '10' }, FEW * 2, ({ amount }) => amount >= 10_000_000],
  [{ amountMin: '9000' }, FEW, () => false],
  [{ feeMin: '9.99' }, FEW, ({ amount }) => amount >= 1_998_000_000],
  [{ feeMax: '0.01' }, FEW, ({ amount }) => amount <= 2_000_000],
  [{ createdTo: '2024-01-01' }, FEW, () => false],
  [{ createdTo: '2024-07-01' }, FEW, ({ at }) => at.getTime() < Date.parse('2024-07-01T17:00:00Z')],
  [{ expiresTo: '2024-01-01' }, FEW, () => false],
  [{ status: 'FAILED', name: 'order' }, COUNTED * 2, ({ status }) => status === 'FAILED'],
  [{ status: 'EXPIRED', description: 'spare' }, COUNTED * 2, ({ status, n }) => status === 'EXPIRED' && n % 1000 === 7],
];

test.each(CASES)('back office, invoices by %j: at most %i pages, and the right ones', async (filter, pages, matches) => {
  const query = adminInvoiceQuery.parse(filter);
  const found = await app.services.admin.listInvoices(query); // also warms the connection's caches
  const expected = invoices.filter(matches).reverse();
  expect(found.invoices.map(({ id }) => id)).toEqual(
    expected.slice(query.page * query.size, (query.page + 1) * query.size).map(({ id }) => id),
  );
  expect(found.paging.totalElements).toBe(Math.min(10_000, expected.length));
  expect(await pagesOf(() => app.services.admin.listInvoices(query))).toBeLessThan(pages);
});

const admin = () => app.services.admin;
const users = (filter: object) => () => admin().listUsers(adminApi.users.query.parse(filter));
const stores = (filter: object) => () => admin().listStores(adminApi.stores.query.parse(filter));
const logs = (filter: object) => () => admin().listTransactionLogs(adminApi.transactionLogs.query.parse(filter));
const deposits = (filter: object) => () => admin().listDeposits(adminDepositsApi.list.query.parse(filter));
const own = (filter: object) => () => app.services.invoices.list(BIG_MERCHANT, invoiceListQuery.parse(filter));
const inbox = (filter: object) => () =>
  app.services.merchant.listInbox({ userId: BIG_MERCHANT, isAdmin: false }, transferListQuery.parse(filter));
const lines =
  (filter: object, page = 0) =>
  () =>
    app.services.ledger.listTransactions({ ...filter, userIds: [BIG_MERCHANT] }, { page, size: 20 });

const CALLS: readonly (readonly [string, () => Promise<unknown>, number])[] = [
  ['users', users({}), FEW],
  ['users by name', users({ username: 'member3999' }), FEW],
  ['users by a name nobody has', users({ username: 'zebra' }), FEW],
  ['users by ip', users({ ip: '10.0.7.1' }), FEW],
  ['stores by name', stores({ name: 'of member3999' }), FEW],
  ['stores by owner', stores({ username: 'member3999' }), FEW],
  ['stores by a common owner', stores({ username: 'member' }), 4_000],
  ['log', logs({}), FEW * 2],
  ['log of one', logs({ username: 'bigshop' }), FEW * 2],
  ['log of many', logs({ username: 'member' }), 60_000],
  ['log of many, a late page', logs({ username: 'member', page: 400 }), 60_000],
  ['log without any', logs({ description: 'Adjustment' }), FEW],
  ['deposits', deposits({}), FEW],
  ['deposits of one', deposits({ username: 'bigshop' }), FEW],
  ['deposits by state', deposits({ status: 'PENDING' }), FEW],
  ['deposits by a method without any', deposits({ method: 'usdt' }), FEW],
  ['deposits of many', deposits({ username: 'member' }), 2_500],
  ['what the dashboard says of callbacks and inboxes', () => admin().readHealth(), FEW],
  ['own invoices', own({}), FEW],
  ['own, last page', own({ page: 479 }), FEW],
  ['own by state', own({ status: 'FAILED' }), FEW],
  ['own by store', own({ storeName: 'shop' }), FEW],
  ['own by store, last page', own({ storeName: 'shop', page: 479 }), FEW],
  ['own by a store nobody has', own({ storeName: 'zebra' }), FEW],
  ['own by amount', own({ amountMin: '1234', amountMax: '1234' }), FEW],
  ['own by all amounts', own({ amountMin: '1' }), FEW * 2],
  ['own by transaction id', own({ transId: '0000' }), FEW],
  ['own by day', own({ createdFrom: '2025-06-01', createdTo: '2025-06-01' }), FEW],
  ['own by name', own({ name: 'zebra' }), MONTHS * 2],
  ['own inbox', inbox({}), 1_600],
  ['own inbox, last page', inbox({ page: 249 }), FEW],
  ['own inbox by state', inbox({ state: 'matched' }), FEW],
  ['own transactions', lines({}), FEW * 2],
  ['own transactions by reason', lines({ reason: 'fee' }), FEW * 2],
  ['own deposits', () => app.services.deposits.list(BIG_MERCHANT, { page: 0, size: 20 }), FEW],
  ['own deposits, last page', () => app.services.deposits.list(BIG_MERCHANT, { page: 149, size: 20 }), FEW],
];

test.each(CALLS)('%s: a bounded number of pages', async (_name, call, pages) => {
  await call();
  expect(await pagesOf(call)).toBeLessThan(pages);
});

test.each([0, 24, 100, 499])('the log of many users, page %i: the right lines', async (page) => {
  const { rows } = await sql<{ id: string }>`
    select 'led_' || e.account_id || '_' || e.version as id from ledger_entries e join ledger_accounts a on a.id = e.account_id
      join users u on u.id = a.user_id where u.username like 'member%'
     order by e.created_at desc, e.account_id desc, e.version desc limit 20 offset ${page * 20}`.execute(app.platform.db.query);
  const { logs: shown } = await logs({ username: 'member', page })();
  expect(shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('one invoice is read without reading all stores', async () => {
  const transId = invoices[100]?.transId ?? '';
  await app.services.invoices.getPaymentView(transId);
  expect(await pagesOf(() => app.services.invoices.getPaymentView(transId))).toBeLessThan(20);
});

test('a list that takes too long to collect is scanned instead', async () => {
  const table = {
    table: sql`invoices`,
    alias: sql`i`,
    columns: sql`i.id as id`,
    order: sql`id desc`,
    newest: sql`id desc`,
    range: sql`true`,
  };
  const slow = sql`select pg_sleep(5)::text as id`;
  const list = { ...table, where: sql`i.amount >= 1990000000`, matches: slow, index: 'some' as const };
  const { ids, total, searchedFrom } = await findPage(app.platform.db, list, { offset: 0, limit: 5 });
  const expected = invoices.filter(({ amount }) => amount >= 1_990_000_000).reverse();
  expect([ids, total]).toEqual([expected.slice(0, 5).map(({ id }) => id), expected.length]);
  expect(searchedFrom).toBeUndefined(); // fewer rows than the scan covers
});
