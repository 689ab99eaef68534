import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { isBusiness, waitForMail } from '../../../test/accounts';
import { startTestApp, type TestApp } from '../../../test/app';
import { startTestChain, type TestChain } from '../../../test/parts/chain';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, newMerchant, newStore } from '../../../test/stores';

let app: TestApp;
let chain: TestChain;
const BEP20_UNIT = 10n ** 12n;

beforeAll(async () => {
  chain = await startTestChain();
  await chain.mine(20); // something to reorganise
  app = await startTestApp({ networks: [chain.settings('BEP20')], roles: ['watcher', 'worker'] });
});

let address = 0x7300;
async function newShop(name: string): Promise<{ merchant: Merchant; api: ReturnType<typeof callApi>; to: string }> {
  address += 1;
  const merchant = await newMerchant(app, name);
  const store = await newStore(merchant, 'Mail house');
  await addWallet(merchant, store.id, 'BEP20', evmAddress(address));
  return { merchant, api: callApi(app, store.apiKey), to: evmAddress(address) };
}
const mailsTo = ({ email }: Merchant) => app.mailer.sent.filter((mail) => mail.to === email && isBusiness(mail));
const mailTo = ({ email }: Merchant, count = 1) => waitForMail(app, email, count, isBusiness);

test('settings: paid mails are off, low-balance mails on, each is changed separately, and only by the owner', async () => {
  const { merchant } = await newShop('mail_settings');
  const path = `/user/${merchant.userId}/notifications`;
  expect((await merchant.get(path)).json()).toEqual({ invoicePaid: false, lowBalance: true, monthlyStatement: false });
  expect((await merchant.put(path, { invoicePaid: true })).json()).toEqual({
    invoicePaid: true,
    lowBalance: true,
    monthlyStatement: false,
  });
  expect((await merchant.put(path, { lowBalance: false })).json()).toEqual({
    invoicePaid: true,
    lowBalance: false,
    monthlyStatement: false,
  });
  expect((await merchant.get(path)).json()).toEqual({ invoicePaid: true, lowBalance: false, monthlyStatement: false });
  expect((await merchant.put(path, { invoicePaid: 'yes' })).statusCode).toBe(422);
  const stranger = await newMerchant(app, 'mail_stranger');
  expect((await stranger.get(path)).statusCode).toBe(404);
  expect((await stranger.put(path, { invoicePaid: false })).statusCode).toBe(404);
});

test('a subscriber gets one mail for a paid invoice; when the payment is reorged, another', async () => {
  const { merchant, api, to } = await newShop('mail_paid');
  await merchant.put(`/user/${merchant.userId}/notifications`, { invoicePaid: true });
  const transId: string = (await api.post('/payment/invoice', { name: 'Green tea', amount: '10', request_id: 'm1' })).json().data.trans_id;
  await chain.pay('BEP20', to, 10_050_000n * BEP20_UNIT);
  const becomes = (expected: object) =>
    vi.waitFor(
      async () => {
        await chain.mine();
        expect((await merchant.get(`/invoice/${transId}`)).json()).toMatchObject(expected);
      },
      { timeout: 15_000, interval: 60 },
    );
  await becomes({ status: 'SUCCESS' });
  const paid = await mailTo(merchant);
  expect(paid.subject).toBe('Invoice Green tea is paid');
  expect(paid.text).toContain(transId);
  expect(paid.text).toContain('10.050000 USDT');

  await chain.reorg(12, false);
  await becomes({ flags: ['reversed'] });
  const reversed = await mailTo(merchant, 2);
  expect(reversed.subject).toBe('A payment was reversed by the network');
  expect(mailsTo(merchant)).toHaveLength(2);
}, 60_000);

test('a mail that cannot be queued leaves the payment settled, and is retried', async () => {
  const { merchant, api, to } = await newShop('mail_broken');
  const { query } = app.platform.db;
  await merchant.put(`/user/${merchant.userId}/notifications`, { invoicePaid: true });
  await sql`alter table queued_mails add constraint no_mails check (template <> 'invoice-paid') not valid`.execute(query);
  const transId: string = (await api.post('/payment/invoice', { name: 'Oolong', amount: '20', request_id: 'm2' })).json().data.trans_id;
  await chain.pay('BEP20', to, 20_100_000n * BEP20_UNIT);
  await vi.waitFor(
    async () => {
      await chain.mine();
      expect((await merchant.get(`/invoice/${transId}`)).json()).toMatchObject({ status: 'SUCCESS' });
    },
    { timeout: 15_000, interval: 60 },
  );
  await vi.waitFor(async () => {
    const { rows } = await sql<{ lastError: string }>`select last_error as "lastError" from event_tasks`.execute(query);
    expect(rows).toMatchObject([{ lastError: expect.stringContaining('no_mails') }]);
  }, 5_000);
  expect(mailsTo(merchant)).toHaveLength(0);

  await sql`alter table queued_mails drop constraint no_mails`.execute(query);
  expect((await mailTo(merchant)).subject).toBe('Invoice Oolong is paid');
  expect((await sql`select 1 from event_tasks`.execute(query)).rows).toHaveLength(0);
}, 60_000);

test('a low balance is reported once per crossing, also when invoices are refused for it', async () => {
  const { merchant, api } = await newShop('mail_low');
  await giveBalance(app, merchant.userId, 6_000_000n);
  const create = (amount: string, id: string) => api.post('/payment/invoice', { name: 'Tea', amount, request_id: id });
  await create('100', 'l1'); // 5.50 left
  await create('200', 'l2'); // 4.50 left
  const mail = await mailTo(merchant);
  expect(mail.subject).toBe('Your balance is running low');
  expect(mail.text).toContain('4.500000 USD');
  await create('100', 'l3');
  expect((await create('100000', 'l4')).statusCode).toBe(402);
  await app.services.merchant.forgetRecovered();
  await create('100', 'l5');
  await giveBalance(app, merchant.userId, 20_000_000n);
  await app.services.merchant.forgetRecovered();
  await create('100', 'l6'); // above it again
  expect(mailsTo(merchant)).toHaveLength(1);
  await create('3700', 'l7');
  expect((await mailTo(merchant, 2)).subject).toBe('Your balance is running low');
}, 60_000);

test('without a subscription no mail is sent', async () => {
  const { merchant, api } = await newShop('mail_quiet');
  await merchant.put(`/user/${merchant.userId}/notifications`, { lowBalance: false });
  await giveBalance(app, merchant.userId, 1_000_000n);
  await api.post('/payment/invoice', { name: 'Tea', amount: '100', request_id: 'q1' });
  const rows = () =>
    app.platform.db.query.selectFrom('notification_settings').select('low_since').where('user_id', '=', merchant.userId).execute();
  await vi.waitFor(async () => expect((await rows())[0]?.low_since).toBeInstanceOf(Date), 5_000);
  expect(mailsTo(merchant)).toHaveLength(0);
});
