import type pg from 'pg';
import { asUserId } from '../../apps/server/src/platform/id-types';

/** The merchant with a fifth of all invoices; the others share the rest. */
export const BIG_USER = asUserId('bench_big');
const OTHERS = 1_000;
/** This many of the big merchant's, and of every fifth row of the others', contain "spare burr", at every size. */
const BURRS = 100;
const CHUNK = 250_000;

/** Crockford digits, as in ids and transaction ids: the lowest `places` of a number. */
const digits = (n: string, places: number): string =>
  Array.from(
    { length: places },
    (_, i) => `substr('0123456789abcdefghjkmnpqrstvwxyz', ((${n} >> ${5 * (places - 1 - i)}) & 31)::integer + 1, 1)`,
  ).join(' || ');

const OWNERS = `
  insert into users (id, username, username_key, email, email_key, password_hash, created_at, email_verified_at)
    select id, id, id, id || '@bench.example', id || '@bench.example', '', '2020-01-01', '2020-01-01'
      from (select '${BIG_USER}' as id union all select 'bench_u' || n from generate_series(1, ${OTHERS}) n) u`;

const storesSql = (stores: number): string => `
  insert into stores (id, user_id, name, merchant_id, invoice_expiry_minutes, callback_secret_sealed, created_at)
    select 'str_' || u.id || '_' || n, u.id, case n when 1 then 'Coffee house' else 'Tea house ' || n end, 'm_' || u.id || '_' || n, 15, ''::bytea,
           '2020-01-01'
      from users u, generate_series(1, ${stores}) n where u.id like 'bench\\_%'`;

/** Two years of invoices ending now, evenly spaced; every fifth belongs to the big merchant. */
const invoicesSql = (total: number, first: number, last: number): string => `
  insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, description, amount, fee, fee_charged, payable, paid,
      status, networks, addresses, created_at, expires_at, network, from_address, to_address, trans_hash, paid_at)
    select 'inv_' || ${digits('ms', 10)} || substr(md5(n::text), 1, 16),
           ${digits('secret', 12)} || substr(md5('u' || n), 1, 14),
           'str_' || owner || '_' || case when n % 50 = 0 then 2 else 1 end, owner, 'ord_' || n, ''::bytea,
           'Order #' || (10000000 + n), (array['Ethiopia Guji, 2 x 1 kg bag', 'Sampler box, gift wrap', 'Wholesale, cafe La', 'Subscription', null])[1 + (n / 5 * 7919 % 5)::integer]
             || case when n / 5 % ${Math.floor(total / (5 * BURRS))} = 7 then ' with grinder spare burr' else '' end,
           amount, amount / 200, true, amount + amount / 200 + 100, case status when 'SUCCESS' then amount + amount / 200 + 100 else 0 end,
           status, array['BEP20'], array['0x' || repeat('a', 40)], at, at + interval '15 minutes',
           case status when 'SUCCESS' then 'BEP20' end, case status when 'SUCCESS' then '0x' || repeat('b', 40) end,
           case status when 'SUCCESS' then '0x' || repeat('a', 40) end, case status when 'SUCCESS' then '0x' || md5(n::text) || md5('h' || n) end,
           case status when 'SUCCESS' then at + interval '2 minutes' end
      from (select g.*, (extract(epoch from at) * 1000)::bigint as ms, ('x' || substr(md5('t' || n), 1, 15))::bit(60)::bigint as secret
              from (select n, now() - interval '730 days' * (1 - n::float8 / ${total}) as at,
                   case when n % 5 = 0 then '${BIG_USER}' else 'bench_u' || 1 + (n / 5) % ${OTHERS} end as owner,
                   (1 + (n * 48271) % 2000) * 1000000 + (n % 7) * 100000 as amount,
                   case when n / 5 % 10 < 7 then 'SUCCESS' when n / 5 % 100 = 9 then 'FAILED' else 'EXPIRED' end as status
              from generate_series(${first}::bigint, ${last}) n) g offset 0) g`;

const COUNTS = `
  insert into invoice_counts (store_id, status, shard, user_id, total)
    select store_id, status, 0, min(user_id), count(*) from invoices group by 1, 2`;

const TEXTS = `
  insert into invoice_texts (id, user_id, trans_start, name, description)
    select id, user_id, left(trans_id, 2), lower(name), lower(description) from invoices order by id`;

/** `total` invoices of about a thousand merchants, a fifth of them of one. Indexes are built afterwards, which is faster. */
export async function seedInvoices(client: pg.Client, total: number): Promise<void> {
  await client.query(OWNERS);
  await client.query(storesSql(2));
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexname as name, replace(indexdef, ' ONLY ', ' ') as made from pg_indexes where tablename in ('invoices', 'invoice_texts')
      and indexname not in (select conname from pg_constraint where conrelid in ('invoices'::regclass, 'invoice_texts'::regclass))`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(`set session_replication_role = replica`); // skips row checks of generated data
  for (let first = 1; first <= total; first += CHUNK) await client.query(invoicesSql(total, first, Math.min(total, first + CHUNK - 1)));
  await client.query(COUNTS);
  await client.query(TEXTS);
  await client.query(`set session_replication_role = origin; set maintenance_work_mem = '512MB'`);
  for (const { made } of indexes) await client.query(made);
  await client.query('vacuum analyze');
}
