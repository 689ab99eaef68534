import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import {
  addWallet,
  callApi,
  evmAddress,
  giveBalance,
  NETWORK_ENV,
  newMerchant,
  newStore,
  SOLANA_ADDRESS,
  TRON_ADDRESS,
} from '../../../../test/stores';

let app: TestApp;
let api: ReturnType<typeof callApi>;

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  const alice = await newMerchant(app, 'alice_1');
  const store = await newStore(alice);
  await addWallet(alice, store.id, 'BEP20', evmAddress(1));
  await addWallet(alice, store.id, 'ERC20', evmAddress(2));
  await addWallet(alice, store.id, 'POLYGON', evmAddress(3));
  await addWallet(alice, store.id, 'TRON', TRON_ADDRESS);
  await addWallet(alice, store.id, 'SOLANA', SOLANA_ADDRESS);
  await giveBalance(app, alice.userId, 1_000_000_000n);
  api = callApi(app, store.apiKey);
  await sql`create extension pg_stat_statements`.execute(app.platform.db.query);
  await api.post('/payment/invoice', { name: 'Tea', amount: '1', request_id: 'warm-up' });
});

/** The statements meanwhile, as counted by the database itself; each of ours is a round trip. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ query: string; calls: number }[]> {
  await sql`select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)`.execute(
    app.platform.db.query,
  );
  await work();
  const { rows } = await sql<{ query: string; calls: number }>`
    select query, calls::integer as calls from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())
       and query not ilike '%pg_stat_statements%' and query not ilike '%pgboss%'
       and query not ilike '%extract(epoch from clock_timestamp())%' -- every process compares its clock each 30 s`.execute(
    app.platform.db.query,
  );
  return rows;
}
const total = (statements: { calls: number }[]) => statements.reduce((sum, { calls }) => sum + calls, 0);
const order = (amount: string, id: string) => ({ name: 'Tea', amount, request_id: id });

test('a creation at five addresses with a fee hold is one statement; with a fresh lookup of the key, two', async () => {
  const known = await statementsOf(() => api.post('/payment/invoice', order('25', 'a')));
  app.services.stores.forgetKeys();
  const unknown = await statementsOf(() => api.post('/payment/invoice', order('26', 'b')));
  expect(total(known), JSON.stringify(known)).toBeLessThanOrEqual(2); // the cached key may just have expired (1 s)
  expect(total(unknown), JSON.stringify(unknown)).toBe(2);
});

test('the same order again is one statement, and so is an amount that is taken', async () => {
  await api.get('/payment/invoice/none'); // the key is cached from here on
  expect(total(await statementsOf(() => api.post('/payment/invoice', order('25', 'a'))))).toBeLessThanOrEqual(2);
  expect(total(await statementsOf(() => api.post('/payment/invoice', order('25', 'c'))))).toBeLessThanOrEqual(2);
});

test('however crowded the amount, it never exceeds six statements and four round trips', async () => {
  await sql`insert into amount_reservations (family, address_key, payable, invoice_id)
    select 'evm', ${evmAddress(1)}, 10050000 + n * 100, 'inv_other' from generate_series(0, 990) n`.execute(app.platform.db.query);
  app.services.stores.forgetKeys();
  const statements = await statementsOf(async () => expect((await api.post('/payment/invoice', order('10', 'd'))).statusCode).toBe(201));
  expect(total(statements), JSON.stringify(statements)).toBeLessThanOrEqual(4);
});
