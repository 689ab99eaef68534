import type { OwnAuditEntry } from '@stablegate/contract';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newMember } from '../../../test/admins';
import { startTestApp, type TestApp } from '../../../test/app';
import { sendBack } from '../../../test/fee-months';
import { startReceiver } from '../../../test/parts/receiver';
import { addWallet, callApi, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

let app: TestApp;
let merchant: Merchant;
let store: Awaited<ReturnType<typeof newStore>>;
let api: ReturnType<typeof callApi>;

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, roles: ['worker'] });
  merchant = await newMerchant(app, 'bulk_owner');
  store = await newStore(merchant, 'Bulk house');
  await addWallet(merchant, store.id, 'BEP20', evmAddress(0x7101));
  api = callApi(app, store.apiKey);
});

let orders = 0;
async function invoice(more: object = {}): Promise<{ id: string; transId: string }> {
  orders += 1;
  const answer = await api.post('/payment/invoice', { name: `=Order ${orders}`, amount: '10', request_id: `b${orders}`, ...more });
  const transId: string = answer.json().data.trans_id;
  const { id } = (await merchant.get(`/invoice/${transId}`)).json();
  return { id, transId };
}
const bulk = (action: string, ids: string[], who = merchant) => who.post(`/invoice/bulk/${action}`, { ids });
const counts = async () => (await merchant.get('/invoice/counts')).json();

test('retry resends the last event under its own webhook-id; invoices without one are skipped with the reason', async () => {
  const receiver = await startReceiver((response) => response.writeHead(200).end('{"status":"ok"}'));
  const told = await invoice({ callback_url: `${receiver.url}/told` });
  const silent = await invoice();
  await api.post(`/payment/invoice/${told.transId}/cancel`);
  const [first] = await receiver.waitFor('/told');
  const answer = await bulk('retry', [told.id, silent.transId, 'nonsense', told.transId]);
  expect(answer.json()).toEqual({
    done: 1,
    skipped: [
      { id: silent.transId, reason: 'This invoice has no callback yet.' },
      { id: 'nonsense', reason: 'Not found.' },
    ],
  });
  const [, second] = await receiver.waitFor('/told', 2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  const { callbackAttempts } = (await merchant.get(`/invoice/${told.transId}`)).json();
  expect(callbackAttempts.length).toBeGreaterThanOrEqual(1);
});

test('retries are limited per delivery, store and host, and the rest is skipped with the reason', async () => {
  const receiver = await startReceiver((response) => response.writeHead(200).end('{"status":"ok"}'));
  const owner = await newMerchant(app, 'retry_owner');
  const shops: string[][] = [];
  for (let n = 0; n < 3; n += 1) {
    const store = await newStore(owner, `Retry house ${n}`);
    await addWallet(owner, store.id, 'BEP20', evmAddress(0x7201 + n));
    const shop = callApi(app, store.apiKey);
    const order = async (k: number): Promise<string> => {
      const body = { name: 'Tea', amount: '10', request_id: `r${k}`, callback_url: `${receiver.url}/retried` };
      const transId: string = (await shop.post('/payment/invoice', body)).json().data.trans_id;
      await shop.post(`/payment/invoice/${transId}/cancel`);
      return transId;
    };
    shops.push(await Promise.all(Array.from({ length: 6 }, (_, k) => order(k))));
  }
  // The same database behind a process with strict limits: 1 per delivery, 5 per store, 10 per host.
  const env = { ...NETWORK_ENV, RATE_LIMIT_SCALE: '0.005', DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir };
  const limited = (await startTestApp({ env })).browser();
  for (const [name, value] of owner.cookies) limited.cookies.set(name, value);
  const retry = async (ids: string[]) => (await limited.post('/invoice/bulk/retry', { ids })).json();
  const done: number[] = [];
  for (const transIds of shops) {
    const [first = ''] = transIds;
    done.push((await retry([first])).done);
    const tooOften = { id: first, reason: 'Its callback was resent too often. Please try again later.' };
    expect(await retry([first])).toEqual({ done: 0, skipped: [tooOften] });
    done.push((await retry(transIds)).done);
  }
  expect(done).toEqual([1, 4, 1, 4, 0, 0]);
}, 60_000);

test('delete hides ended invoices; open ones are skipped; reservations and statistics stay', async () => {
  const [open, ended] = [await invoice(), await invoice()];
  await api.post(`/payment/invoice/${ended.transId}/cancel`);
  const before = await counts();
  const reserved = async () =>
    (await sql`select 1 from amount_reservations where invoice_id = ${ended.id}`.execute(app.platform.db.query)).rows.length;
  expect(await reserved()).toBe(1);
  expect((await bulk('delete', [open.transId, ended.transId])).json()).toEqual({
    done: 1,
    skipped: [{ id: open.transId, reason: 'This invoice is still open.' }],
  });
  expect(await reserved()).toBe(1);
  const after = await counts();
  expect(after).toMatchObject({ total: before.total - 1, byStatus: { EXPIRED: before.byStatus.EXPIRED - 1, SUCCESS: 0 } });
  const list = (await merchant.get(`/invoice?transId=${ended.transId}`)).json();
  expect(list).toEqual({ content: [], totalElements: 0 });
  expect((await bulk('delete', [ended.transId])).json()).toMatchObject({ done: 0, skipped: [{ reason: 'Not found.' }] });
});

test('the log of the owner says who resent and who hid which invoices; a call that does neither leaves no entry', async () => {
  const receiver = await startReceiver((response) => response.writeHead(200).end('{"status":"ok"}'));
  const member = await newMember(app, merchant, 'bulk_support', 'support');
  const [told, other] = [await invoice({ callback_url: `${receiver.url}/named` }), await invoice()];
  for (const { transId } of [told, other]) await api.post(`/payment/invoice/${transId}/cancel`);
  await receiver.waitFor('/named');
  expect((await bulk('retry', [told.transId, other.transId], member)).json()).toMatchObject({ done: 1 });
  expect((await api.post(`/payment/invoice/${told.transId}/resend-callback`)).statusCode).toBe(202);
  expect((await bulk('delete', [told.transId, other.transId], member)).json()).toMatchObject({ done: 2 });
  expect((await bulk('delete', [told.transId], member)).json()).toMatchObject({ done: 0 });
  const { content } = (await merchant.get('/audit-log?size=100')).json<{ content: OwnAuditEntry[] }>();
  const transId = expect.stringMatching(new RegExp(`^(${told.transId}, ${other.transId}|${other.transId}, ${told.transId})$`));
  expect(content.slice(0, 3).map(({ actor, action, detail }) => [actor, action, detail])).toEqual([
    ['bulk_support', 'invoice.hidden', { transId, invoices: '2' }],
    ['API key: Main key', 'callback.resent', { transId: told.transId }],
    ['bulk_support', 'callback.resent', { transId: told.transId }],
  ]);
});

test('export is an Excel file and download a JSON file of the chosen invoices, named by the time', async () => {
  const [a, b] = [await invoice(), await invoice()];
  const xlsx = await bulk('export', [a.id, b.transId]);
  expect(xlsx.headers['content-disposition']).toMatch(/^attachment; filename="invoices-export-\d{8}-\d{6}\.xlsx"$/);
  expect(xlsx.headers['content-type']).toContain('spreadsheetml');
  const sheet = strFromU8(unzipSync(xlsx.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  for (const text of [a.transId, b.transId, a.id, 'Ledger reference', 'Bulk house', '=Order']) expect(sheet).toContain(text);
  expect(sheet).not.toContain('<f>');

  const json = await bulk('download', [b.transId, a.id]);
  expect(json.headers['content-disposition']).toMatch(/^attachment; filename="invoices-export-\d{8}-\d{6}\.json"$/);
  expect(json.json().map(({ transId }: { transId: string }) => transId)).toEqual([b.transId, a.transId]);
});

test('the export calls a cancelled invoice cancelled, as the screens do', async () => {
  const { transId } = await invoice();
  await api.post(`/payment/invoice/${transId}/cancel`);
  const xlsx = await bulk('export', [transId]);
  const sheet = strFromU8(unzipSync(xlsx.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).toContain('Cancelled');
  expect(sheet).not.toContain('Expired');
});

test('the exports tell what was refunded, and in which transactions', async () => {
  const clock = { now: () => new Date() };
  const hash = await sendBack(app, clock, { userId: merchant.userId, storeId: store.id, micros: 2_500_000n });
  const { rows } = await sql<{ id: string }>`select invoice_id as id from refunds where tx_hash = ${hash}`.execute(app.platform.db.query);
  const id = rows[0]?.id ?? '';
  const sheet = strFromU8(unzipSync((await bulk('export', [id])).rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  for (const text of ['Refunded to the customer', '<v>2.500000</v>', 'Refund transactions', hash]) expect(sheet).toContain(text);
  const ordinary = await invoice();
  const [first, second] = (await bulk('download', [id, ordinary.id])).json();
  expect([first, second]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ refunded: '2.500000', refundHashes: [hash] }),
      expect.objectContaining({ refunded: '0.000000', refundHashes: [] }),
    ]),
  );
});

test('other users reach nothing, and the selection has limits', async () => {
  const own = await invoice();
  const stranger = await newMerchant(app, 'bulk_stranger');
  for (const action of ['retry', 'delete']) {
    expect((await bulk(action, [own.id], stranger)).json()).toEqual({ done: 0, skipped: [{ id: own.id, reason: 'Not found.' }] });
  }
  for (const action of ['export', 'download']) expect((await bulk(action, [own.id], stranger)).statusCode).toBe(404);
  expect((await bulk('retry', [])).statusCode).toBe(422);
  expect((await bulk('retry', Array.from({ length: 1001 }, String))).statusCode).toBe(422);
  expect((await bulk('delete', Array.from({ length: 1000 }, String))).json()).toMatchObject({ done: 0 });
});
