import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { countStatements } from '../../../../test/parts/statements';
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
  await api.post('/payment/invoice', { name: 'Tea', amount: '1', request_id: 'warm-up' });
});

const total = (statements: { calls: number }[]) => statements.reduce((sum, { calls }) => sum + calls, 0);
const order = (amount: string, id: string) => ({ name: 'Tea', amount, request_id: id });

test('a creation at five addresses with a fee hold is one statement; with a fresh lookup of the key, two', async () => {
  const known = await countStatements(app, () => api.post('/payment/invoice', order('25', 'a')));
  app.services.stores.forgetKeys();
  const unknown = await countStatements(app, () => api.post('/payment/invoice', order('26', 'b')));
  expect(total(known), JSON.stringify(known)).toBeLessThanOrEqual(2); // the cached key may just have expired (1 s)
  expect(total(unknown), JSON.stringify(unknown)).toBe(2);
});

test('the same order again is one statement, and so is an amount that is taken', async () => {
  await api.get('/payment/invoice/none'); // the key is cached from here on
  expect(total(await countStatements(app, () => api.post('/payment/invoice', order('25', 'a'))))).toBeLessThanOrEqual(2);
  expect(total(await countStatements(app, () => api.post('/payment/invoice', order('25', 'c'))))).toBeLessThanOrEqual(2);
});

test('however crowded the amount, it never exceeds six statements and four round trips', async () => {
  await sql`insert into amount_reservations (family, address_key, payable, invoice_id)
    select 'evm', ${evmAddress(1)}, 10050000 + n * 100, 'inv_other' from generate_series(0, 990) n`.execute(app.platform.db.query);
  app.services.stores.forgetKeys();
  const statements = await countStatements(app, async () =>
    expect((await api.post('/payment/invoice', order('10', 'd'))).statusCode).toBe(201),
  );
  expect(total(statements), JSON.stringify(statements)).toBeLessThanOrEqual(4);
});
