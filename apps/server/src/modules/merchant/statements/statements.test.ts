import type { Statement } from '@stablegate/contract';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import { isBusiness, waitForMail } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { move, sendBack } from '../../../../test/fee-months';
import { type Merchant, newMerchant, newStore, type OwnStore } from '../../../../test/stores';
import { manualClock, systemClocks } from '../../../platform/clock';

/** 17:00 UTC is midnight in the business time zone. */
const clock = manualClock('2026-01-05T03:00:00Z');
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clocks: { business: clock, real: systemClocks.real }, roles: ['worker'] });
});

const micros = (text: string): bigint => BigInt(text.replace('.', ''));
const list = async (merchant: Merchant, query = ''): Promise<Statement[]> => (await merchant.get(`/statements?${query}`)).json().content;
const file = (merchant: Merchant, query: string, language = 'en') => merchant.get(`/statements/file?${query}`, { 'x-language': language });

/** Straight from the journal, by the calendar of PostgreSQL. */
async function ledgerSums({ userId }: Merchant, month: string, storeId?: string) {
  const ofStore = storeId === undefined ? sql`true` : sql`i.store_id = ${storeId}`;
  const { rows } = await sql<Record<'opening' | 'moved' | 'topUps' | 'fees' | 'refunds' | 'adjustments', bigint>>`
    with mine as (
      select e.kind, e.balance_delta as delta, to_char(e.created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM') as month, ${ofStore} as own
        from ledger_accounts a join ledger_entries e on e.account_id = a.id left join invoices i on i.id = e.reference
       where a.user_id = ${userId})
    select coalesce(sum(delta) filter (where month < ${month}), 0)::bigint as opening,
           coalesce(sum(delta) filter (where month = ${month}), 0)::bigint as moved,
           coalesce(sum(delta) filter (where month = ${month} and kind in ('usdt', 'bank')), 0)::bigint as "topUps",
           coalesce(sum(delta) filter (where month = ${month} and kind = 'fee' and own), 0)::bigint as fees,
           coalesce(sum(delta) filter (where month = ${month} and kind = 'refund' and own), 0)::bigint as refunds,
           coalesce(sum(delta) filter (where month = ${month} and kind = 'adjust'), 0)::bigint as adjustments
      from mine`.execute(app.platform.db.query);
  return rows[0] as NonNullable<(typeof rows)[0]>;
}

async function expectLedger(merchant: Merchant, statement: Statement, storeId?: string): Promise<void> {
  const { opening, moved, ...sums } = await ledgerSums(merchant, statement.month, storeId);
  expect({
    opening: micros(statement.opening),
    closing: micros(statement.closing),
    topUps: micros(statement.topUps),
    fees: micros(statement.fees),
    refunds: micros(statement.refunds),
    adjustments: micros(statement.adjustments),
  }).toEqual({ opening, closing: opening + moved, ...sums });
  const parts = [sums.topUps, sums.fees, sums.refunds, sums.adjustments, micros(statement.otherFees)];
  expect(parts.reduce((sum, part) => sum + part, opening)).toBe(opening + moved);
}

type Shop = { merchant: Merchant; tea: OwnStore; cake: OwnStore };
async function newShop(name: string): Promise<Shop> {
  const merchant = await newMerchant(app, name);
  return { merchant, tea: await newStore(merchant, 'Tea house'), cake: await newStore(merchant, 'Bánh & Trà <Huế>') };
}

/** January: everything a month can hold; February: one fee; then the first of March. Returns the hashes of the refunds. */
async function seed({ merchant: { userId }, tea, cake }: Shop): Promise<string[]> {
  const at = async (time: string, movement: Parameters<typeof move>[3]) => {
    clock.set(time);
    await move(app, clock, userId, movement);
  };
  await at('2026-01-05T03:00:00Z', { kind: 'usdt', micros: 10_000_000n });
  await at('2026-01-06T03:00:00Z', { kind: 'fee', micros: 500_001n, storeId: tea.id });
  await at('2026-01-07T03:00:00Z', { kind: 'fee', micros: 12_500_000n, storeId: cake.id }); // more than there is: the rest is owed
  await at('2026-01-08T03:00:00Z', { kind: 'bank', micros: 20_000_003n }); // settles what is owed
  await at('2026-01-09T03:00:00Z', { kind: 'refund', micros: 500_001n, storeId: tea.id });
  await at('2026-01-20T03:00:00Z', { kind: 'adjust', micros: -7n });
  await at('2026-01-31T16:59:59.999Z', { kind: 'fee', micros: 30_000n, storeId: tea.id }); // the last moment of January there
  await at('2026-01-31T17:00:00Z', { kind: 'fee', micros: 40_000n, storeId: tea.id }); // the first of February
  const hashes: string[] = [];
  for (const [time, storeId, amount] of [
    ['2025-12-31T16:59:59.999Z', tea.id, 9_000_000n], // December
    ['2025-12-31T17:00:00Z', tea.id, 7_500_000n],
    ['2026-01-15T03:00:00Z', cake.id, 1_000_001n],
    ['2026-01-31T16:59:59.999Z', tea.id, 2n],
    ['2026-01-31T17:00:00Z', tea.id, 40_000_000n], // February
  ] as const) {
    clock.set(time);
    hashes.push(await sendBack(app, clock, { userId, storeId, micros: amount }));
  }
  clock.set('2026-03-01T03:00:00Z');
  return hashes;
}

let shop: Shop;
let sent: string[];
beforeAll(async () => {
  shop = await newShop('books_1');
  sent = await seed(shop);
});

test('a month of seeded data: the statement’s sums equal the ledger, for the account and for each merchant', async () => {
  const { merchant, tea, cake } = shop;
  for (const storeId of [undefined, tea.id, cake.id]) {
    const statements = await list(merchant, storeId === undefined ? '' : `storeId=${storeId}`);
    expect(statements.map(({ month }) => month)).toEqual(['2026-02', '2026-01']);
    for (const statement of statements) await expectLedger(merchant, statement, storeId);
  }
  const [, january] = await list(merchant, `storeId=${tea.id}`);
  expect(january).toEqual({
    month: '2026-01',
    opening: '0.000000',
    topUps: '30.000003',
    fees: '-0.530001',
    refunds: '0.500001',
    adjustments: '-0.000007',
    otherFees: '-12.500000',
    closing: '17.469996',
    lines: 8,
    refunded: '7.500002',
  });
  const [february, whole] = await list(merchant);
  expect([february?.refunded, whole?.refunded]).toEqual(['40.000000', '8.500003']);
});

test('files: every line has its transaction, request and ledger reference; the balances run from opening to closing', async () => {
  const { merchant, tea } = shop;
  const answer = await file(merchant, `month=2026-01&format=csv&storeId=${tea.id}`, 'vi');
  expect(answer.headers['content-disposition']).toContain(`statement-2026-01-${tea.merchantId}.csv`);
  const [heading = [], ...rows] = parse(answer.rawPayload, { bom: true }) as string[][];
  expect(heading).toHaveLength(11);
  expect(heading[0]).toBe('Thời gian');
  const fee = rows.find((row) => row[2] === '-0.030000') ?? [];
  expect(fee[4]).toMatch(/^T[0-9a-z]{21}$/);
  expect(fee[5]).toMatch(/^order-\d+$/);
  expect(fee[6]).toMatch(/^inv_/);
  // On screen a fee has the same names.
  const { content } = (await merchant.get('/transaction-logs?reason=Invoice+fee&size=50')).json();
  expect(content).toContainEqual(expect.objectContaining({ invoiceId: fee[6], transId: fee[4] }));
  expect(fee[7]).toMatch(/^led_\d+_\d+$/);
  expect(rows.at(0)?.[3]).toBe('0.000000');
  const balances = rows.map((row) => row[3] ?? '').filter((balance) => balance !== '');
  expect(balances.at(-1)).toBe('17.469996');
  const amounts = rows.map((row) => row[2] ?? '').filter((amount) => amount !== '');
  expect(amounts.reduce((sum, amount) => sum + micros(amount), 0n)).toBe(17_469_996n);
  expect(amounts.filter((amount) => amount === '-12.500000')).toHaveLength(1); // the other merchant is one line
});

test('files: refunds of the month are below the balance, each with its invoice and its transaction on the chain', async () => {
  const { merchant, tea } = shop;
  const rowsOf = async (query: string) =>
    parse((await file(merchant, `month=2026-01&format=csv${query}`, 'vi')).rawPayload, { bom: true }) as string[][];
  const [heading = [], ...rows] = await rowsOf('');
  expect(heading.slice(8)).toEqual(['Đã hoàn tiền cho khách hàng', 'Mạng', 'Mã băm giao dịch']);
  const refunds = rows.filter((row) => row[8] !== '');
  expect(refunds).toEqual(rows.slice(-3));
  expect(refunds.map((row) => [row[0]?.slice(0, 10), row[8], row[9], row[10]])).toEqual([
    ['2026-01-01', '7.500000', 'BEP20', sent[1]],
    ['2026-01-15', '1.000001', 'BEP20', sent[2]],
    ['2026-01-31', '0.000002', 'BEP20', sent[3]],
  ]);
  for (const [, reason, amount, balance, transId, requestId, reference, entry] of refunds) {
    expect([reason, amount, balance, entry]).toEqual(['Đã hoàn tiền cho khách hàng', '', '', '']);
    expect([transId, requestId, reference]).toEqual([
      expect.stringMatching(/^T[0-9a-z]{21}$/),
      expect.stringMatching(/^order-\d+$/),
      expect.stringMatching(/^inv_/),
    ]);
  }
  expect((await rowsOf(`&storeId=${tea.id}`)).slice(-2).map((row) => row[8])).toEqual(['7.500000', '0.000002']);
});

test('OFX: one account in USD, every entry once under its own id, six decimals, the closing balance', async () => {
  const { merchant, cake } = shop;
  const { body, headers } = await file(merchant, 'month=2026-01&format=ofx');
  expect(headers['content-type']).toContain('application/x-ofx');
  const ids = [...body.matchAll(/<FITID>([^<]+)</g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(8);
  const amounts = [...body.matchAll(/<TRNAMT>([^<]+)</g)].map(([, amount = '']) => micros(amount));
  expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(17_469_996n);
  expect(body).toContain('<LEDGERBAL><BALAMT>17.469996</BALAMT><DTASOF>20260131235959.999[+7]</DTASOF></LEDGERBAL>');
  expect(body).toContain('<DTPOSTED>20260131235959.999[+7]</DTPOSTED>');
  // What went back to customers is a text beside the balance: as a transaction it would move the balance of the books.
  expect(body).toContain('<MKTGINFO>Opening balance: 0.000000 USD, Refunded to the customer: 8.500003 USDT</MKTGINFO>');
  expect(body).toMatch(/^[\n -~]*$/); // ASCII in English, for programs that read nothing else
  const ofCake = await file(merchant, `month=2026-01&format=ofx&storeId=${cake.id}`);
  expect(ofCake).toMatchObject({ statusCode: 200, body: expect.stringContaining('1.000001 USDT</MKTGINFO>') });
});

test('PDF: the sums and whose balance it is, in the reader’s language, whole references', async () => {
  const { merchant, cake } = shop;
  const answer = await file(merchant, `month=2026-01&format=pdf&storeId=${cake.id}`, 'de');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true });
  expect(text).toContain('Bánh & Trà <Huế>');
  expect(text).toContain('Anfangsguthaben');
  expect(text).toContain('17.469996');
  expect(text).toContain('Erstattungen an den Kunden');
  expect(text).toContain('1.000001');
  const csv = parse((await file(merchant, `month=2026-01&format=csv&storeId=${cake.id}`)).rawPayload, { bom: true, from: 2 }) as string[][];
  const together = text.replaceAll(/\s/g, '');
  for (const row of csv) for (const text of [row[6] ?? '', row[10] ?? '']) expect(together).toContain(text);
  expect(together).not.toContain(sent[1]); // another merchant’s
});

test('a statement is the same whenever it is made', async () => {
  const { merchant } = shop;
  const make = async () => [
    (await file(merchant, 'month=2026-01&format=csv')).body,
    (await file(merchant, 'month=2026-01&format=ofx')).body,
    JSON.stringify(await list(merchant)),
  ];
  const first = await make();
  await move(app, clock, merchant.userId, { kind: 'usdt', micros: 5n });
  expect(await make()).toEqual(first);
});

test('only closed months, only own merchants, only for those who may export', async () => {
  const { merchant } = shop;
  for (const month of ['2026-03', '2025-12']) expect((await file(merchant, `month=${month}&format=csv`)).statusCode).toBe(404);
  expect((await file(merchant, 'month=2026-13&format=csv')).statusCode).toBe(422);
  const stranger = await newShop('books_stranger');
  expect((await file(merchant, `month=2026-01&format=csv&storeId=${stranger.tea.id}`)).statusCode).toBe(404);
  expect((await merchant.get(`/statements?storeId=${stranger.tea.id}`)).statusCode).toBe(404);
  expect((await stranger.merchant.get('/statements')).json()).toMatchObject({ content: [], totalElements: 0 });
  clock.set('2026-03-31T17:59:00Z'); // an hour is not over
  expect((await list(merchant))[0]?.month).toBe('2026-02');
  clock.set('2026-03-31T18:00:00Z');
  expect((await list(merchant))[0]?.month).toBe('2026-03');
});

test('by mail: to those who want it, once, from the next month on, with the PDF', async () => {
  const { merchant } = await newShop('books_mail');
  const path = `/user/${merchant.userId}/notifications`;
  clock.set('2026-05-10T00:00:00Z');
  await move(app, clock, merchant.userId, { kind: 'usdt', micros: 1_000_000n });
  clock.set('2026-06-10T00:00:00Z');
  expect((await merchant.put(path, { monthlyStatement: true })).json()).toMatchObject({ monthlyStatement: true, lowBalance: true });
  expect(await app.services.merchant.sendStatements()).toBe(0); // May was over before it was wanted
  const { rows } = await sql<{ id: string }>`select id from stores where user_id = ${merchant.userId} order by id`.execute(
    app.platform.db.query,
  );
  await move(app, clock, merchant.userId, { kind: 'fee', micros: 250_000n, storeId: rows[0]?.id as OwnStore['id'] });
  clock.set('2026-06-30T17:30:00Z');
  expect(await app.services.merchant.sendStatements()).toBe(0); // the month has not settled
  clock.set('2026-06-30T18:10:00Z');
  const runs = await Promise.all([1, 2, 3].map(() => app.services.merchant.sendStatements()));
  expect(runs.reduce((sum, count) => sum + count, 0)).toBe(2); // one for each of its merchants
  const mail = await waitForMail(app, merchant.email, 2, isBusiness);
  expect(mail.subject).toMatch(/^Statement 2026-06 of /);
  expect(mail.text).toContain('0.750000 USD');
  expect(mail.attachments?.[0]?.filename).toMatch(/^statement-2026-06-.*\.pdf$/);
  expect(mail.attachments?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await app.services.merchant.sendStatements()).toBe(0);
});

test('random months: sums equal the ledger, months meet, merchants together are the account', async () => {
  const kinds = fc.constantFrom('usdt', 'bank', 'adjust', 'fee', 'refund');
  const step = fc.record({
    kind: kinds,
    amount: fc.bigInt({ min: 1n, max: 9_999_999n }),
    isTea: fc.boolean(),
    hours: fc.integer({ min: 0, max: 400 }),
  });
  let run = 0;
  clock.set('2027-01-01T00:00:00Z');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      run += 1;
      const { merchant, tea, cake } = await newShop(`books_random_${run}`);
      for (const { kind, amount, isTea, hours } of steps) {
        clock.advance(hours * 3_600_000);
        const storeId = isTea ? tea.id : cake.id;
        const signed = kind === 'adjust' && !isTea ? -amount : amount;
        await move(
          app,
          clock,
          merchant.userId,
          kind === 'fee' || kind === 'refund' ? { kind, micros: amount, storeId } : { kind, micros: signed },
        );
        if (amount % 3n === 0n) await sendBack(app, clock, { userId: merchant.userId, storeId, micros: amount });
      }
      clock.advance(40 * 24 * 3_600_000);
      const whole = await list(merchant, 'size=100');
      const byStore = await Promise.all([tea, cake].map(({ id }) => list(merchant, `size=100&storeId=${id}`)));
      for (const [index, statement] of whole.entries()) {
        await expectLedger(merchant, statement);
        if (index > 0) expect(whole[index - 1]?.opening).toBe(statement.closing);
        const [ofTea, ofCake] = byStore.map((statements) => statements[index]) as [Statement, Statement];
        await expectLedger(merchant, ofTea, tea.id);
        await expectLedger(merchant, ofCake, cake.id);
        expect(ofTea.closing).toBe(statement.closing);
        expect(micros(ofTea.refunded) + micros(ofCake.refunded)).toBe(micros(statement.refunded));
        const rows = parse((await file(merchant, `month=${statement.month}&format=csv&storeId=${tea.id}`)).rawPayload, {
          bom: true,
          from: 2,
        });
        const listed = (rows as string[][]).reduce(
          (sum, row) => sum + (row[2] === '' ? 0n : micros(row[2] ?? '')),
          micros(statement.opening),
        );
        expect(listed).toBe(micros(statement.closing));
        const sentBack = (rows as string[][]).reduce((sum, row) => sum + (row[8] === '' ? 0n : micros(row[8] ?? '')), 0n);
        expect(sentBack).toBe(micros(ofTea.refunded));
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
