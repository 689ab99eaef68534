import { adminApi, adminDepositsApi, adminInvoicesApi, languageAdminApi, type RouteSpec } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newAdmin } from '../../../test/admins';
import { startTestApp, type TestApp } from '../../../test/app';
import { addWallet, callApi, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

let app: TestApp;
let admin: Merchant;
let alice: Merchant;

async function seed(): Promise<void> {
  const { query: db } = app.platform.db;
  const corner = await newStore(alice, 'Corner Shop 100%');
  const harbour = await newStore(await newMerchant(app, 'bob_boat'), 'Harbour');
  await addWallet(alice, corner.id, 'BEP20', evmAddress(1));
  for (const [n, body] of [
    { name: 'Green TEA', description: 'in a_pot', amount: '10' },
    { name: 'Coffee', description: 'black', amount: '25.5' },
    { name: 'Cocoa', amount: '100' },
  ].entries()) {
    const made = await callApi(app, corner.apiKey).post('/payment/invoice', {
      ...body,
      request_id: `Order-${n}`,
      success_url: 'http://shop.example/ok',
    });
    expect(made.statusCode, made.body).toBe(201);
  }
  await sql`update invoices set status = 'PROCESSING', version = version where name = 'Coffee'`.execute(db);
  await sql`
    update invoices set status = 'SUCCESS', flags = '{paidOver}', network = 'BEP20', from_address = '0xAbCd01', to_address = '0xFeDc02', trans_hash = '0xbeef03', paid_at = now(),
           paid = payable where name = 'Coffee'`.execute(db);
  await sql`update users set created_at = '2026-01-15T10:00:00+07', last_ip = '203.0.113.7' where username = 'bob_boat'`.execute(db);
  await sql`
    insert into deposits (id, user_id, method, status, amount, received, reference, amount_vnd, rate, bank, note, created_at, updated_at, expires_at)
    select 'dep_' || n, ${alice.userId}, 'vietnam-bank-auto', (array['PENDING', 'PAID', 'CANCELED'])[n], n * 1000000, case n when 2 then 480769 else 0 end, 'REF00000A' || n, 26000, 26000000000, '{}',
           case n when 1 then 'first' end, now(), now(), now() from generate_series(1, 3) n`.execute(db);
  await app.platform.db.transaction(async (tx) => {
    const { ledger } = app.services;
    const movement = (amountMicros: bigint, key: string) => ({ userId: alice.userId, amountMicros, reference: 'r', idempotencyKey: key });
    await ledger.credit(tx, { ...movement(50_000_000n, 'a'), reason: 'USDT top-up', from: 'usdt_clearing' });
    await ledger.charge(tx, movement(1_500_000n, 'b'));
    await ledger.refund(tx, movement(500_000n, 'c'));
  });
  await app.platform.db.transaction((tx) =>
    app.services.ledger.adjust(tx, { userId: admin.userId, amountMicros: 7n, reference: 'r', idempotencyKey: 'd' }),
  );
  expect(harbour.name).toBe('Harbour');
}

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  admin = await newAdmin(app);
  alice = await newMerchant(app, 'Alice_1');
  await seed();
});

type Row = Record<string, unknown>;
async function list(
  path: string,
  query: Record<string, string> & { page?: string },
): Promise<{ rows: Row[]; totalPages: number; totalElements: number }> {
  const answer = await admin.get(`${path}?${new URLSearchParams(query)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const body = answer.json();
  expect(body.status).toBe('success');
  const { currentPage, totalPages, totalElements, ...rest } = Array.isArray(body.data) ? { ...body, status: undefined } : body.data;
  expect(currentPage).toBe(Number.parseInt(query.page ?? '0', 10));
  const rows = Object.values(rest as Record<string, Row[] | undefined>).find(Array.isArray) as Row[];
  return { rows, totalPages, totalElements };
}
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
const yesterday = () => new Date(Date.now() - 17 * 3_600_000).toISOString().slice(0, 10);

const CASES: [string, string, Record<string, string>, unknown[]][] = [
  ['/admin/users', 'username', {}, ['Alice_1', 'the_admin', 'bob_boat']],
  ['/admin/users', 'username', { username: 'LICE' }, ['Alice_1']],
  ['/admin/users', 'username', { username: 'b' }, ['bob_boat']],
  ['/admin/users', 'username', { username: 'oa' }, []], // too short for a substring search: prefix only
  ['/admin/users', 'username', { username: '_bo' }, ['bob_boat']],
  ['/admin/users', 'username', { ip: '203.0.113' }, ['bob_boat']],
  ['/admin/users', 'username', { ip: '0.113' }, []],
  ['/admin/users', 'username', { role: 'ADMIN' }, ['the_admin']],
  ['/admin/users', 'username', { role: 'USER' }, ['Alice_1', 'bob_boat']],
  ['/admin/users', 'username', { createFrom: '2026-01-15', createTo: '2026-01-15' }, ['bob_boat']],
  ['/admin/users', 'username', { createTo: '2026-01-14' }, []],
  ['/admin/users', 'username', { createFrom: today(), role: '', username: '' }, ['Alice_1', 'the_admin']],
  ['/admin/stores', 'name', {}, ['Stablegate', 'Harbour', 'Corner Shop 100%']],
  ['/admin/stores', 'name', { name: 'SHOP' }, ['Corner Shop 100%']],
  ['/admin/stores', 'name', { name: '00%' }, ['Corner Shop 100%']],
  ['/admin/stores', 'name', { name: 'ha' }, ['Harbour']],
  ['/admin/stores', 'name', { username: 'bob' }, ['Harbour']],
  ['/admin/stores', 'name', { username: 'al', name: 'corner' }, ['Corner Shop 100%']],
  ['/admin/stores', 'name', { merchantId: 'm' }, ['Stablegate', 'Harbour', 'Corner Shop 100%']],
  ['/admin/stores', 'name', { merchantId: 'nobody' }, []],
  ['/admin/deposit-invoices', 'amount', {}, ['3.000000', '2.000000', '1.000000']],
  ['/admin/deposit-invoices', 'amount', { status: 'SUCCESS' }, ['2.000000']],
  ['/admin/deposit-invoices', 'amount', { status: 'CANCELED' }, ['3.000000']],
  ['/admin/deposit-invoices', 'amount', { status: 'PENDING', username: 'alice' }, ['1.000000']],
  ['/admin/deposit-invoices', 'amount', { method: 'BANK' }, ['3.000000', '2.000000', '1.000000']],
  ['/admin/deposit-invoices', 'amount', { method: 'usdt' }, []],
  ['/admin/deposit-invoices', 'amount', { method: 'paypal' }, []],
  ['/admin/deposit-invoices', 'amount', { username: 'bob' }, []],
  ['/admin/transaction-logs', 'amount', {}, ['0.000007', '0.500000', '-1.500000', '50.000000']],
  ['/admin/transaction-logs', 'amount', { username: 'alice' }, ['0.500000', '-1.500000', '50.000000']],
  ['/admin/transaction-logs', 'amount', { username: 'nobody' }, []],
  ['/admin/transaction-logs', 'amount', { type: 'deduct' }, ['-1.500000']],
  ['/admin/transaction-logs', 'amount', { type: 'top-up', username: '' }, ['50.000000']],
  ['/admin/transaction-logs', 'amount', { type: 'add', username: 'alice' }, ['0.500000', '50.000000']],
  ['/admin/transaction-logs', 'amount', { description: 'FEE' }, ['0.500000', '-1.500000']],
  ['/admin/transaction-logs', 'amount', { from: today(), to: today(), description: 'adj' }, ['0.000007']],
  ['/admin/transaction-logs', 'amount', { to: yesterday() }, []],
  ['/admin/invoices', 'name', {}, ['Cocoa', 'Coffee', 'Green TEA']],
  ['/admin/invoices', 'name', { name: 'tea' }, ['Green TEA']],
  ['/admin/invoices', 'name', { name: 'co' }, ['Cocoa', 'Coffee']],
  ['/admin/invoices', 'name', { description: 'A_P' }, ['Green TEA']],
  ['/admin/invoices', 'name', { requestId: 'order-1' }, ['Coffee']],
  ['/admin/invoices', 'name', { requestId: '1' }, []],
  ['/admin/invoices', 'name', { fromAddress: '0xABC' }, ['Coffee']],
  ['/admin/invoices', 'name', { toAddress: '0xfedc' }, ['Coffee']],
  ['/admin/invoices', 'name', { toAddress: 'fedc' }, []],
  ['/admin/invoices', 'name', { transactionHash: '0xBEEF' }, ['Coffee']],
  ['/admin/invoices', 'name', { network: 'BEP20' }, ['Coffee']],
  ['/admin/invoices', 'name', { network: 'SOLANA' }, []],
  ['/admin/invoices', 'name', { status: 'PENDING' }, ['Cocoa', 'Green TEA']],
  ['/admin/invoices', 'name', { status: 'WAITING' }, ['Cocoa', 'Green TEA']],
  ['/admin/invoices', 'name', { status: 'SUCCESS' }, ['Coffee']],
  ['/admin/invoices', 'name', { status: 'FAILED' }, []],
  ['/admin/invoices', 'name', { amountMin: '25.5' }, ['Cocoa', 'Coffee']],
  ['/admin/invoices', 'name', { amountMax: '025.50' }, ['Coffee', 'Green TEA']],
  ['/admin/invoices', 'name', { feeMin: '0.1275', feeMax: '0.1275' }, ['Coffee']],
  ['/admin/invoices', 'name', { feeMin: '0.127501' }, ['Cocoa']],
  ['/admin/invoices', 'name', { feeMax: '0.05' }, ['Green TEA']],
  ['/admin/invoices', 'name', { createdFrom: today(), createdTo: today() }, ['Cocoa', 'Coffee', 'Green TEA']],
  ['/admin/invoices', 'name', { createdTo: yesterday() }, []],
  ['/admin/invoices', 'name', { expiresFrom: today() }, ['Cocoa', 'Coffee', 'Green TEA']],
  ['/admin/invoices', 'name', { expiresTo: yesterday() }, []],
];

test.each(CASES)('%s by %s: %j finds %j, with the total', async (path, field, query, expected) => {
  const { rows, totalPages, totalElements } = await list(path, query);
  expect(rows.map((row) => row[field])).toEqual(expected);
  expect([totalElements, totalPages]).toEqual([expected.length, expected.length === 0 ? 0 : 1]);
});

describe('rows have the fields of the specification', () => {
  test('users', async () => {
    const [row] = (await list('/admin/users', { username: 'alice' })).rows;
    expect(row).toMatchObject({ id: alice.userId, ip: '127.0.0.1', balance: 49, totalDeposit: 50, roles: ['USER'] });
  });
  test("an administrator's role, as the own user card has it", async () => {
    const [row] = (await list('/admin/users', { role: 'ADMIN' })).rows;
    expect(row).toMatchObject({ id: admin.userId, roles: ['ADMIN'] });
    expect((await admin.get(`/user/${admin.userId}`)).json()).toMatchObject({ roles: [{ authority: 'ADMIN' }] });
  });
  test('stores', async () => {
    const [row] = (await list('/admin/stores', { name: 'harbour' })).rows;
    expect(row).toEqual({
      id: expect.any(String),
      merchantId: expect.stringMatching(/^M/),
      name: 'Harbour',
      user: { username: 'bob_boat' },
    });
  });
  test('deposit invoices', async () => {
    const [row] = (await list('/admin/deposit-invoices', { status: 'PENDING' })).rows;
    expect(row).toMatchObject({ id: 'dep_1', username: 'Alice_1', method: 'vietnam-bank-auto', status: 'PENDING', note: 'first' });
    expect(row).toMatchObject({ amount: '1.000000', received: '0.000000' });
  });
  test('deposit invoices, with what was credited where another amount came', async () => {
    const [row] = (await list('/admin/deposit-invoices', { status: 'SUCCESS' })).rows;
    expect(row).toMatchObject({ amount: '2.000000', received: '0.480769' });
  });
  test('transaction log', async () => {
    const [row] = (await list('/admin/transaction-logs', { type: 'deduct' })).rows;
    expect(row).toMatchObject({
      username: 'Alice_1',
      type: 'deduct',
      beforeBalance: '50.000000',
      afterBalance: '48.500000',
      description: 'Invoice fee',
    });
  });
  test('payment invoices', async () => {
    const [row] = (await list('/admin/invoices', { name: 'coffee' })).rows;
    expect(row).toMatchObject({
      amount: '25.500000',
      feeAmount: '0.127500',
      total: '25.627500',
      status: 'SUCCESS',
      flags: ['paidOver'],
      requestId: 'Order-1',
      successUrl: 'http://shop.example/ok',
      cancelUrl: null,
      callbackStatus: null,
      processKey: null, // in the trial
      store: { name: 'Corner Shop 100%' },
    });
  });
});

test('pages continue where the last one ended, with the total', async () => {
  const first = await list('/admin/invoices', { page: '0', size: '2' });
  expect([first.rows.map(({ name }) => name), first.totalPages]).toEqual([['Cocoa', 'Coffee'], 2]);
  expect((await list('/admin/invoices', { page: '1', size: '2' })).rows.map(({ name }) => name)).toEqual(['Green TEA']);
  expect((await list('/admin/users', { page: '7', size: '2' })).rows).toEqual([]);
});

const PATHS = [
  '/admin/users',
  '/admin/stores',
  '/admin/deposit-invoices',
  '/admin/transaction-logs',
  '/admin/invoices',
  '/admin/audit-log',
];
test.each([
  ...PATHS.flatMap((path) => [`${path}?page=-1`, `${path}?size=0`, `${path}?size=1001`, `${path}?page=100&size=100`, `${path}?page=x`]),
  '/admin/users?role=ROOT',
  '/admin/users?createFrom=2026-02-30',
  '/admin/deposit-invoices?status=PAID',
  '/admin/transaction-logs?type=theft',
  '/admin/transaction-logs?from=yesterday',
  '/admin/invoices?status=PAID',
  '/admin/invoices?network=BTC',
  '/admin/invoices?amountMin=-1',
  '/admin/invoices?feeMax=1e3',
  '/admin/invoices?expiresTo=never',
  '/dashboard/revenue/series?days=8',
])('%s is 422', async (path) => {
  expect((await admin.get(path)).statusCode).toBe(422);
});

test('totals beyond 10,000 are capped, and so are the pages', async () => {
  await sql`
    insert into users (id, username, username_key, email, email_key, password_hash, created_at)
    select 'bulk_' || n, 'bulk' || n, 'bulk' || n, 'bulk' || n, 'bulk' || n, '', '2026-02-01' from generate_series(1, 10050) n`.execute(
    app.platform.db.query,
  );
  const answer = (await admin.get('/admin/users?username=bulk&size=100')).json().data;
  expect(answer).toMatchObject({ totalElements: 10_000, totalIsCapped: true, totalPages: 100 });
  expect((await admin.get('/admin/users?username=bulk&size=100&page=99')).statusCode).toBe(200);
  expect((await admin.get('/admin/user-statistics')).json().totalUsers).toBe(10_053);
  const logs = await list('/admin/transaction-logs', { username: 'bul' }); // too many users for a list of ids
  expect(logs.rows).toEqual([]);
});

const isRoute = (value: unknown): value is RouteSpec => typeof value === 'object' && value !== null && 'access' in value;
const ROUTES = [adminApi, adminDepositsApi, adminInvoicesApi, languageAdminApi].flatMap((api) => Object.values(api).filter(isRoute));
test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is refused to merchants and guests',
  async (_name, route) => {
    const call = { method: route.method, url: `/api/v1${route.path}` };
    const asMerchant = await alice.send(call);
    expect([asMerchant.statusCode, asMerchant.json().code]).toEqual([403, 'forbidden']);
    expect((await app.server.inject(call)).statusCode).toBe(401);
  },
);

test('health reports networks, callbacks, ledger and inboxes', async () => {
  await app.services.ledger.check('full');
  expect((await admin.get('/admin/health')).json()).toMatchObject({
    status: 'success',
    data: {
      networks: expect.any(Array),
      oldestCallbackSeconds: null,
      ledgerDifference: 0,
      unmatchedBankTransfers: 0,
      unmatchedTransfers: 0,
    },
  });
});
