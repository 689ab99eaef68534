import { readFileSync } from 'node:fs';
import pg from 'pg';

/** A history of fees for one user, written in one statement since only the number of rows matters here. */
export async function seedTransactions(databaseUrl: string, username: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update users set email_verified_at = now() where username = $1', [username]);
  await client.query(
    `with account as (
       insert into ledger_accounts (user_id, balance, version, changed_at)
       select id, 1000000000000 - $2::bigint + 1, $2, now() from users where username = $1 returning id)
     insert into ledger_entries (account_id, version, phase, kind, balance_delta, receivable_delta, platform_account, held_delta,
         balance_after, held_after, owed_after, reference, idempotency_key, created_at)
     select a.id, v, 'posted', case v when 1 then 'usdt' else 'fee' end, case v when 1 then 1000000000000 else -1 end, 0,
            case v when 1 then 'usdt_clearing' else 'fees' end, 0, 1000000000000 - v + 1, 0, 0, '=inv_' || md5(v::text),
            'seed:' || a.id || '_' || v, timestamptz '2020-01-01 00:00+07' + v * interval '1 second'
       from account a, generate_series(1, $2::bigint) v`,
    [username, rows],
  );
  await client.query('vacuum analyze ledger_entries');
  await client.end();
}

/** Resident memory of a process, from the kernel. */
function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number.parseInt(kilobytes, 10) * 1024;
}

export type SignedIn = { readonly url: string; readonly cookie: string };

export async function signUpOverHttp(url: string, username: string): Promise<SignedIn> {
  const password = 'Blue-Kettle-42';
  const send = (path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  await send('/auth/signup', { username, email: `${username}@example.com`, password });
  const answer = await send('/auth/login', { username, password });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return {
    url,
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; '),
  };
}

export type Download = { readonly bytes: number; readonly lines: number; readonly ms: number; readonly grownBytes: number };
const SAMPLE_MS = 20;
const NEWLINE = 10;

/** Downloads and discards at full speed, and measures the server's memory meanwhile. */
export async function download({ url, cookie }: SignedIn, format: string, pid: number): Promise<Download> {
  const before = residentBytes(pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, SAMPLE_MS);
  const began = Date.now();
  const answer = await fetch(`${url}/api/v1/transaction-logs/export?format=${format}`, { headers: { cookie } });
  if (!answer.ok || answer.body === null) throw new Error(`export: ${answer.status} ${await answer.text()}`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  clearInterval(timer);
  return { bytes, lines, ms: Date.now() - began, grownBytes: peak - before };
}
