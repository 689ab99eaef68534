import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createBrowser, startTestApp, type TestApp } from '../../../server/test/app';
import { NETWORK_ENV } from '../../../server/test/stores';
import { createSandboxClock, type SandboxClock } from '../controls/sandbox-clock';
import { DEMO_PASSWORD } from './demo-users';
import { seedDemo } from './seed-demo';

let app: TestApp;
let clock: SandboxClock;
let merchant: ReturnType<typeof createBrowser>;

beforeAll(async () => {
  clock = createSandboxClock(0);
  app = await startTestApp({ env: NETWORK_ENV, clocks: { business: clock, real: { now: () => new Date() } } });
  await seedDemo(app, clock);
  merchant = createBrowser(app);
  await merchant.form('/auth/login', { username: 'demomerchant', password: DEMO_PASSWORD });
});

test('the books balance, the clock is reset, and no temporary data is left', async () => {
  for (const mode of ['incremental', 'full'] as const) {
    const { faults, findings } = await app.services.ledger.checkBooks(mode);
    expect([...faults, ...findings]).toEqual([]);
  }
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  const { query } = app.platform.db;
  expect(await query.selectFrom('chain_cursors').select('network').execute()).toEqual([]);
  expect(await query.selectFrom('callback_deliveries').select('id').where('outcome', 'is', null).execute()).toEqual([]);
  const { rows } = await sql`
    select id from invoices i where version <> (select count(*) from events e where e.subject = i.id)
    union all select id from transfers where seen_at > ${clock.now()} or block_number <> 1`.execute(query);
  expect(rows).toEqual([]);
});

test('every list and the dashboard have data', async () => {
  const { total, byStatus } = (await merchant.get('/invoice/counts')).json();
  expect(total).toBe(60);
  for (const status of ['SUCCESS', 'EXPIRED', 'FAILED', 'WAITING']) expect(byStatus[status], status).toBeGreaterThan(0);
  expect(byStatus.WAITING).toBe(4);
  const { data: revenue } = (await merchant.get('/dashboard/revenue-user')).json();
  expect(revenue.counts.allTime).toBe(byStatus.SUCCESS);
  const { data: days } = (await merchant.get('/dashboard/revenue-user/series?days=30')).json<{ data: { count: number }[] }>();
  expect(days.filter(({ count }) => count > 0).length).toBeGreaterThan(10);
  expect((await merchant.get('/store')).json()).toHaveLength(2);
  const { totalElements: lines } = (await merchant.get('/transaction-logs')).json();
  expect(lines).toBeGreaterThan(20); // the first week was the trial: no fees
  expect(lines).toBeLessThan(byStatus.SUCCESS + 1);
  const { userId } = (await merchant.get('/auth')).json();
  expect((await merchant.get(`/user/${userId}`)).json().balance).toBeGreaterThan(40_000);
  const { content: inbox } = (await merchant.get('/transfers?state=unmatched')).json();
  expect(inbox).toHaveLength(2);
  expect((await merchant.get('/transfers?state=ignored')).json().content[0].reason).toBe('Our own test payment');
});

test('the count of registrations knows that the account is a month old; its deposits are listed', async () => {
  const { rows } = await sql<{ counted: bigint; there: bigint }>`
    select (select sum(total) from user_counts where since > now() - interval '1 day')::bigint as counted,
           (select count(*) from users where created_at > now() - interval '1 day') as there`.execute(app.platform.db.query);
  expect(rows[0]).toEqual({ counted: 1n, there: 1n });
  const { totalElements } = (await merchant.get('/deposit-invoice/my-invoices/page')).json();
  expect(totalElements).toBe(4);
});

test('flags, callbacks and the timeline match the history', async () => {
  const { content } = (await merchant.get('/invoice?size=100')).json<{ content: { flags: string[]; transId: string; status: string }[] }>();
  const flags = new Set(content.flatMap((invoice) => invoice.flags));
  for (const flag of ['paidLate', 'paidOver', 'paidPartial', 'cancelled']) expect(flags, flag).toContain(flag);
  const late = content.find((invoice) => invoice.flags.includes('paidLate'));
  const { timeline } = (await merchant.get(`/invoice/${late?.transId}`)).json();
  expect(timeline.map(({ event }: { event: string }) => event)).toEqual([
    'created',
    'expired',
    'callback_delivered',
    'seen',
    'final',
    'completed',
    'callback_delivered',
  ]);
});

test('hashes are those of their network', async () => {
  const { rows } = await sql<{ network: string; tx_hash: string }>`select network, tx_hash from transfers`.execute(app.platform.db.query);
  expect(new Set(rows.map(({ network }) => network)).size).toBe(5);
  for (const { network, tx_hash } of rows)
    expect(tx_hash).toMatch(
      network === 'SOLANA' ? /^[1-9A-HJ-NP-Za-km-z]{86,88}$/ : network === 'TRON' ? /^[0-9a-f]{64}$/ : /^0x[0-9a-f]{64}$/,
    );
});

test('an invoice fails within a minute after its monitoring ended', async () => {
  const { rows } = await sql<{ late: number }>`
    select extract(epoch from (e.payload->>'at')::timestamptz - i.expires_at)::float - 86400 as late
      from invoices i join events e on e.subject = i.id and e.topic = 'invoice.failed'`.execute(app.platform.db.query);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.late).toBeGreaterThan(0);
  expect(rows[0]?.late).toBeLessThan(60);
});

test('the owner is not mailed about the addresses of the demo', async () => {
  const { rows } = await sql`
    select 1 from event_tasks t join events e on e.id = t.event_id where e.topic = 'account.changed'
    union all select 1 from mailed_links where purpose = 'account-change'`.execute(app.platform.db.query);
  expect(rows).toEqual([]);
});

test('a second start changes nothing', async () => {
  await seedDemo(app, clock);
  expect((await merchant.get('/invoice/counts')).json().total).toBe(60);
});
