import type { Deposit } from '@stablegate/contract';
import { formatMicros, parseMicros } from '@stablegate/rules';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { startTestChain, type TestChain } from '../../../test/parts/chain';
import { evmAddress, giveBalance, type Merchant, newMerchant } from '../../../test/stores';
import { systemClock } from '../../platform/clock';
import type { TransferId } from '../../platform/id-types';

let app: TestApp;
let chain: TestChain;
const PLATFORM = evmAddress(0x7777);
const BEP20_UNIT = 10n ** 12n; // 18 decimals there
let offsetMs = 0;
const business = { now: () => new Date(Date.now() + offsetMs) };

beforeAll(async () => {
  chain = await startTestChain();
  app = await startTestApp({
    networks: [chain.settings('BEP20')],
    platformAddresses: { BEP20: PLATFORM },
    roles: ['watcher'],
    clocks: { business, real: systemClock },
  });
});

const pay = (micros: bigint) => chain.pay('BEP20', PLATFORM, micros * BEP20_UNIT);
async function openDeposit(who: Merchant, amount: string): Promise<{ id: string; transId: string; payable: bigint }> {
  const answer = await who.post('/deposit-invoice/create-usdt', { amount });
  expect(answer.statusCode, answer.body).toBe(201);
  const { id, urlPayment, payable } = answer.json<{ id: string; urlPayment: string; payable: string }>();
  return { id, transId: urlPayment.split('/').pop() ?? '', payable: parseMicros(payable) ?? 0n };
}
const depositOf = async (who: Merchant, id: string) =>
  (await who.get('/deposit-invoice/my-invoices/page')).json<{ content: Deposit[] }>().content.find((each) => each.id === id);
const balanceOf = async (who: Merchant) => app.services.ledger.getBalance(who.userId);
const statusOf = async (transId: string) => (await app.browser().get(`/payment/${transId}`)).json().data.status;
/** The column Transaction ID of the user's transactions, newest first. */
async function exportedHashes(who: Merchant): Promise<(string | undefined)[]> {
  const { rawPayload } = await who.get('/transaction-logs/export?format=csv');
  const rows: Record<string, string>[] = parse(rawPayload, { bom: true, columns: true });
  return rows.map((row) => row['Transaction ID']);
}
/** Mines until the check passes. */
const becomes = (check: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await chain.mine();
      await check();
    },
    { timeout: 20_000, interval: 100 },
  );
const seen = (txHash: string, state: string) =>
  vi.waitFor(
    async () => {
      const row = await app.platform.db.query
        .selectFrom('transfers')
        .select(['id', 'state'])
        .where('tx_hash', '=', txHash)
        .executeTakeFirst();
      expect(row?.state).toBe(state);
      return row?.id as TransferId;
    },
    { timeout: 15_000, interval: 60 },
  );

test('a deposit settles debt first', async () => {
  const frank = await newMerchant(app, 'frank_owes');
  await giveBalance(app, frank.userId, 0n);
  const debt = { userId: frank.userId, amountMicros: 3_000_000n, reference: 'inv', idempotencyKey: 'frank-owes' };
  await app.platform.db.transaction((tx) => app.services.ledger.charge(tx, debt));
  const { payable } = await openDeposit(frank, '123');
  const first = await pay(payable);
  await becomes(async () => expect(await balanceOf(frank)).toMatchObject({ balance: payable - 3_000_000n, owed: 0n }));
  const { txHash } = await pay(payable);
  await becomes(async () => expect(await balanceOf(frank)).toMatchObject({ balance: 2n * payable - 3_000_000n }));
  expect(await exportedHashes(frank)).toEqual([txHash, first.txHash, first.txHash]);
  const fees = (await frank.get('/transaction-logs?type=deduct')).json().content;
  expect(fees).toMatchObject([{ amount: '-3.000000', invoiceId: null, transId: null }]); // a deposit is no invoice to open
});

test('an exact payment is credited when it is final, in the transaction of SUCCESS and not before', async () => {
  const alice = await newMerchant(app, 'alice_exact');
  const { id, transId, payable } = await openDeposit(alice, '25.5');
  const { txHash } = await pay(payable);
  await seen(txHash, 'matched');
  expect(await balanceOf(alice)).toMatchObject({ balance: 0n });
  expect((await depositOf(alice, id))?.status).toBe('PENDING');
  await becomes(async () => expect((await balanceOf(alice)).balance).toBe(payable));
  expect(await statusOf(transId)).toBe('success');
  const { rows } = await sql<{ same: boolean }>`
    select c.xmin = e.xmin and c.xmin = l.xmin as same from deposit_credits c
      join deposits d on d.id = c.deposit_id
      join events e on e.subject = d.invoice_id and e.topic = 'invoice.completed'
      join ledger_entries l on l.reference = d.id
     where d.id = ${id}`.execute(app.platform.db.query);
  expect(rows).toEqual([{ same: true }]); // written in one transaction
  expect(await depositOf(alice, id)).toMatchObject({ status: 'PAID', received: formatMicros(payable), tid: txHash });
  expect((await alice.get('/transaction-logs')).json().content).toMatchObject([
    { type: 'top-up', amount: formatMicros(payable), description: 'USDT top-up' },
  ]);
});

test('the same amount again belongs to the user too; each transfer is credited once it is final', async () => {
  const bob = await newMerchant(app, 'bob_twice');
  const { id, payable } = await openDeposit(bob, '31');
  const first = await pay(payable);
  await becomes(async () => expect((await balanceOf(bob)).balance).toBe(payable));
  const { txHash } = await pay(payable);
  await seen(txHash, 'matched');
  expect((await balanceOf(bob)).balance).toBe(payable);
  await becomes(async () => expect((await balanceOf(bob)).balance).toBe(2n * payable));
  expect(await depositOf(bob, id)).toMatchObject({ status: 'PAID', received: formatMicros(2n * payable), amount: '31.000000' });
  expect(await exportedHashes(bob)).toEqual([txHash, first.txHash]);
});

test('another amount waits in the platform’s inbox; once an admin assigns it, it is credited as received', async () => {
  const [carol, admin] = [await newMerchant(app, 'carol_other'), await newMerchant(app, 'admin_other')];
  await app.platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
  const { id, transId } = await openDeposit(carol, '40');
  const { txHash } = await pay(36_000_000n);
  const transferId = await seen(txHash, 'unmatched');
  await chain.mine(4);
  const owner = { userId: admin.userId, isAdmin: true };
  await expect(
    app.services.invoices.assignTransfer({ userId: carol.userId, isAdmin: false }, transferId, { transId }),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
  await app.services.invoices.assignTransfer(owner, transferId, { transId });
  await becomes(async () => expect((await balanceOf(carol)).balance).toBe(36_000_000n));
  expect(await depositOf(carol, id)).toMatchObject({ status: 'PAID', received: '36.000000' });
  // Unassigned before the invoice is paid: the credit is taken back.
  await app.services.invoices.unassignTransfer(owner, transferId);
  expect((await balanceOf(carol)).balance).toBe(0n);
  await app.services.invoices.assignTransfer(owner, transferId, { transId });
  expect((await balanceOf(carol)).balance).toBe(36_000_000n);
  // The remainder, which has its own reserved amount, completes it.
  const { due } = (await app.browser().get(`/payment/${transId}`)).json().data;
  const rest = BigInt(due.replace('.', '')) * 100n;
  await pay(rest);
  await becomes(async () => expect((await balanceOf(carol)).balance).toBe(36_000_000n + rest));
  await becomes(async () => expect(await statusOf(transId)).toBe('success'));
});

test('a reorganisation deeper than finality: taken back as far as the balance covers it, the rest is debt settled by the next credit', async () => {
  const dave = await newMerchant(app, 'dave_reorg');
  await chain.mine(20); // payments of earlier tests stay
  const { id, payable } = await openDeposit(dave, '50');
  const { txHash } = await pay(payable);
  await becomes(async () => expect((await balanceOf(dave)).balance).toBe(payable));
  const spent = { userId: dave.userId, amountMicros: -20_000_000n, reference: 'spent', idempotencyKey: 'dave-spent' };
  await app.platform.db.transaction((tx) => app.services.ledger.adjust(tx, spent));
  await chain.reorg(12, false);
  await becomes(async () => expect(await balanceOf(dave)).toMatchObject({ balance: 0n, owed: 20_000_000n }));
  expect(await depositOf(dave, id)).toMatchObject({ status: 'PAID', received: '0.000000' });
  await seen(txHash, 'reorged');
  const topics = await app.platform.db.query.selectFrom('events').select('topic').where('subject', '=', id).orderBy('id').execute();
  expect(topics.map(({ topic }) => topic)).toEqual(['deposit.credited', 'deposit.reversed']);
  app.platform.outbox.start();
  const mails = sql`select 1 from queued_mails where template = 'deposit-reversed'`;
  await becomes(async () => expect((await mails.execute(app.platform.db.query)).rows).toHaveLength(2)); // to the owner and to the operators
  const next = await openDeposit(dave, '70');
  await pay(next.payable);
  await becomes(async () => expect(await balanceOf(dave)).toMatchObject({ balance: next.payable - 20_000_000n, owed: 0n }));
  expect(await app.services.ledger.check('full')).toMatchObject({ differences: 0 });
  expect((await app.services.deposits.listReceivedDays()).length).toBeGreaterThan(0);
});

test('a deposit expires with its invoice, and money that arrives later makes it PAID', async () => {
  const eve = await newMerchant(app, 'eve_late');
  const { id, transId, payable } = await openDeposit(eve, '17');
  await chain.call('sandbox_advanceTime', { seconds: 3_700 });
  offsetMs += 3_700_000;
  await chain.mine();
  await becomes(async () => {
    await app.services.invoices.sweep();
    expect(await statusOf(transId)).toBe('expired');
  });
  expect((await depositOf(eve, id))?.status).toBe('CANCELED');
  await pay(payable);
  await becomes(async () => expect((await balanceOf(eve)).balance).toBe(payable));
  expect(await depositOf(eve, id)).toMatchObject({ status: 'PAID', received: formatMicros(payable) });
});
