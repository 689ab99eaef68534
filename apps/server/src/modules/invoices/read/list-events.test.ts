import type { CallbackEvent } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, finalise } from '../../../../test/arrivals';
import { openShop, order, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';
import { addMonths } from '../../../platform/partitions/add-months';

let app: TestApp;
let shop: Shop;
let other: Shop;
type Page = { readonly data: CallbackEvent[]; readonly next_cursor: string | null };
const page = async (query = '', from = shop): Promise<Page> => (await from.api.get(`/payment/events${query}`)).json();
const typesOf = ({ data }: Page) => data.map(({ type }) => type);

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  shop = await openShop(app);
  other = await openShop(app);
});

test('events of the store come newest first, each as the invoice was then', async () => {
  const { transId, payable } = await order(app, shop, '10', { metadata: { customer: 'c-1' } });
  const to = shop.addresses.BEP20 ?? '';
  await finalise(app, [await arrive(app, { to, micros: payable })]);
  await arrive(app, { to, micros: payable });
  const found = await page();
  expect(typesOf(found)).toEqual(['invoice.overpaid', 'invoice.completed', 'invoice.seen']);
  expect(found.next_cursor).toBeNull();
  const [overpaid, completed, seen] = found.data;
  expect(seen?.data).toMatchObject({ trans_id: transId, status: 'waiting', paid: '10.050000', flags: [], metadata: { customer: 'c-1' } });
  expect(seen?.data.paid_at).toBeUndefined();
  expect(completed).toMatchObject({ sequence: 3, test: false, version: '2', data: { status: 'completed', paid: '10.050000' } });
  expect(overpaid?.data).toEqual((await shop.api.get(`/payment/invoice/${transId}`)).json().data);
  expect(await page('', other)).toMatchObject({ data: [], next_cursor: null });
});

test('pages lead on without gaps or repetitions, also through a filter', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { transId } = await order(app, shop, `${20 + n}`);
    await shop.api.post(`/payment/invoice/${transId}/cancel`);
  }
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const found: Page = await page(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    seen.push(...found.data.map(({ id }) => id));
    cursor = found.next_cursor;
  }
  expect(seen).toHaveLength(8);
  expect(new Set(seen).size).toBe(8);
  expect(typesOf(await page('?type=invoice.expired&limit=3'))).toEqual(Array(3).fill('invoice.expired'));
  const second = await page(`?type=invoice.expired&limit=3&cursor=${(await page('?type=invoice.expired&limit=3')).next_cursor}`);
  expect([typesOf(second), second.next_cursor]).toEqual([Array(2).fill('invoice.expired'), null]);
});

test('a time to start from, and what cannot be asked', async () => {
  const [newest] = (await page('?limit=1')).data;
  const from = encodeURIComponent(newest?.created_at ?? '');
  expect((await page(`?since=${from}`)).data.map(({ id }) => id)).toEqual([newest?.id]);
  expect((await page('?since=2100-01-01T00:00:00Z')).data).toEqual([]);
  for (const query of ['?type=invoice.vanished', '?since=yesterday', '?cursor=inv_1', '?limit=0', '?limit=101'])
    expect((await shop.api.get(`/payment/events${query}`)).statusCode, query).toBe(422);
});

test('pages lead on from the newest months to those before, exact to the microsecond', async () => {
  const quiet = await openShop(app);
  const { transId } = await order(app, quiet, '10');
  const { db } = app.platform;
  await addMonths(app.platform, new Date(Date.now() - 200 * DAY_MS), 7);
  const { rows } = await sql<{ id: string }>`
    insert into events (topic, subject, version, payload, store_id, created_at)
    select 'invoice.expired', i.id, 100 + n, jsonb_build_object('at', now(), 'status', 'EXPIRED', 'flags', '[]'::jsonb, 'paid', '0',
             'events', jsonb_build_array('expired'), 'payment', '{"paidAt": null}'::jsonb),
           i.store_id, date_trunc('day', now()) - (n / 3) * interval '30 days' + (n % 3) * interval '1 microsecond'
      from invoices i, generate_series(0, 20) n where i.trans_id = ${transId} order by n returning id::text`.execute(db.query);
  const newestFirst = [0, 1, 2, 3, 4, 5, 6].flatMap((month) => [2, 1, 0].map((n) => 100 + 3 * month + n));
  expect(rows).toHaveLength(newestFirst.length);
  for (const limit of [1, 2, 4, 50]) {
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const found: Page = await page(`?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`, quiet);
      seen.push(...found.data.map(({ sequence }) => sequence));
      cursor = found.next_cursor;
    }
    expect(seen).toEqual(newestFirst);
  }
  expect((await page(`?limit=50&cursor=${rows[20]?.id}`, quiet)).data).toHaveLength(newestFirst.length - 1 - newestFirst.indexOf(120));
});
