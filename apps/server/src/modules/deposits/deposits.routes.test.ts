import type { CreatedBankDeposit, Deposit } from '@stablegate/contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newMember } from '../../../test/admins';
import { startTestApp, type TestApp } from '../../../test/app';
import { atOnce, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';
import { manualClock, systemClock } from '../../platform/clock';
import { asDepositId } from '../../platform/id-types';
import { crc16 } from './bank/vietqr.domain';

let app: TestApp;
/** A merchant who is refused everything. */
let refused: Merchant;
const clock = manualClock('2026-03-04T03:00:00Z'); // a Wednesday
const MINUTE = 60_000;
let references = 0;
const newReference = (): string => `AB${(references++).toString().padStart(8, '0')}`;
const bankUrl = (fields: Record<string, string>) => `/deposit-invoice/create-bank?${new URLSearchParams(fields)}`;
const bankFields = (more: Record<string, string> = {}) => ({
  method: 'vietnam-bank-auto',
  amount: '50',
  description: newReference(),
  topupBack: 'http://localhost:0/top-up?tab=payment-method',
  ...more,
});
const list = async (who: Merchant, query = '') =>
  (await who.get(`/deposit-invoice/my-invoices/page${query}`)).json<{ content: Deposit[]; totalElements: number }>();

beforeAll(async () => {
  app = await startTestApp({
    env: { ...NETWORK_ENV, PLATFORM_ADDRESS_BEP20: evmAddress(900) },
    clocks: { business: clock, real: systemClock },
  });
  refused = await newMerchant(app, 'refused_1');
});

describe('a deposit by USDT', () => {
  test('names the networks of the platform before it is made', async () => {
    expect((await refused.get('/deposit-invoice/networks')).json()).toEqual(['BEP20']);
  });

  test('opens a payment page of the platform, without a fee, for an hour', async () => {
    const alice = await newMerchant(app, 'alice_usdt');
    const answer = await alice.post('/deposit-invoice/create-usdt', { amount: 50 });
    expect(answer.statusCode, answer.body).toBe(201);
    const { id, urlPayment } = answer.json();
    expect(urlPayment).toMatch(/^http:\/\/localhost:0\/bill\/[0-9a-z]{26}$/);
    const transId = urlPayment.split('/').pop();
    const view = (await app.browser().get(`/payment/${transId}`)).json().data;
    expect(view).toMatchObject({
      amount: expect.stringMatching(/^50\.00\d\d$/),
      store: 'Stablegate',
      status: 'waiting',
      networks: [{ network: 'BEP20' }],
    });
    expect(Date.parse(view.expires_at) - Date.parse(view.created_at)).toBe(60 * 60_000);
    const { content, totalElements } = await list(alice);
    expect(totalElements).toBe(1);
    const created = Date.parse(content[0]?.createDate ?? ''); // the database's clock, which runs on while the test's stands still
    expect(created - clock.now().getTime()).toBeLessThan(MINUTE);
    expect(content[0]).toEqual({
      id,
      status: 'PENDING',
      createDate: new Date(view.created_at).toISOString(),
      updateDate: new Date(view.created_at).toISOString(),
      expiresAt: new Date(created + 60 * MINUTE).toISOString(),
      tid: null,
      requestId: transId,
      method: 'usdt-auto',
      amount: '50.000000',
      received: '0.000000',
      topupBack: urlPayment,
    });
  });

  test('is in the log of the owner with whoever started it', async () => {
    const owner = await newMerchant(app, 'owner_usdt');
    const member = await newMember(app, owner, 'accountant_usdt', 'accountant');
    const { id } = (await member.post('/deposit-invoice/create-usdt', { amount: 73 })).json();
    const bank = await member.post(bankUrl(bankFields()));
    expect(bank.statusCode, bank.body).toBe(201);
    const { content } = (await owner.get('/audit-log')).json();
    expect(content).toMatchObject([
      { actor: 'accountant_usdt', action: 'deposit.opened', detail: { amount: '50.000000' } },
      { actor: 'accountant_usdt', action: 'deposit.opened', detail: { amount: '73.000000' } },
    ]);
    const { rows } = await sql<{ subject: string }>`select subject from audit_log where user_id = ${owner.userId} order by id`.execute(
      app.platform.db.query,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([id, bank.json().id]);
  });

  test('returns the exact amount to send, with a tail of its own: its user chose the amount', async () => {
    const first = await newMerchant(app, 'first_usdt');
    const second = await newMerchant(app, 'second_usdt');
    const answers = [];
    for (const person of [first, second]) {
      const { payable, urlPayment } = (await person.post('/deposit-invoice/create-usdt', { amount: '61.5' })).json();
      const view = (await app.browser().get(`/payment/${urlPayment.split('/').pop()}`)).json().data;
      expect(`${view.amount}00`).toBe(payable);
      answers.push(payable);
    }
    for (const payable of answers) expect(payable).toMatch(/^61\.50(0[1-9]|[1-9]\d)00$/);
    expect(answers[0]).not.toBe(answers[1]);
  });

  test.each([0, -1, '0', '1e3', 1_000_000.5, 1_000_001, '0.00001', 'NaN', '', ' 5', null, true, undefined])(
    'refuses %j',
    async (amount) => {
      expect((await refused.post('/deposit-invoice/create-usdt', { amount })).json()).toMatchObject({ code: 'invalid_value' });
    },
  );

  test('at most 20 stay open, even when they are requested concurrently', async () => {
    const carol = await newMerchant(app, 'carol_usdt');
    const answers = await atOnce(24, () => carol.post('/deposit-invoice/create-usdt', { amount: '7' }));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    const codes = answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => answer.json().code);
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'too_many_open_deposits'));
    const dave = await newMerchant(app, 'dave_usdt');
    expect((await dave.post('/deposit-invoice/create-usdt', { amount: '7' })).statusCode).toBe(201);
  });

  test("the platform's address cannot be registered", async () => {
    const eve = await newMerchant(app, 'eve_usdt');
    const { id } = await newStore(eve);
    const answer = await eve.post('/wallet', { storeId: id, network: 'POLYGON', address: evmAddress(900) });
    expect(answer.json().code).toBe('address_in_use');
  });
});

describe('a deposit by bank', () => {
  test('returns the transfer instructions and their QR code', async () => {
    const alice = await newMerchant(app, 'alice_bank');
    const fields = bankFields({ amount: '12.3456' });
    const answer = await alice.post(bankUrl(fields));
    expect(answer.statusCode, answer.body).toBe(201);
    const made = answer.json<CreatedBankDeposit>();
    expect(made).toMatchObject({ reference: fields.description, amountVnd: 320_986, rate: 26_000, bank: { name: 'Sandbox Bank' } });
    expect(made.qrPayload).toContain(`5406320986`);
    expect(made.qrPayload).toContain(fields.description);
    expect(made.qrPayload.slice(-4)).toBe(crc16(made.qrPayload.slice(0, -4)));
    const [listed] = (await list(alice)).content;
    const { id, reference, amountVnd, rate, qrPayload, bank, expiresAt } = made;
    expect(listed).toMatchObject({ id, reference, amountVnd, rate, qrPayload, bank, expiresAt, requestId: reference, status: 'PENDING' });
    expect(listed?.topupBack).toBe('http://localhost:0/top-up?tab=payment-method');
    expect(Date.parse(expiresAt) - Date.parse(listed?.createDate ?? '')).toBe(24 * 60 * 60_000);
  });

  test.each([
    ['weak_reference', 'ABCDEFGHIJ'],
    ['weak_reference', '1234567890'],
    ['weak_reference', 'A123456789'],
    ['invalid_value', 'ABCDEFGH1'],
    ['invalid_value', 'ABCDEFGH12I'],
    ['invalid_value', 'abcdefgh12'],
    ['invalid_value', 'ABCDEFGH1 '],
    ['invalid_value', ''],
  ])('answers %s to the reference %j', async (code, description) => {
    const answer = await refused.post(bankUrl(bankFields({ description })));
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
  });

  test('accepts a reference once, across all users', async () => {
    const [bob, eve] = [await newMerchant(app, 'bob_bank'), await newMerchant(app, 'eve_bank')];
    const fields = bankFields();
    const answers = await Promise.all([bob, eve, bob].map((who) => who.post(bankUrl(fields))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('reference_taken');
  });

  test.each([
    'https://evil.example/top-up',
    '//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://localhost:0@evil.example/',
    'http://user:pw@localhost:0/',
    'http://localhost:0.evil.example/',
    'http://localhost:1/',
  ])('refuses to lead back to %s', async (topupBack) => {
    const answer = await refused.post(bankUrl(bankFields({ topupBack })));
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'topupBack']);
  });

  test('knows no other method', async () => {
    const bob = await newMerchant(app, 'bob_method');
    expect((await bob.post(bankUrl(bankFields({ method: 'usdt-auto' })))).statusCode).toBe(422);
    expect((await bob.get('/enums/vnd-rate')).json()).toBe(26_000);
  });
});

describe('the list', () => {
  test('contains one’s own deposits, newest first, by page and by period of the business time zone', async () => {
    const alice = await newMerchant(app, 'alice_list');
    const bob = await newMerchant(app, 'bob_list');
    clock.set('2026-03-29T18:00:00Z'); // Monday the 30th in Vietnam
    await alice.post(bankUrl(bankFields({ amount: '1' })));
    clock.set('2026-03-31T18:00:00Z'); // Wednesday, 1 April
    await alice.post(bankUrl(bankFields({ amount: '2' })));
    clock.advance(1);
    await alice.post('/deposit-invoice/create-usdt', { amount: '3' });
    await bob.post(bankUrl(bankFields()));
    const amounts = async (query: string) => (await list(alice, query)).content.map(({ amount }) => amount);
    expect(await amounts('')).toEqual(['3.000000', '2.000000', '1.000000']);
    expect(await amounts('?page=1&size=2')).toEqual(['1.000000']);
    expect((await list(alice, '?size=1')).totalElements).toBe(3);
    expect(await amounts('?date=1')).toEqual(['3.000000', '2.000000']);
    expect(await amounts('?date=2')).toEqual(['3.000000', '2.000000', '1.000000']);
    expect(await list(alice, '?date=3')).toMatchObject({ totalElements: 2 });
    expect((await alice.get('/deposit-invoice/my-invoices/page?date=4')).statusCode).toBe(422);
    expect((await alice.get('/deposit-invoice/my-invoices/page?page=1000&size=10')).json().code).toBe('page_too_far');
  });

  test('bank deposits expire after a day', async () => {
    const alice = await newMerchant(app, 'alice_end');
    await alice.post(bankUrl(bankFields()));
    clock.advance(24 * 60 * 60_000 - 5_000);
    await app.services.deposits.sweep();
    expect((await list(alice)).content[0]?.status).toBe('PENDING');
    clock.advance(10_000);
    await app.services.deposits.sweep();
    expect((await list(alice)).content[0]?.status).toBe('CANCELED');
    expect((await list(alice)).totalElements).toBe(1);
  });
});

test('a server without addresses and bank says so', async () => {
  const bare = await startTestApp({ env: NETWORK_ENV });
  const alice = await newMerchant(bare, 'alice_bare');
  const answer = await alice.post('/deposit-invoice/create-usdt', { amount: '5' });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'top_up_not_configured']);
});

describe('the export', () => {
  test('holds every top-up of the period with its transaction, request and ledger reference, in the reader’s language', async () => {
    const dora = await newMerchant(app, 'dora_export');
    for (let count = 0; count < 3; count += 1) expect((await dora.post(bankUrl(bankFields()))).statusCode).toBe(201);
    expect((await dora.post('/deposit-invoice/create-usdt', { amount: '7.5' })).statusCode).toBe(201);
    const { content } = await list(dora);
    const bank = content.find(({ method }) => method === 'vietnam-bank-auto');
    await app.platform.db.query
      .updateTable('deposits')
      .set({ tid: 'FT26063' })
      .where('id', '=', asDepositId(bank?.id ?? ''))
      .execute();
    const file = (query: string, who = dora) => who.get(`/deposit-invoice/my-invoices/export?${query}`, { 'x-language': 'vi' });
    const answer = await file('format=csv&date=');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="top-ups-2026-\d\d-\d\d\.csv"$/);
    const [heading = [], ...rows] = parse(answer.rawPayload, { bom: true }) as string[][];
    expect(heading.slice(6)).toEqual(['Mã giao dịch', 'Mã yêu cầu', 'Mã tham chiếu sổ cái']);
    expect(rows.map((row) => row[8])).toEqual(content.map(({ id }) => id));
    expect(rows.map((row) => row[7])).toEqual(content.map(({ requestId }) => requestId));
    expect(rows.find((row) => row[8] === bank?.id)?.[6]).toBe('FT26063');
    expect(rows.map((row) => row.slice(2, 5))).toContainEqual(['Đang chờ', '7.500000', '0.000000']);
    expect((await file('format=pdf&date=3')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await file('format=doc')).statusCode).toBe(422);
    expect(parse((await file('format=csv', refused)).rawPayload, { bom: true, from: 2 })).not.toContainEqual(rows[0]); // only one’s own
    expect((await app.browser().get('/deposit-invoice/my-invoices/export?format=csv')).statusCode).toBe(401);
  });
});
