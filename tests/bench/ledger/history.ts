import type pg from 'pg';

export const BENCH_USERS = 1_000;
/** An entry each second from here on, of every user. */
export const HISTORY_START = new Date('2020-01-01T00:00:00+07:00');
const START_BALANCE = 1_000_000_000_000n; // a million dollars each: no one runs out during the benchmark

/** Users with a balance and a history of fees: `rows` entries over all of them, written in bulk since only their number matters. */
export async function seedHistory(client: pg.Client, rows: number, users = BENCH_USERS): Promise<void> {
  const perUser = Math.max(1, Math.round(rows / users));
  await client.query(`
    insert into users (id, username, username_key, email, email_key, password_hash, created_at)
    select 'bench_' || n, 'bench' || n, 'bench' || n, n || '@bench.example', n || '@bench.example', '', now() from generate_series(1, ${users}) n`);
  await client.query(`
    insert into ledger_accounts (user_id, balance, version, changed_at)
    select 'bench_' || n, ${START_BALANCE} - ${perUser - 1}, ${perUser}, '${HISTORY_START.toISOString()}' from generate_series(1, ${users}) n`);
  const chunk = Math.max(1, Math.floor(200_000 / users));
  for (let first = 1; first <= perUser; first += chunk) {
    await client.query(`
      insert into ledger_entries (account_id, version, phase, kind, balance_delta, receivable_delta, platform_account, held_delta,
          balance_after, held_after, owed_after, reference, idempotency_key, created_at)
      select a.id, v, 'posted', case v when 1 then 'usdt' else 'fee' end, case v when 1 then ${START_BALANCE} else -1 end, 0,
             case v when 1 then 'usdt_clearing' else 'fees' end, 0,
             ${START_BALANCE} - v + 1, 0, 0, 'inv_' || a.id || '_' || v, 'fee:inv_' || lpad(v::text, 12, '0') || '_' || a.id,
             timestamptz '${HISTORY_START.toISOString()}' + v * interval '1 second'
        from generate_series(${first}, ${Math.min(first + chunk - 1, perUser)}) v, ledger_accounts a`);
  }
  await client.query('vacuum analyze');
}
