import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { openShop, order, type Shop } from '../../../test/shop';
import { NETWORK_ENV } from '../../../test/stores';
import type { InvoiceId } from '../../platform/id-types';
import { addMonths } from '../../platform/partitions/add-months';
import { saveChanges } from './change-invoice.queries';
import { listByIds } from './invoices.queries';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  shop = await openShop(app);
  await addMonths(app.platform, new Date('2030-11-15T00:00:00Z'), 1);
});

async function newInvoice(): Promise<InvoiceId> {
  const { transId } = await order(app, shop, '10');
  const { rows } = await sql<{ id: InvoiceId }>`select id from invoices where trans_id = ${transId}`.execute(app.platform.db.query);
  if (rows[0] === undefined) throw new Error('no invoice');
  return rows[0].id;
}

const writeEvent = (id: InvoiceId, version: number, at: string) => sql`
  insert into events (topic, subject, version, payload, created_at) values ('invoice.seen', ${id}, ${version}, '{}', ${at})`;

const [LAST_OF_NOVEMBER, FIRST_OF_DECEMBER] = ['2030-11-30T23:59:59.999999Z', '2030-12-01T00:00:00Z'] as const;

test.each([
  ['in one month', [LAST_OF_NOVEMBER, LAST_OF_NOVEMBER]],
  ["over a month's edge", [LAST_OF_NOVEMBER, FIRST_OF_DECEMBER]],
])('two changes that both begin from the same version: one is written, %s', async (_, times) => {
  const { db } = app.platform;
  const id = await newInvoice();
  for (let version = 2; version <= 11; version += 1) {
    const [before] = await listByIds(db.query, [id]);
    if (before === undefined) throw new Error('no invoice');
    // Neither takes the lock that every path takes first: the version alone has to hold.
    const changes = times.map((at) =>
      db.transaction(async (tx) => {
        await saveChanges(tx, [{ ...before, version }]);
        await writeEvent(id, version, at).execute(tx);
      }),
    );
    const failures = (await Promise.allSettled(changes)).filter(({ status }) => status === 'rejected');
    expect(failures).toMatchObject([{ reason: { message: '0 of 1 invoices were changed' } }]);
  }
  const { rows } = await sql<{ versions: number[] }>`
    select array_agg(version order by version) as versions from events where subject = ${id}`.execute(db.query);
  expect(rows[0]?.versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("a month's own key refuses a version twice, not that of another month: there only the invoice's row does", async () => {
  const { db } = app.platform;
  const id = await newInvoice();
  await writeEvent(id, 2, LAST_OF_NOVEMBER).execute(db.query);
  await expect(writeEvent(id, 2, LAST_OF_NOVEMBER).execute(db.query)).rejects.toMatchObject({ code: '23505' });
  await writeEvent(id, 2, FIRST_OF_DECEMBER).execute(db.query);
});
