import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import {
  addWallet,
  callApi,
  evmAddress,
  giveBalance,
  type Merchant,
  NETWORK_ENV,
  newMerchant,
  newStore,
  TRON_ADDRESS,
} from '../../../../test/stores';
import { manualClock, systemClock } from '../../../platform/clock';

const clock = manualClock('2026-03-01T10:00:00Z');
let realSkewMs = 0;
let app: TestApp;
let alice: Merchant;
let api: ReturnType<typeof callApi>;
let wallets: { id: string }[];
let orders = 0;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const ALL = ['TRON', 'BEP20', 'ERC20', 'POLYGON', 'SOLANA'];

beforeAll(async () => {
  const real = { now: () => new Date(systemClock.now().getTime() + realSkewMs) };
  app = await startTestApp({ env: NETWORK_ENV, clocks: { business: clock, real } });
  alice = await newMerchant(app, 'alice_1');
  const store = await newStore(alice);
  wallets = [await addWallet(alice, store.id, 'BEP20', evmAddress(1)), await addWallet(alice, store.id, 'TRON', TRON_ADDRESS)];
  await giveBalance(app, alice.userId, 10_000_000n);
  api = callApi(app, store.apiKey);
});

/** Sets how far the networks are read, relative to the present business time. */
async function read(networks: readonly string[], aheadMs: number): Promise<void> {
  const time = new Date(clock.now().getTime() + aheadMs);
  await sql`
    insert into chain_cursors (network, read_through) select n, ${time} from unnest(${networks}::text[]) n
    on conflict (network) do update set read_through = excluded.read_through`.execute(app.platform.db.query);
}
beforeEach(() => read(ALL, 0));

async function newInvoice(): Promise<string> {
  orders += 1;
  const answer = await api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: `o${orders}` });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.trans_id;
}
const row = (transId: string) =>
  app.platform.db.query.selectFrom('invoices').selectAll().where('trans_id', '=', transId).executeTakeFirstOrThrow();
const statusAfterSweep = async (transId: string) => {
  await app.services.invoices.sweep();
  return (await row(transId)).status;
};

test('an invoice expires after its time, not before, and releases the fee', async () => {
  const transId = await newInvoice();
  const before = await app.services.ledger.getBalance(alice.userId);
  clock.advance(15 * MINUTE - SECOND);
  await read(ALL, 2 * SECOND);
  expect(await statusAfterSweep(transId)).toBe('WAITING');
  clock.advance(2 * SECOND);
  expect(await statusAfterSweep(transId)).toBe('EXPIRED');
  expect((await app.services.ledger.getBalance(alice.userId)).held).toBe(before.held - 50_000n);
  expect(await row(transId)).toMatchObject({ version: 2, hold_id: null, flags: [] });
  await app.services.invoices.sweep();
  expect((await row(transId)).version).toBe(2);
});

test('no invoice expires that an unread block of one of its networks could have paid', async () => {
  const transId = await newInvoice();
  const behindExpiry = -2 * MINUTE;
  clock.advance(16 * MINUTE);
  for (const network of ['BEP20', 'TRON', 'ERC20', 'POLYGON']) {
    await read(ALL, 0);
    await read([network], behindExpiry);
    expect(await statusAfterSweep(transId), network).toBe('WAITING'); // the EVM networks share the address
  }
  await read(ALL, 0);
  await read(['SOLANA'], behindExpiry); // it has no address there
  expect(await statusAfterSweep(transId)).toBe('EXPIRED');
});

test('a network that was never read delays expiry; after a day of lag nothing does', async () => {
  const transId = await newInvoice();
  await app.platform.db.query.deleteFrom('chain_cursors').where('network', '=', 'TRON').execute();
  clock.advance(15 * MINUTE + 24 * 60 * MINUTE - SECOND);
  expect(await statusAfterSweep(transId)).toBe('WAITING');
  clock.advance(2 * SECOND);
  expect(await statusAfterSweep(transId)).toBe('EXPIRED');
});

test('a process whose clock is more than 30 s off decides nothing', async () => {
  const transId = await newInvoice();
  clock.advance(16 * MINUTE);
  await read(ALL, 0);
  realSkewMs = -31_000;
  expect(await statusAfterSweep(transId)).toBe('WAITING');
  realSkewMs = 0;
  expect(await statusAfterSweep(transId)).toBe('EXPIRED');
});

test('concurrent sweeps expire each invoice once', async () => {
  const made: string[] = [];
  while (made.length < 60) made.push(await newInvoice());
  clock.advance(16 * MINUTE);
  await read(ALL, 0);
  await Promise.all(Array.from({ length: 6 }, () => app.services.invoices.sweep()));
  for (const transId of made) expect(await row(transId)).toMatchObject({ status: 'EXPIRED', version: 2 });
  expect(await app.services.ledger.getBalance(alice.userId)).toMatchObject({ held: 0n, available: 10_000_000n });
});

test('an invoice whose payment was reorged and never returned is FAILED when monitoring ends', async () => {
  const transId = await newInvoice();
  const { id } = await row(transId);
  await sql`
    insert into transfers (id, network, family, tx_hash, log_key, log_index, from_address, to_address, to_key, amount, raw, block_number, block_hash,
                           block_time, state, seen_at, reorged_at)
    values ('trf_lost', 'BEP20', 'evm', '0x1', '0', 0, 'f', 't', ${evmAddress(1)}, 10050000, 1, 1, 'h', now(), 'reorged', now(), now())`.execute(
    app.platform.db.query,
  );
  await sql`insert into invoice_transfers (transfer_id, invoice_id, amount, attached_at) values ('trf_lost', ${id}, 10050000, now())`.execute(
    app.platform.db.query,
  );
  clock.advance(16 * MINUTE);
  await read(ALL, 0);
  expect(await statusAfterSweep(transId)).toBe('EXPIRED');
  clock.advance(24 * 60 * MINUTE);
  await read(ALL, 0);
  expect(await statusAfterSweep(transId)).toBe('FAILED');
  expect(await row(transId)).toMatchObject({ version: 3, monitor_until: null });
  expect((await api.get(`/payment/invoice/${transId}`)).json().data.status).toBe('expired');
});

test('monitoring ends a day later: the amounts are free, and so is an address that its wallet has released', async () => {
  const transId = await newInvoice();
  const { id } = await row(transId);
  for (const wallet of wallets) expect((await alice.delete(`/wallet/${wallet.id}`)).statusCode).toBe(204);
  const watches = () => app.platform.db.query.selectFrom('watched_addresses').select('reason').execute();
  const reservations = () =>
    app.platform.db.query.selectFrom('amount_reservations').select('ended_at').where('invoice_id', '=', id).execute();
  expect((await watches()).map(({ reason }) => reason)).toEqual(['invoice', 'invoice']);
  clock.advance(16 * MINUTE);
  await read(ALL, 0);
  await app.services.invoices.sweep();
  expect(await reservations()).toEqual([{ ended_at: expect.any(Date) }, { ended_at: expect.any(Date) }]);
  clock.advance(24 * 60 * MINUTE);
  await app.services.invoices.sweep();
  expect(await reservations()).toHaveLength(2); // not read that far yet
  await read(ALL, 0);
  await app.services.invoices.sweep();
  expect(await reservations()).toEqual([]);
  expect(await row(transId)).toMatchObject({ status: 'EXPIRED', version: 2, monitor_until: null });
  expect(await watches()).toEqual([]);
  const mallory = await newMerchant(app, 'mallory_1');
  await addWallet(mallory, (await newStore(mallory)).id, 'ERC20', evmAddress(1));
  expect((await app.services.ledger.check('full')).differences).toBe(0);
});
