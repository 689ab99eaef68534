import { parseMicros } from '@stablegate/rules';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { asInvoiceId } from '../../src/platform/id-types';
import { startTestApp, type TestApp } from '../app';
import { arrive, finalise, takeBack } from '../arrivals';
import { invoiceRow, type Order, openShop, order, type Shop } from '../shop';
import { evmAddress, type Merchant, NETWORK_ENV, newMerchant } from '../stores';

const SEPAY_KEY = 'sepay-key-of-the-books';
const PLATFORM = evmAddress(0x7a7a);
let references = 0;

export const startBooksApp = (): Promise<TestApp> =>
  startTestApp({ env: { ...NETWORK_ENV, SEPAY_API_KEY: SEPAY_KEY, PLATFORM_ADDRESS_BEP20: PLATFORM } });

/** An invoice of 40 dollars and what was sent for it. */
async function pay(app: TestApp, shop: Shop, given: { readonly micros?: bigint; readonly final: boolean }) {
  const { transId, payable } = await order(app, shop, '40');
  const transfer = await arrive(app, { to: shop.addresses.BEP20 ?? '', micros: given.micros ?? payable });
  if (given.final) await finalise(app, [transfer]);
  return { transId, payable, transfer };
}

async function topUp(app: TestApp, who: Merchant, amount: string) {
  const answer = await who.post('/deposit-invoice/create-usdt', { amount });
  expect(answer.statusCode, answer.body).toBe(201);
  const transfer = await arrive(app, { to: PLATFORM, micros: parseMicros(answer.json().payable) ?? 0n });
  await finalise(app, [transfer]);
  return transfer;
}

/** A deposit of 50 dollars, 1,300,000 dong, and what comes for it. What is beyond that counts at the rate of the day. */
async function topUpByBank(app: TestApp, who: Merchant, ...transferAmounts: readonly number[]): Promise<void> {
  references += 1;
  const description = `TU${references.toString().padStart(8, '0')}`;
  const query = new URLSearchParams({ method: 'vietnam-bank-auto', amount: '50', description });
  const made = await who.post(`/deposit-invoice/create-bank?${query}`);
  expect(made.statusCode, made.body).toBe(201);
  for (const transferAmount of transferAmounts) await sendByBank(app, made.json().reference, transferAmount);
}

async function sendByBank(app: TestApp, reference: string, transferAmount: number): Promise<void> {
  references += 1;
  const body = {
    id: 70_000 + references,
    gateway: 'Vietcombank',
    transactionDate: '2026-03-04 10:02:37',
    accountNumber: '0000123456',
    code: null,
    content: `nap tien ${reference}`,
    transferType: 'in',
    transferAmount,
    accumulated: 19_077_000,
    subAccount: null,
    referenceCode: `MBVCB.${references}`,
    description: '',
  };
  const answer = await app.browser().post('/bank-feed/sepay', body, { authorization: `Apikey ${SEPAY_KEY}` });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Accepted by the owner, and one that still waits: each at an address of its own, since a part is attached only where nothing else is meant. */
async function payInPart(app: TestApp): Promise<void> {
  for (const isAccepted of [true, false]) {
    const shop = await openShop(app, ['BEP20']);
    const { transId } = await pay(app, shop, { micros: 39_000_000n, final: true });
    if (!isAccepted) continue;
    const answer = await shop.merchant.post(`/invoice/${transId}/accept`, { paid: '39' });
    expect(answer.statusCode, answer.body).toBe(200);
  }
}

/** A fixed amount and an open one with its limits; each is ordered once. */
async function orderLinks(app: TestApp, { merchant, storeId }: Shop): Promise<void> {
  const link = { storeId, name: 'Cake', description: null, stock: null, endsAt: null, questions: [], successMessage: null };
  for (const limits of [{ amount: '15' }, { amount: null, amountMax: '500', holdMax: '3' }]) {
    const made = await merchant.post('/payment-links', { ...link, ...limits });
    expect(made.statusCode, made.body).toBe(201);
    const { pathname } = new URL(made.json().url);
    const ordered = await app.browser().post(pathname, { answers: [], ...(limits.amount === null ? { amount: '19' } : {}) });
    expect(ordered.statusCode, ordered.body).toBe(201);
  }
}

/** What creation does when all amounts near the wanted one are in use; the newer invoice is done since. */
async function takeOver(app: TestApp, { transId, payable }: Order): Promise<void> {
  const db = app.platform.db.query;
  const { id } = await invoiceRow(app, transId);
  await sql`update amount_reservations set ended_at = now() - interval '3 hours' where invoice_id = ${id}`.execute(db);
  await sql`
    select take_over_amount('inv_taker', array[r.family], array[r.address_key], array[${payable}]::bigint[], null, now())
      from amount_reservations r where r.invoice_id = ${id}`.execute(db);
  await sql`delete from amount_reservations where invoice_id = 'inv_taker'`.execute(db);
}

/** A refund that was proven: no node takes part in these tests. */
async function sendBack(app: TestApp, shop: Shop, transId: string, micros: bigint): Promise<void> {
  const { id } = await invoiceRow(app, transId);
  await sql`
    insert into refunds (id, invoice_id, user_id, network, to_address, to_key, amount, reason, status, created_by, created_at, ended_at,
        tx_hash, log_key, log_index, from_address, raw, block_number, block_hash, block_time, seen_at, final_at)
    values ('ref_books', ${id}, ${shop.merchant.userId}, 'BEP20', '0xcustomer', '0xcustomer', ${micros}, 'returned', 'confirmed',
        ${shop.merchant.userId}, now(), now(), '0xback', '0', 0, '0xmerchant', ${micros * 10n ** 12n}, 1, '0xblock', now(), now(), now())`.execute(
    app.platform.db.query,
  );
  await sql`update invoices set refunded = ${micros} where id = ${asInvoiceId(id)}`.execute(app.platform.db.query);
  const planned = { network: 'BEP20', address: evmAddress(0x7b7b), amount: '2', reason: 'returned' };
  const answer = await shop.merchant.post(`/invoice/${transId}/refunds`, planned);
  expect(answer.statusCode, answer.body).toBe(201);
}

/** Read from addresses of others, which no test asks. */
async function quoteRates(app: TestApp, { storeId }: Shop): Promise<void> {
  await sql`insert into vnd_rate (rate, fetched_at) values (26000000000, now())`.execute(app.platform.db.query);
  await sql`
    insert into store_epusdt (store_id, enabled, token_sealed, rate_source, rate, found_rate, found_at, created_at)
    values (${storeId}, true, '', 'fixed', 7000000, 7100000, now(), now())`.execute(app.platform.db.query);
}

export type FilledBooks = { readonly shop: Shop; readonly paid: string; readonly open: string; readonly expired: string };

/** Two merchants and every kind of row that has to do with money; the rows are written by the program. */
export async function fillBooks(app: TestApp): Promise<FilledBooks> {
  const shop = await openShop(app, ['BEP20']);
  const poor = await openShop(app, ['BEP20'], 250_000n);
  await topUp(app, shop.merchant, '25');
  await topUpByBank(app, shop.merchant, 1_300_000);
  await topUpByBank(app, shop.merchant, 1_000_001);
  await topUpByBank(app, shop.merchant, 700_003, 900_007, 500_011);

  const paid = await pay(app, shop, { final: true });
  await pay(app, shop, { final: true });
  const open = await order(app, shop, '70');
  await pay(app, shop, { final: false });
  await sendBack(app, shop, paid.transId, 3_000_000n);
  const expired = await order(app, shop, '80');
  await shop.merchant.post(`/invoice/${expired.transId}/cancel`);
  const displaced = await order(app, shop, '81');
  await shop.merchant.post(`/invoice/${displaced.transId}/cancel`);
  await takeOver(app, displaced);
  const reversed = await pay(app, shop, { final: true });
  await takeBack(app, reversed.transfer);

  // Paid after its end: the hold is gone, and what the balance lacks is owed.
  const late = await order(app, poor, '40');
  await poor.merchant.post(`/invoice/${late.transId}/cancel`);
  await order(app, poor, '30');
  await finalise(app, [await arrive(app, { to: poor.addresses.BEP20 ?? '', micros: late.payable })]);
  await topUp(app, poor.merchant, '31');
  const gone = await topUp(app, poor.merchant, '33');
  await takeBack(app, gone);

  await payInPart(app);
  await orderLinks(app, shop);
  await quoteRates(app, shop);
  const trial = await newMerchant(app, 'books_trial');
  await topUp(app, trial, '12');
  return { shop, paid: paid.transId, open: open.transId, expired: expired.transId };
}
