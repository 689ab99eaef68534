import type { CreatedBankDeposit, UnmatchedBankTransfer } from '@stablegate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { type Merchant, newMerchant } from '../../../../test/stores';
import { manualClock, systemClock } from '../../../platform/clock';

const SEPAY_KEY = 'sepay-key-of-the-tests';
const CASSO_TOKEN = 'casso-token-of-the-tests';
const ACCOUNT = '0000123456'; // the sandbox's account
const DONG = 1_300_000; // 50 USD
const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
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
    env: { SEPAY_API_KEY: SEPAY_KEY, CASSO_SECURE_TOKEN: CASSO_TOKEN },
    clocks: { business: clock, real: systemClock },
  });
  admin = await newMerchant(app, 'admin_feeds');
  await app.platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
});

type Reported = { readonly content: string; readonly number?: string; readonly at?: string; readonly amount?: number };

/** Both formats leave out what the bank did not tell. */
async function sepay({ content, number, at, amount = DONG }: Reported): Promise<void> {
  const body = {
    id: 90_000 + next(),
    accountNumber: ACCOUNT,
    transferType: 'in',
    transferAmount: amount,
    content,
    referenceCode: number ?? null,
    ...(at === undefined ? {} : { transactionDate: at }),
  };
  const answer = await app.browser().post('/bank-feed/sepay', body, { authorization: `Apikey ${SEPAY_KEY}` });
  expect(answer.statusCode, answer.body).toBe(200);
}
async function casso({ content, number, at, amount = DONG }: Reported): Promise<void> {
  const transfer = { id: next(), tid: number ?? '', description: content, amount, bank_sub_acc_id: ACCOUNT, when: at };
  const answer = await app.browser().post('/bank-feed/casso', { error: 0, data: [transfer] }, { 'secure-token': CASSO_TOKEN });
  expect(answer.statusCode, answer.body).toBe(200);
}

type Customer = { readonly who: Merchant; readonly deposit: CreatedBankDeposit };
async function newCustomer(): Promise<Customer> {
  const who = await newMerchant(app, `feeds_${next()}`);
  const description = `TU${next().toString().padStart(8, '0')}`;
  const answer = await who.post(
    `/deposit-invoice/create-bank?${new URLSearchParams({ method: 'vietnam-bank-auto', amount: '50', description })}`,
  );
  expect(answer.statusCode, answer.body).toBe(201);
  return { who, deposit: answer.json() };
}
const dollarsOf = async ({ who }: Customer) => (await app.services.ledger.getBalance(who.userId)).balance / 1_000_000n;
const waitingWith = async (text: string): Promise<UnmatchedBankTransfer[]> =>
  (await admin.get('/admin/unmatched-bank-transfers?size=100'))
    .json()
    .data.transfers.filter(({ content }: UnmatchedBankTransfer) => content.includes(text));

describe('one transfer, reported by both feeds, is credited once', () => {
  test.each([
    ['spaces around the number', 'FT{n}', ' FT{n} '],
    ['spaces within it', 'FT{n}A', 'FT {n}\u00a0A'],
    ['other letters', 'mbvcb.{n}', 'MBVCB.{n}'],
  ])('%s', async (_case, first, second) => {
    const customer = await newCustomer();
    const { reference } = customer.deposit;
    const n = String(next());
    await sepay({ content: reference, number: first.replace('{n}', n) });
    await casso({ content: `CT DEN ${reference}`, number: second.replace('{n}', n) });
    expect(await dollarsOf(customer)).toBe(50n);
    expect(await waitingWith(reference)).toEqual([]);
  });

  test('one of them without a number, at the same time at the bank', async () => {
    const customer = await newCustomer();
    const { reference } = customer.deposit;
    await sepay({ content: reference, number: `FT${next()}`, at: '2026-03-04 10:02:37' });
    await casso({ content: reference, number: ' ', at: '2026-03-04T10:02:37' });
    expect(await dollarsOf(customer)).toBe(50n);
    expect(await waitingWith(reference)).toEqual([]);
  });

  test('two transfers without numbers, each reported by both, are credited twice', async () => {
    const customer = await newCustomer();
    const { reference: content } = customer.deposit;
    const [morning, evening] = ['2026-03-04 10:02:37', '2026-03-04 18:40:00'];
    for (const at of [morning, evening]) {
      await sepay({ content, at });
      await casso({ content, at });
    }
    expect(await dollarsOf(customer)).toBe(100n);
    expect(await waitingWith(content)).toEqual([]);
  });
});

test('transfers of two customers with the same number and amount are both credited', async () => {
  const [one, two] = [await newCustomer(), await newCustomer()];
  const number = `FT${next()}`;
  await sepay({ content: `${number} ${one.deposit.reference}`, number });
  await casso({ content: `${number} ${two.deposit.reference}`, number });
  expect([await dollarsOf(one), await dollarsOf(two)]).toEqual([50n, 50n]);
});

describe('what may be a duplicate waits for an admin', () => {
  test('no number and no time: not credited by itself, and an admin may still credit it', async () => {
    const customer = await newCustomer();
    const { reference, id: depositId } = customer.deposit;
    await sepay({ content: reference, number: `FT${next()}` });
    await casso({ content: reference });
    expect(await dollarsOf(customer)).toBe(50n);
    const [waiting] = await waitingWith(reference);
    expect(waiting).toMatchObject({ provider: 'casso', reason: 'possible_duplicate', resembles: { provider: 'sepay', depositId } });
    expect(waiting?.candidates).toMatchObject([{ depositId }]);
    const assigned = await admin.post(`/admin/unmatched-bank-transfers/${waiting?.id}/assign`, { depositId, reason: 'Two receipts' });
    expect(assigned.statusCode, assigned.body).toBe(200);
    expect(await dollarsOf(customer)).toBe(100n);
  });

  test('the same number and reference again: days later, with another amount, or from the same feed', async () => {
    for (const again of ['days later', 'another amount', 'the same feed']) {
      const customer = await newCustomer();
      const { reference: content } = customer.deposit;
      const number = `FT${next()}`;
      await sepay({ content, number });
      if (again === 'days later') clock.advance(4 * DAY_MS);
      const told = { content, number, amount: again === 'another amount' ? DONG - 1 : DONG };
      await (again === 'the same feed' ? sepay(told) : casso(told));
      expect(await dollarsOf(customer), again).toBe(50n);
      expect(await waitingWith(content), again).toMatchObject([{ reason: 'possible_duplicate' }]);
    }
  });

  test('a report without the reference does not hold up the one that has it, and says what it resembles', async () => {
    const customer = await newCustomer();
    const { reference, id: depositId } = customer.deposit;
    const [number, text] = [`FT${next()}`, `chuyen tien ${next()}`];
    await casso({ content: text, number });
    expect(await waitingWith(text)).toMatchObject([{ reason: 'no_reference', resembles: null }]);
    await sepay({ content: reference, number });
    expect(await dollarsOf(customer)).toBe(50n);
    expect(await waitingWith(text)).toMatchObject([{ reason: 'possible_duplicate', resembles: { provider: 'sepay', depositId } }]);
  });

  test('two transfers with one number and amount that name no deposit are both in the inbox', async () => {
    const [number, text] = [`FT${next()}`, `khong ma ${next()}`];
    await sepay({ content: `${text} Nguyen Van A`, number });
    await casso({ content: `${text} Tran Thi B`, number });
    expect((await waitingWith(text)).map(({ reason }) => reason).sort()).toEqual(['no_reference', 'possible_duplicate']);
  });
});
