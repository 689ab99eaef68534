import type pg from 'pg';

const START_BALANCE = 1_000_000_000_000n; // a million dollars each: covers every past line
const CHUNK = 250_000;

/** The address of the nth user, which few others share. */
export const ipOf = (n: number): string => `${10 + (n % 200)}.${n % 251}.${n % 241}.${n % 239}`;

const FIRST = [
  'linh',
  'minh',
  'alice',
  'bruno',
  'chen',
  'dmitri',
  'emeka',
  'fatima',
  'goran',
  'hana',
  'ivan',
  'jorge',
  'kenji',
  'lucia',
  'mehmet',
  'nadia',
];
const SECOND = [
  'coffee',
  'books',
  'shop',
  'games',
  'travel',
  'market',
  'vape',
  'phone',
  'studio',
  'garden',
  'pixel',
  'cargo',
  'spice',
  'moto',
  'craft',
  'yoga',
];

/** Realistic names. */
export const usernameOf = (n: number): string =>
  `${FIRST[n % FIRST.length]}_${SECOND[Math.floor(n / FIRST.length) % SECOND.length]}${Math.floor(n / (FIRST.length * SECOND.length))}`;
const arrayOf = (words: readonly string[]): string => `array['${words.join("','")}']`;
const usernameSql = `(${arrayOf(FIRST)})[1 + n % ${FIRST.length}] || '_' || (${arrayOf(SECOND)})[1 + n / ${FIRST.length} % ${SECOND.length}] || n / ${FIRST.length * SECOND.length}`;

const ADMIN_EVERY = 1_000;
export const FIRST_ADMIN = `usr_${String(ADMIN_EVERY).padStart(26, '0')}`;

/** Users registered over two years from many addresses, one in a thousand an admin. */
const usersSql = (users: number): string => `
  insert into users (id, username, username_key, email, email_key, password_hash, role, last_ip, created_at, email_verified_at)
    select 'usr_' || lpad(n::text, 26, '0'), ${usernameSql}, ${usernameSql}, 'm' || n || '@bench.example', 'm' || n || '@bench.example', '',
           case when n % ${ADMIN_EVERY} = 0 then 'ADMIN' else 'USER' end, (10 + n % 200) || '.' || n % 251 || '.' || n % 241 || '.' || n % 239,
           now() - interval '730 days' * (1 - n::float8 / ${users}), now()
      from generate_series(1, ${users}) n`;

const storesSql = `
  insert into stores (id, user_id, name, merchant_id, invoice_expiry_minutes, callback_secret_sealed, created_at)
    select 'str_' || u.id, u.id, 'Shop of ' || u.username, 'M' || upper(substr(md5(u.id), 1, 12)), 15, ''::bytea, u.created_at
      from users u where u.id like 'usr\\_%'`;

const depositsSql = (deposits: number, users: number): string => `
  insert into deposits (id, user_id, method, status, amount, reference, amount_vnd, rate, bank, created_at, updated_at, expires_at)
    select 'dep_' || lpad(n::text, 26, '0'), 'usr_' || lpad((1 + n::bigint * 7919 % ${users})::text, 26, '0'), 'vietnam-bank-auto',
           case when n % 10 < 7 then 'PAID' when n % 100 = 9 then 'PENDING' else 'CANCELED' end, 1000000, 'R' || n, 26000, 26000000000, '{}', now(), now(), now()
      from generate_series(1, ${deposits}) n`;

/** The newest line of each account is a few minutes old; the others are spread evenly over the two years before. */
const linesSql = (perUser: number, first: number, last: number): string => `
  insert into ledger_entries (account_id, version, phase, kind, balance_delta, receivable_delta, platform_account, held_delta,
      balance_after, held_after, owed_after, reference, idempotency_key, created_at)
    select a.id, v, 'posted', case v when 1 then 'usdt' else 'fee' end, case v when 1 then ${START_BALANCE} else -1 end, 0,
           case v when 1 then 'usdt_clearing' else 'fees' end, 0, ${START_BALANCE} - v + 1, 0, 0, 'inv', 'bench:' || a.id || ':' || v,
           now() - interval '1 hour' - interval '730 days' * (${perUser} - v) / ${perUser} - (a.id % 86400) * interval '1 second'
      from ledger_accounts a, generate_series(${first}, ${last}) v
     where a.user_id like 'usr\\_%' order by v, a.id % 86400 desc`;

export type AdminSize = { readonly users: number; readonly logLines: number; readonly deposits: number };

/** What the back office lists besides invoices: users with a store each, their transactions, deposits. Folded, like in a running system. */
export async function seedAdmin(client: pg.Client, { users, logLines, deposits }: AdminSize): Promise<void> {
  await client.query(usersSql(users));
  await client.query(storesSql);
  await client.query(depositsSql(deposits, users));
  const perUser = Math.max(1, Math.round(logLines / users));
  await client.query(`
    insert into ledger_accounts (user_id, balance, version, changed_at)
    select id, ${START_BALANCE} - ${perUser - 1}, ${perUser}, now() from users where id like 'usr\\_%' order by id`);
  // In time order, like a journal.
  const step = Math.max(1, Math.floor(CHUNK / users));
  for (let first = 1; first <= perUser; first += step) await client.query(linesSql(perUser, first, Math.min(perUser, first + step - 1)));
  await client.query('vacuum analyze');
}
