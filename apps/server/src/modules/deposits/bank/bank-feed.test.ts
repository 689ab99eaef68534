import { createHmac } from 'node:crypto';
import type { CreatedBankDeposit, Deposit } from '@stablegate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { atOnce, giveBalance, type Merchant, newMerchant } from '../../../../test/stores';
import { manualClock, systemClock } from '../../../platform/clock';

const SEPAY_KEY = 'sepay-key-of-the-tests';
const CASSO_TOKEN = 'casso-token-of-the-tests';
const CASSO_KEY = 'casso-checksum-key-of-the-tests';
const ACCOUNT = '0000123456'; // the sandbox's account
let app: TestApp;
let alice: Merchant;
let admin: Merchant;
const clock = manualClock('2026-03-04T03:00:00Z');
let counter = 0;
const next = () => {
  clock.advance(1); // ids of one millisecond are unordered
  counter += 1;
  return counter;
};

beforeAll(async () => {
  app = await startTestApp({
    env: { SEPAY_API_KEY: SEPAY_KEY, CASSO_SECURE_TOKEN: CASSO_TOKEN, CASSO_CHECKSUM_KEY: CASSO_KEY, DATABASE_POOL_MAX: '20' },
    clocks: { business: clock, real: systemClock },
  });
  alice = await newMerchant(app, 'alice_feed');
  admin = await newMerchant(app, 'admin_feed');
  await app.platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
});

async function newDeposit(who: Merchant, amount = '50'): Promise<CreatedBankDeposit> {
  const description = `TU${next().toString().padStart(8, '0')}`;
  const answer = await who.post(
    `/deposit-invoice/create-bank?${new URLSearchParams({ method: 'vietnam-bank-auto', amount, description })}`,
  );
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const sepayBody = (more: object) => ({
  id: 90_000 + next(),
  gateway: 'Vietcombank',
  transactionDate: '2026-03-04 10:02:37',
  accountNumber: ACCOUNT,
  code: null,
  content: 'nap tien',
  transferType: 'in',
  transferAmount: 1_300_000,
  accumulated: 19_077_000,
  subAccount: null,
  referenceCode: `MBVCB.${next()}`,
  description: '',
  ...more,
});
const sepay = (more: object, key = SEPAY_KEY) =>
  app.browser().post('/bank-feed/sepay', sepayBody(more), { authorization: `Apikey ${key}` });
const balanceOf = async (who: Merchant) => (await app.services.ledger.getBalance(who.userId)).balance;
const depositOf = async (who: Merchant, id: string) =>
  (await who.get('/deposit-invoice/my-invoices/page?size=100')).json<{ content: Deposit[] }>().content.find((each) => each.id === id);
const inbox = async () => (await admin.get('/admin/unmatched-bank-transfers?size=100')).json().data;

describe('what a transfer is worth', () => {
  test.each([
    ['exactly what was asked for', 1_300_000, '50.000000'],
    ['too little', 1_000_000, '38.461538'],
    ['too much', 1_300_001, '50.000038'],
    ['a single dong', 1, '0.000038'],
  ])('%s', async (_case, transferAmount, received) => {
    const user = await newMerchant(app, `worth_${next()}`);
    const { id, reference } = await newDeposit(user);
    const answer = await sepay({ content: `MBVCB.1.${reference}.CT tu 0123`, transferAmount });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect(await depositOf(user, id)).toMatchObject({ status: 'PAID', received, amount: '50.000000', tid: expect.stringMatching(/^9\d+/) });
    const { content } = (await user.get('/transaction-logs')).json();
    expect(content).toMatchObject([{ type: 'top-up', amount: received, description: 'Bank top-up' }]);
  });

  test("the deposit's rate applies; money that arrives twice or late is credited too", async () => {
    const user = await newMerchant(app, 'twice_1');
    const { id, reference } = await newDeposit(user);
    await sepay({ content: reference });
    await sepay({ content: reference });
    expect(await balanceOf(user)).toBe(100_000_000n);
    const late = await newDeposit(user);
    clock.advance(25 * 60 * 60_000);
    await app.services.deposits.sweep();
    expect((await depositOf(user, late.id))?.status).toBe('CANCELED');
    await sepay({ content: late.reference, transferAmount: 26_000 });
    expect(await depositOf(user, late.id)).toMatchObject({ status: 'PAID', received: '1.000000' });
    expect(await depositOf(user, id)).toMatchObject({ received: '100.000000' });
  });

  test('debt is settled first', async () => {
    const user = await newMerchant(app, 'owing_1');
    await giveBalance(app, user.userId, 0n);
    const debt = { userId: user.userId, amountMicros: 2_000_000n, reference: 'inv', idempotencyKey: 'owing' };
    await app.platform.db.transaction((tx) => app.services.ledger.charge(tx, debt));
    const { reference } = await newDeposit(user);
    await sepay({ content: reference });
    expect(await app.services.ledger.getBalance(user.userId)).toMatchObject({ balance: 48_000_000n, owed: 0n });
  });
});

describe('exactly once', () => {
  test('the same notification a hundred times concurrently credits once, with the same answer each time', async () => {
    const user = await newMerchant(app, 'hundred_1');
    const { reference } = await newDeposit(user);
    const body = sepayBody({ content: reference });
    const send = () => app.browser().post('/bank-feed/sepay', body, { authorization: `Apikey ${SEPAY_KEY}` });
    const answers = await atOnce(100, send);
    expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`))).toEqual(new Set(['200 {"success":true}']));
    expect(await balanceOf(user)).toBe(50_000_000n);
    expect(await app.services.ledger.check('full')).toMatchObject({ differences: 0 });
  });

  test('two feeds that report one transfer credit it once, recognised by the bank’s own number', async () => {
    const user = await newMerchant(app, 'two_feeds');
    const { reference } = await newDeposit(user);
    const tid = `FT${next()}`;
    const first = { id: next(), tid, description: reference, amount: 1_300_000, bank_sub_acc_id: ACCOUNT };
    const casso = () => app.browser().post('/bank-feed/casso', { error: 0, data: [first] }, { 'secure-token': CASSO_TOKEN });
    const [told] = await Promise.all([casso(), sepay({ content: reference, referenceCode: tid })]);
    expect([told.statusCode, told.json()]).toEqual([200, { error: 0, success: true }]);
    expect(await balanceOf(user)).toBe(50_000_000n);
  });
});

describe('Casso', () => {
  const second = (more: object) => ({
    error: 0,
    data: { id: next(), reference: `FT${next()}`, amount: 1_300_000, accountNumber: ACCOUNT, description: '', ...more },
  });
  const signatureOf = (body: { error: number; data: object }, at: number) => {
    const data = Object.fromEntries(Object.entries(body.data).sort(([a], [b]) => (a < b ? -1 : 1)));
    return createHmac('sha512', CASSO_KEY)
      .update(`${at}.${JSON.stringify({ data, error: body.error })}`)
      .digest('hex');
  };

  test('several transfers in the first format; the outgoing one is ignored', async () => {
    const user = await newMerchant(app, 'casso_first');
    const [a, b] = [await newDeposit(user), await newDeposit(user)];
    const transfer = (description: string, amount: number) => ({ id: next(), tid: `T${next()}`, description, amount, subAccId: ACCOUNT });
    const data = [transfer(a.reference, 1_300_000), transfer(b.reference, 26_000), transfer(b.reference, -26_000)];
    const answer = await app.browser().post('/bank-feed/casso', { error: 0, data }, { 'secure-token': CASSO_TOKEN });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await balanceOf(user)).toBe(51_000_000n);
  });

  test('the second format is signed', async () => {
    const user = await newMerchant(app, 'casso_second');
    const { reference } = await newDeposit(user);
    const body = second({ description: reference });
    const post = (at: number, v1 = signatureOf(body, at)) =>
      app.browser().post('/bank-feed/casso', body, { 'x-casso-signature': `t=${at},v1=${v1}` });
    expect((await post(Date.now(), '0'.repeat(128))).statusCode).toBe(401);
    expect((await post(Date.now() - 61 * 60_000)).statusCode).toBe(401); // recorded earlier
    expect(await balanceOf(user)).toBe(0n);
    expect((await post(Date.now())).statusCode).toBe(200);
    expect(await balanceOf(user)).toBe(50_000_000n);
  });
});

describe('refused or ignored', () => {
  test('a wrong key reveals nothing, whatever the body', async () => {
    const answer = await sepay({ transferType: 'sideways' }, 'another-key-of-length');
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_api_key']);
    expect((await app.browser().post('/bank-feed/casso', { data: [] })).statusCode).toBe(401);
  });

  test.each([{ transferType: 'sideways' }, { transferAmount: 'much' }, { transferAmount: 1.5 }, { id: null }, { id: '' }])(
    'a body with %j is not acknowledged',
    async (more) => {
      expect((await sepay(more)).statusCode).toBe(422);
    },
  );

  test.each([{ transferType: 'out' }, { accountNumber: '99999999' }, { transferAmount: 0 }])('%j counts nothing', async (more) => {
    const { id, reference } = await newDeposit(alice);
    const before = (await inbox()).transfers.length;
    expect((await sepay({ content: reference, ...more })).statusCode).toBe(200);
    expect(await depositOf(alice, id)).toMatchObject({ status: 'PENDING', received: '0.000000' });
    expect((await inbox()).transfers).toHaveLength(before);
  });

  test('a NUL and a lone surrogate in the text do no harm', async () => {
    expect((await sepay({ content: 'a\0b\ud800c', gateway: '\0', 'k\0': '\ud800' })).statusCode).toBe(200);
  });
});

describe('the inbox', () => {
  test('keeps transfers that name no deposit, an unknown one or two', async () => {
    const [a, b] = [await newDeposit(alice, '3'), await newDeposit(alice, '4')];
    const cases = [
      ['cam on nhieu', 'no_reference'],
      ['ZZ99999999 nap', 'unknown_reference'],
      [`${a.reference} ${b.reference}`, 'two_references'],
      [`X${a.reference}`, 'no_reference'],
    ] as const;
    for (const [content, reason] of cases) {
      expect((await sepay({ content, transferAmount: 78_000 })).statusCode).toBe(200);
      const [newest] = (await inbox()).transfers;
      expect(newest).toMatchObject({ content, reason, amountVnd: 78_000, provider: 'sepay', account: ACCOUNT });
    }
    await sepay({ content: a.reference, transferAmount: 2_000_000_000_000 });
    const { transfers, currentPage, totalPages } = await inbox();
    expect(transfers[0]).toMatchObject({ reason: 'implausible_amount' });
    expect([currentPage, totalPages]).toEqual([0, 1]);
    const both = transfers.find(({ reason }: { reason: string }) => reason === 'two_references');
    expect(both.candidates.map(({ depositId }: { depositId: string }) => depositId)).toEqual(expect.arrayContaining([a.id, b.id]));
    expect(both.candidates[0]).toMatchObject({ username: 'alice_feed', status: 'PENDING' });
    expect((await depositOf(alice, a.id))?.status).toBe('PENDING');
  });

  test('an admin assigns a transfer once, with an audit entry', async () => {
    const user = await newMerchant(app, 'assigned_1');
    const { id } = await newDeposit(user);
    await sepay({ content: 'quen noi dung', transferAmount: 520_000 });
    const [{ id: transferId }] = (await inbox()).transfers;
    const assign = (body: object, who = admin) => who.post(`/admin/unmatched-bank-transfers/${transferId}/assign`, body);
    expect((await assign({ depositId: id, reason: 'x' }, user)).statusCode).toBe(403);
    expect((await assign({ depositId: id, reason: ' ' })).statusCode).toBe(422);
    expect((await assign({ depositId: 'dep_none', reason: 'x' })).statusCode).toBe(404);
    const answers = await Promise.all(Array.from({ length: 5 }, () => assign({ depositId: id, reason: 'The user showed the receipt' })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409]);
    const done = answers.find(({ statusCode }) => statusCode === 200);
    expect(done?.json()).toEqual({ status: 'success', data: { depositId: id, credited: '20.000000' } });
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('transfer_taken');
    expect(await depositOf(user, id)).toMatchObject({ status: 'PAID', received: '20.000000' });
    expect((await inbox()).transfers.map((each: { id: string }) => each.id)).not.toContain(transferId);
    const audit = await app.platform.db.query.selectFrom('audit_log').selectAll().where('subject', '=', transferId).execute();
    expect(audit).toMatchObject([{ actor: admin.userId, action: 'bank-transfer.assign' }]);
    expect(audit[0]?.detail).toMatchObject({ depositId: id, reason: 'The user showed the receipt', amount: '20.000000' });
  });
});

test('roll-ups equal the sum of the rows', async () => {
  const { query } = app.platform.db;
  const credits = await query.selectFrom('deposit_credits').select(['amount']).execute();
  const days = await app.services.deposits.listReceivedDays();
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  expect(sum(days.map(({ receivedMicros }) => receivedMicros))).toBe(sum(credits.map(({ amount }) => BigInt(amount))));
  expect(sum(days.map(({ credits: count }) => count))).toBe(BigInt(credits.length));
  expect(await app.services.deposits.listReceivedDays('2026-03-04', '2026-03-04')).toHaveLength(1);
  const rows = await query.selectFrom('deposits').select(['status', 'user_id', 'received']).execute();
  const totals = await query.selectFrom('deposit_totals').select(['status', 'total']).execute();
  const perUser = await query.selectFrom('deposit_counts').select(['user_id', 'status', 'total']).execute();
  for (const status of ['PENDING', 'PAID', 'CANCELED']) {
    const count = BigInt(rows.filter((row) => row.status === status).length);
    expect(sum(totals.filter((row) => row.status === status).map(({ total }) => BigInt(total)))).toBe(count);
    expect(sum(perUser.filter((row) => row.status === status).map(({ total }) => BigInt(total)))).toBe(count);
  }
  expect(sum(rows.map(({ received }) => BigInt(received)))).toBe(sum(credits.map(({ amount }) => BigInt(amount))));
});
