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
}, 120_000);

test('the books balance, the clock is reset, and no temporary data is left', async () => {
  expect((await app.services.ledger.check('full')).differences).toBe(0);
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

test('a second start changes nothing', async () => {
  await seedDemo(app, clock);
  expect((await merchant.get('/invoice/counts')).json().total).toBe(60);
});
