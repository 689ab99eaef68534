import type pg from 'pg';

export const BENCH_USERS = 1_000;
const START_BALANCE = 1_000_000_000_000n; // a million dollars each: no one runs out during the benchmark

/** Users with a balance and a history of fees: `rows` entries over all of them, written in bulk since only their number matters. */
export async function seedHistory(client: pg.Client, rows: number): Promise<void> {
  const perUser = Math.max(1, Math.round(rows / BENCH_USERS));
  await client.query(`
    insert into users (id, username, username_key, email, email_key, password_hash, created_at)
    select 'bench_' || n, 'bench' || n, 'bench' || n, n || '@bench.example', n || '@bench.example', '', now() from generate_series(1, ${BENCH_USERS}) n`);
  await client.query(`
    insert into ledger_accounts (user_id, balance, version, changed_at)
    select 'bench_' || n, ${START_BALANCE} - ${perUser - 1}, ${perUser}, '2020-01-01 00:00+07' from generate_series(1, ${BENCH_USERS}) n`);
  const chunk = Math.max(1, Math.floor(200_000 / BENCH_USERS));
  for (let first = 1; first <= perUser; first += chunk) {
    await client.query(`
      insert into ledger_entries (account_id, version, phase, kind, balance_delta, receivable_delta, platform_account, held_delta,
          balance_after, held_after, owed_after, reference, idempotency_key, created_at)
      select a.id, v, 'posted', case v when 1 then 'usdt' else 'fee' end, case v when 1 then ${START_BALANCE} else -1 end, 0,
             case v when 1 then 'usdt_clearing' else 'fees' end, 0,
             ${START_BALANCE} - v + 1, 0, 0, 'inv_' || a.id || '_' || v, 'fee:inv_' || lpad(v::text, 12, '0') || '_' || a.id,
             timestamptz '2020-01-01 00:00+07' + v * interval '1 second'
        from generate_series(${first}, ${Math.min(first + chunk - 1, perUser)}) v, ledger_accounts a`);
  }
  await client.query('vacuum analyze');
}
