import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { newUser } from '../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../test/app';
import { bundleCommand, type Command } from '../../../test/processes/command';
import { giveBalance } from '../../../test/stores';
import type { UserId } from '../../platform/id-types';
import { BOOKS, INVARIANTS } from './check/check-ledger';

let app: TestApp;
let merchant: Browser & { userId: UserId };

beforeAll(async () => {
  app = await startTestApp();
  merchant = await newUser(app, 'balance1');
  await verify(merchant.userId);
  const { db } = app.platform;
  const { ledger } = app.services;
  const movement = (amountMicros: bigint, idempotencyKey: string) => ({
    userId: merchant.userId,
    amountMicros,
    reference: 'r',
    idempotencyKey,
  });
  await db.transaction((tx) =>
    ledger.credit(tx, { ...movement(25_500_000n, 'a'), reference: '=r', reason: 'Bank top-up', from: 'bank_clearing' }),
  );
  await db.transaction((tx) => ledger.hold(tx, movement(1_000_000n, 'b')));
  await db.transaction((tx) => ledger.charge(tx, movement(500_001n, 'c')));
});

const verify = (userId: UserId) =>
  app.platform.db.query.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', userId).execute();

describe('GET /transaction-logs', () => {
  test('amounts are decimal strings, and before + amount = after', async () => {
    const answer = await merchant.get('/transaction-logs');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      totalElements: 2,
      content: [
        {
          id: expect.stringMatching(/^led_/),
          type: 'deduct',
          description: 'Invoice fee',
          beforeBalance: '25.500000',
          amount: '-0.500001',
          afterBalance: '24.999999',
          createdAt: expect.any(String),
          createTime: expect.any(String),
          invoiceId: 'r',
          transId: null, // no invoice of that id
        },
        expect.objectContaining({
          type: 'top-up',
          invoiceId: null,
          description: 'Bank top-up',
          beforeBalance: '0.000000',
          amount: '25.500000',
        }),
      ],
    });
  });

  test('filters and pages come from the query', async () => {
    expect((await merchant.get('/transaction-logs?type=add&reason=bank&page=0&size=5')).json()).toMatchObject({ totalElements: 1 });
    expect((await merchant.get('/transaction-logs?from=2020-01-01&to=2020-01-02')).json()).toEqual({ content: [], totalElements: 0 });
  });

  test.each([
    'type=gift',
    'from=yesterday',
    'from=2026-02-30',
    'to=0000-01-01',
    'page=-1',
    'size=0',
    'size=1001',
    'page=1000&size=10',
    'page=99999999999999&size=1000',
  ])('%s is 422', async (query) => {
    expect((await merchant.get(`/transaction-logs?${query}`)).statusCode).toBe(422);
  });

  test('a guest, and a user whose e-mail is not verified, are refused', async () => {
    expect((await app.browser().get('/transaction-logs')).statusCode).toBe(401);
    const fresh = await newUser(app, 'balance2');
    expect((await fresh.get('/transaction-logs')).json()).toMatchObject({ code: 'email_not_verified' });
    expect((await fresh.get('/transaction-logs/total-used')).statusCode).toBe(403);
    await verify(fresh.userId);
    expect((await fresh.get('/transaction-logs')).json()).toEqual({ content: [], totalElements: 0 });
    expect((await fresh.get('/transaction-logs/total-used')).json()).toEqual({ totalUsed: 0 });
  });
});

test('total-used and the user record match the ledger', async () => {
  expect((await merchant.get('/transaction-logs/total-used')).json()).toEqual({ totalUsed: 0.500001 });
  expect((await merchant.get(`/user/${merchant.userId}`)).json()).toMatchObject({ balance: 24.999999, available: 23.999999 });
});

describe('GET /transaction-logs/export', () => {
  test('a file of all matching rows, named with the date', async () => {
    const answer = await merchant.get('/transaction-logs/export?format=csv');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/);
    const [heading, ...rows] = parse(answer.rawPayload, { bom: true }) as string[][];
    const sums = ['Time', 'Type', 'Balance before', 'Amount', 'Balance after', 'Reason'];
    expect(heading).toEqual([...sums, 'Transaction ID', 'Request ID', 'Ledger reference', 'Ledger entry']);
    expect(rows.map((row) => row.slice(1, 9))).toEqual([
      ['Deducted', '25.500000', '-0.500001', '24.999999', 'Invoice fee', '', '', 'r'],
      ['Top-up', '0.000000', '25.500000', '25.500000', 'Bank top-up', '', '', "'=r"],
    ]);
  });

  test("the list's filters apply to the file, and readers get their language", async () => {
    const answer = await merchant.get('/transaction-logs/export?format=csv&type=deduct', { 'x-language': 'vi' });
    const [heading, ...rows] = parse(answer.rawPayload, { bom: true }) as string[][];
    expect(heading?.slice(0, 4)).toEqual(['Thời gian', 'Loại', 'Số dư trước', 'Số tiền']);
    expect(rows.map((row) => row[5])).toEqual(['Phí hóa đơn']);
  });

  /** Languages whose words are the longest. */
  test.each([
    ['en', 'Deducted', 'Invoice fee', 'Top-up', 'Bank top-up'],
    ['de', 'Abgezogen', 'Rechnungsgebühr', 'Aufladung', 'Aufladung per Bank'],
    ['fr', 'Déduit', 'Frais de facture', 'Rechargement', 'Rechargement bancaire'],
    ['ru', 'Списано', 'Комиссия за счёт', 'Пополнение', 'Пополнение через банк'],
  ])('in a pdf in %s, neither words nor numbers are broken', async (language, deducted, fee, added, bank) => {
    const { rawPayload } = await merchant.get('/transaction-logs/export?format=pdf', { 'x-language': language });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true });
    expect(text).toContain(`${deducted} 25.500000 -0.500001 24.999999 ${fee} `);
    expect(text).toContain(`${added} 0.000000 25.500000 25.500000 ${bank} `);
  });

  test.each(['xlsx', 'pdf'])('%s begins as such a file does', async (format) => {
    const answer = await merchant.get(`/transaction-logs/export?format=${format}`);
    expect(answer.rawPayload.toString('latin1', 0, 2)).toBe(format === 'pdf' ? '%P' : 'PK');
  });

  test.each(['format=doc', '', 'format=csv&from=tomorrow'])('"%s" is 422', async (query) => {
    expect((await merchant.get(`/transaction-logs/export?${query}`)).statusCode).toBe(422);
  });

  test('a user without transactions gets a file with headings', async () => {
    const fresh = await newUser(app, 'balance3');
    await verify(fresh.userId);
    const answer = await fresh.get('/transaction-logs/export?format=csv');
    expect(parse(answer.rawPayload, { bom: true })).toHaveLength(1);
  });
});

test('the forecast divides the available balance by the daily cost', async () => {
  expect((await merchant.get('/transaction-logs/forecast')).json()).toEqual({
    available: '23.999999',
    held: '1.000000',
    spentPerDay: '0.500001',
    basisDays: 1,
    daysLeft: 47,
    isLow: false,
  });
  const fresh = await newUser(app, 'balance4');
  await verify(fresh.userId);
  expect((await fresh.get('/transaction-logs/forecast')).json()).toMatchObject({ available: '0.000000', daysLeft: null, isLow: true });
});

describe('npm run ledger:check', () => {
  let command: Command;
  let books: TestApp;
  let owner: Browser & { userId: UserId };
  beforeAll(async () => {
    command = await bundleCommand('cli-ledger-check');
    books = await startTestApp(); // what was posted above belongs to no invoice and no deposit
    owner = await newUser(books, 'balance9');
    await giveBalance(books, owner.userId, 25_500_000n);
  });
  const run = (...args: string[]) => command.run(args, { DATABASE_URL: books.databaseUrl });

  test('prints a line per rule and exits with 0 when all is well', async () => {
    const { code, output } = await run();
    expect(output.match(/^ok {4}/gm)).toHaveLength(Object.keys({ ...INVARIANTS, ...BOOKS }).length);
    expect(output).toContain('1 entries of 1 accounts read (full).');
    expect(code).toBe(0);
    expect((await run('--incremental')).output).toContain('0 entries of 0 accounts read (incremental).');
  });

  test('names the account and exits with 1 on a fault', async () => {
    const change = (by: number) =>
      books.platform.db.query
        .updateTable('ledger_accounts')
        .set((eb) => ({ balance: eb('balance', '+', BigInt(by)) }))
        .execute();
    await change(1);
    const { code, output } = await run();
    await change(-1);
    expect(output).toContain(`WRONG I2  balance = sum of entries: ${owner.userId}`);
    expect(code).toBe(1);
  });
});
