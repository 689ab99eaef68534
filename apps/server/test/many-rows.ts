import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@stablegate/rules';
import pg from 'pg';
import { asUserId, type UserId } from '../src/platform/id-types';
import { newId } from '../src/platform/ids';
import { addMonths } from '../src/platform/partitions/add-months';
import type { TestApp } from './app';

/** Enough for a full scan to show: 24,000 invoices occupy about 1,200 pages. */
export const INVOICES = 24_000;
const USERS = 4_000;
export const BIG_MERCHANT = asUserId('usr_big');
export const NEWEST_AT = new Date('2026-06-01T00:00:00Z');
const YEARS_MS = 730 * DAY_MS;

export type ManyInvoice = {
  readonly n: number;
  readonly id: string;
  readonly transId: string;
  readonly userId: UserId;
  readonly name: string;
  readonly description: string;
  readonly amount: number;
  readonly status: 'SUCCESS' | 'EXPIRED' | 'FAILED';
  readonly network: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly hash: string | null;
  readonly at: Date;
};

/** Two years, one every 44 minutes. The oldest quarter was paid by other methods than the later ones. */
function invoiceOf(n: number): ManyInvoice {
  const at = new Date(NEWEST_AT.getTime() - ((INVOICES - n) * YEARS_MS) / INVOICES);
  const isOld = n < INVOICES / 4;
  const status = n % 10 < 7 ? 'SUCCESS' : n % 100 === 9 ? 'FAILED' : 'EXPIRED';
  const paid = <T>(value: T): T | null => (status === 'SUCCESS' ? value : null);
  return {
    n,
    id: `inv_${newId('invoice', at).slice(4, 14)}${String(n).padStart(16, '0')}`,
    transId: `${((n * 7919) % 1024).toString(32).padStart(2, '0')}${String(n).padStart(24, '0')}`,
    userId: n % 5 === 0 ? BIG_MERCHANT : asUserId(`usr_${n % 50}`),
    name: `order #${10_000_000 + n}`,
    description: `${isOld ? 'legacy import' : 'subscription'}${n % 1000 === 7 ? ' spare burr' : ''}`,
    amount: (1 + ((n * 48_271) % 2_000)) * 1_000_000,
    status,
    network: paid(isOld ? 'TRON' : 'BEP20'),
    from: paid(isOld ? 'TOldSender' : `0x${n % 2_000}`),
    to: paid(isOld ? 'TOldReceiver' : '0xAbc'),
    hash: paid(`0x${((n * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0')}`),
    at,
  };
}

const USERS_SQL = `
  insert into users (id, username, username_key, email, email_key, password_hash, last_ip, created_at)
  select 'usr_' || n, 'member' || n, 'member' || n, 'm' || n, 'm' || n, '', '10.0.' || n % 250 || '.' || n / 250, timestamptz '2024-06-01' + n * interval '4 hours'
    from generate_series(0, ${USERS - 1}) n union all select '${BIG_MERCHANT}', 'bigshop', 'bigshop', 'b', 'b', '', null, '2024-05-01'`;
const STORES_SQL = `
  insert into stores (id, user_id, name, merchant_id, invoice_expiry_minutes, callback_secret_sealed, created_at)
  select 'str_' || id, id, 'Shop of ' || username, 'M' || upper(substr(md5(id), 1, 12)), 15, '', created_at from users where id like 'usr\\_%'`;
const DEPOSITS_SQL = `
  insert into deposits (id, user_id, method, status, amount, reference, amount_vnd, rate, bank, created_at, updated_at, expires_at)
  select 'dep_' || lpad(n::text, 26, '0'), case when n % 5 = 0 then '${BIG_MERCHANT}' else 'usr_' || n % ${USERS} end, 'vietnam-bank-auto',
         case when n % 100 = 9 then 'PENDING' else 'PAID' end, 1000000, 'R' || n, 26000, 26000000000, '{}', now(), now(), now()
    from generate_series(1, 15000) n`;
const ACCOUNTS_SQL = `
  insert into ledger_accounts (user_id, balance, version, changed_at) select id, 1000, 1000, now() from users where id like 'usr\\_%'`;
const LINES_SQL = `
  insert into ledger_entries (account_id, version, phase, kind, balance_delta, receivable_delta, platform_account, held_delta, balance_after,
      held_after, owed_after, reference, idempotency_key, created_at)
  select a.id, v, 'posted', case v when 1 then 'usdt' else 'fee' end, case v when 1 then 5 else -1 end, 0, 'fees', 0, 0, 0, 0, 'inv', a.id || ':' || v,
         timestamptz '2026-06-01' - (a.lines - v) * interval '700 days' / a.lines - a.id * interval '1 second'
    from (select id, case user_id when '${BIG_MERCHANT}' then 12000 else 3 end as lines from ledger_accounts) a cross join lateral generate_series(1, a.lines) v`;
const TRANSFERS_SQL = `
  insert into transfers (id, network, family, tx_hash, log_key, log_index, from_address, to_address, to_key, owner_id, amount, raw, block_number, block_hash,
      block_time, state, seen_at)
  select 'trf_' || lpad(n::text, 26, '0'), 'BEP20', 'evm', n::text, '1', 1, '0xb', '0xa', '0xa', case when n % 3 = 0 then '${BIG_MERCHANT}' else 'usr_1' end, n, n, n, 'h',
         now(), case when n % 50 = 0 then 'unmatched' else 'matched' end, now() from generate_series(1, 15000) n`;
const CALLBACKS_SQL = `
  insert into callback_deliveries (id, invoice_id, store_id, event, url, endpoint, body, due_at, created_at)
  select 'cbd_' || n, 'inv_' || n, 'str_usr_1', 'completed', '', '', '{}', now(), timestamptz '2026-05-01' - n % 9999 * interval '1 second' from generate_series(1, 15000) n`;
const INVOICES_SQL = `
  insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, description, amount, fee, fee_charged, payable, status, networks,
      addresses, created_at, expires_at, network, from_address, to_address, trans_hash)
  select id, "transId", 'str_' || "userId", "userId", 'ord_' || n, '', name, description, amount, amount / 200, true, amount * 2, status, '{BEP20}', '{0xa}',
         at, at + interval '15 minutes', network, "from", "to", hash
    from jsonb_to_recordset($1::jsonb) as r (n integer, id text, "transId" text, "userId" text, name text, description text, amount bigint, status text,
      network text, "from" text, "to" text, hash text, at timestamptz)`;
const TEXTS_SQL = `
  insert into invoice_texts (id, user_id, trans_start, name, description) select id, user_id, left(trans_id, 2), name, description from invoices`;
const INDEXES_SQL = `
  select indexname as name, replace(indexdef, ' ONLY ', ' ') as made from pg_indexes where tablename in ('invoices', 'invoice_texts')
     and indexname not in (select conname from pg_constraint where conrelid in ('invoices'::regclass, 'invoice_texts'::regclass))`;
const COUNTS_SQL = `
  insert into invoice_counts (store_id, status, shard, user_id, total) select store_id, status, 0, min(user_id), count(*) from invoices group by 1, 2`;

const TABLES = [
  'users',
  'stores',
  'deposits',
  'ledger_accounts',
  'ledger_entries',
  'transfers',
  'callback_deliveries',
  'invoices',
  'invoice_texts',
  'invoice_counts',
];

/** Until every page is marked all-visible; concurrent readers of the database delay that. */
async function vacuum(client: pg.Client): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    await client.query(`vacuum analyze ${TABLES.join(', ')}`);
    const { rows } = await client.query(
      "select from pg_class where (relname = any($1) or relname like 'invoice\\_texts\\_2%' and relkind = 'r') and relallvisible < relpages",
      [TABLES],
    );
    if (rows.length === 0) return;
    await sleep(100);
  }
  throw new Error('the pages never became visible to all');
}

/** A platform that has been running for two years, for list tests. Returns its invoices, oldest first. */
export async function seedManyRows({ databaseUrl, platform }: TestApp): Promise<readonly ManyInvoice[]> {
  await addMonths(platform, new Date(NEWEST_AT.getTime() - YEARS_MS), 24);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica'); // generated data needs no checks, and counts are written directly
    for (const statement of [USERS_SQL, STORES_SQL, DEPOSITS_SQL, ACCOUNTS_SQL, LINES_SQL, TRANSFERS_SQL, CALLBACKS_SQL])
      await client.query(statement);
    const { rows: indexes } = await client.query<{ name: string; made: string }>(INDEXES_SQL); // much faster when created afterwards
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const invoices = Array.from({ length: INVOICES }, (_, n) => invoiceOf(n));
    await client.query(INVOICES_SQL, [JSON.stringify(invoices)]);
    await client.query(TEXTS_SQL);
    await client.query(COUNTS_SQL);
    for (const { made } of indexes) await client.query(made);
    await vacuum(client);
    return invoices;
  } finally {
    await client.end();
  }
}
