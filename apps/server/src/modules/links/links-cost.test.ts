import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { openShop, type Shop } from '../../../test/shop';
import { NETWORK_ENV } from '../../../test/stores';

let app: TestApp;
let shop: Shop;
const INVOICES = 3_000;
const STOCK = 20;
const PAID = 12;

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  shop = await openShop(app);
  await sql`create extension pg_stat_statements`.execute(app.platform.db.query);
});

const LINK = { name: 'Poster', description: null, amount: '5', endsAt: null, questions: [], successMessage: null, enabled: true };
const OWN_DATABASE = sql`(select oid from pg_database where datname = current_database())`;

/** One link with many invoices: abandoned ones, a few that were paid, and one that is open. */
async function linkWith(stock: number | null): Promise<string> {
  const storeId = (await shop.merchant.get('/store')).json()[0].id;
  const { id, url } = (await shop.merchant.post('/payment-links', { ...LINK, stock, storeId })).json();
  const slug = url.split('/pay/')[1] as string;
  const order = await app.server.inject({ method: 'POST', url: `/api/v1/pay/${slug}`, payload: {} });
  const { transId } = order.json();
  const { query } = app.platform.db;
  // Copies of the first one, which have ended or were paid.
  await sql`
    insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, amount, fee, fee_charged, payable, status, networks, addresses,
           created_at, expires_at)
    select ${id} || '_' || n, ${transId} || n, store_id, user_id, ${slug} || n, '', name, amount, fee, false, payable, 'WAITING', networks, addresses, created_at,
           expires_at
      from invoices, generate_series(1, ${INVOICES}::integer) n where trans_id = ${transId}`.execute(query);
  await sql`
    insert into payment_link_invoices (invoice_id, link_id) select ${id} || '_' || n, ${id} from generate_series(1, ${INVOICES}::integer) n`.execute(
    query,
  );
  await sql`
    update invoices set status = 'EXPIRED' where id like ${`${id}_%`} and id not in (select ${id} || '_' || n from generate_series(1, ${PAID}::integer) n)`.execute(
    query,
  );
  await sql`update invoices set status = 'PROCESSING' where id in (select ${id} || '_' || n from generate_series(1, ${PAID}::integer) n)`.execute(
    query,
  );
  await sql`
    update invoices set status = 'SUCCESS', paid_at = now(), paid = payable where id in (select ${id} || '_' || n from generate_series(1, ${PAID}::integer) n)`.execute(
    query,
  );
  await sql`vacuum analyze invoices`.execute(query);
  await sql`vacuum analyze payment_link_invoices`.execute(query);
  return slug;
}

async function pagesToOpen(slug: string): Promise<{ left: number | null; pages: number }> {
  const open = () => app.server.inject({ method: 'GET', url: `/api/v1/pay/${slug}` });
  await open();
  await sql`select pg_stat_statements_reset(0, ${OWN_DATABASE}, 0)`.execute(app.platform.db.query);
  const { left } = (await open()).json();
  const { rows } = await sql<{ pages: number }>`
    select sum(shared_blks_hit + shared_blks_read)::integer as pages from pg_stat_statements
     where dbid = ${OWN_DATABASE} and query like '%payment_link%'`.execute(app.platform.db.query);
  return { left, pages: rows[0]?.pages ?? 0 };
}

/**
 * The link, its store, and its stock: index entries of at most twenty invoices, 30 to 50 pages as vacuum left them. Reading all invoices of
 * the link touches thousands.
 */
const PAGES_MAX = 200;

test.each([STOCK, null])(
  'opening a link of 3,000 invoices with the stock %j reads none of those that ended',
  async (stock) => {
    const { left, pages } = await pagesToOpen(await linkWith(stock));
    expect(left).toBe(stock === null ? null : stock - PAID - 1);
    expect(pages).toBeLessThanOrEqual(PAGES_MAX);
  },
  120_000,
);
