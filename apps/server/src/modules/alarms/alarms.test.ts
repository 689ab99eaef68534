import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitForMail } from '../../../test/accounts';
import { newAdmin } from '../../../test/admins';
import { afterFile } from '../../../test/after-file';
import { startTestApp, type TestApp } from '../../../test/app';
import { startTestChain } from '../../../test/parts/chain';
import type { Merchant } from '../../../test/stores';
import { saveWatch } from '../chains/watch/cursors.queries';

type Post = { readonly path: string; readonly body: Record<string, string> };
const posts: Post[] = [];
let answer = 200;
let app: TestApp;
let admin: Merchant;
const run = (statement: ReturnType<typeof sql>) => statement.execute(app.platform.db.query);
const review = () => app.services.alarms.review();
const saveAssurance = (reachable: number, notes: string[]) =>
  run(
    sql`update chain_cursors set assurance = ${JSON.stringify({ nodes: 2, reachable, needed: 2, notes })}::jsonb where network = 'BEP20'`,
  );
const readTo = (ago: string) => run(sql`update chain_cursors set read_through = now() - ${ago}::interval where network = 'BEP20'`);
const rateWasRead = (ago: string) =>
  run(
    sql`insert into vnd_rate (rate, fetched_at) values (26000000000, now() - ${ago}::interval) on conflict (id) do update set fetched_at = excluded.fetched_at`,
  );
const letPass = (ago: string) =>
  run(sql`update alarms set since = since - ${ago}::interval, told_at = told_at - ${ago}::interval where ended_at is null`);
const statusOf = async () =>
  (await app.browser().get('/networks')).json<{ network: string; notes: string[] }[]>().find(({ network }) => network === 'BEP20');
const mails = () => app.mailer.sent.filter(({ to }) => to === admin.email).map(({ subject }) => subject);
const sentTo = (path: string) => posts.filter((post) => post.path === path).map(({ body }) => body);
const BEP20 = 'BNB Smart Chain (BEP20)';

async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      posts.push({ path: request.url ?? '', body: JSON.parse(body) as Record<string, string> });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const [chain, receiver] = [await startTestChain(), await startReceiver()];
  app = await startTestApp({
    networks: [
      chain.settings('BEP20', { endpoints: [{ url: chain.url }, { url: 'http://second.example' }], quorum: 2 }),
      chain.settings('ERC20', { enabled: false }),
    ],
    roles: ['worker'],
    env: {
      ALARM_WEBHOOK_URL: `${receiver}/hook`,
      ALARM_TELEGRAM_URL: receiver,
      ALARM_TELEGRAM_TOKEN: '123:abc',
      ALARM_TELEGRAM_CHAT: '42',
      RUNBOOK_URL: 'https://wiki.example.com/stablegate/',
      VND_RATE_URL: `${receiver}/rate`,
    },
  });
  admin = await newAdmin(app, 'operator');
  await run(sql`insert into chain_cursors (network) values ('BEP20') on conflict do nothing`);
});

beforeEach(async () => {
  await readTo('1 second');
  await saveAssurance(2, []);
  await rateWasRead('0 seconds');
  await run(sql`delete from alarms`);
  app.mailer.sent.length = 0;
  posts.length = 0;
});

test('an alarm is raised once after some minutes, repeated after a day, and resolved, by one worker, by mail, webhook and Telegram', async () => {
  await saveAssurance(1, ['quorum_not_reached', 'out_of_budget']);
  await review();
  expect(await statusOf()).toMatchObject({ nodes: 2, reachable: 1, quorum: 2, notes: ['out_of_budget'] }); // a hiccup is not reported
  await review();
  expect(mails()).toEqual([]);

  await letPass('6 minutes');
  await run(sql`update network_alarms set since = since - interval '6 minutes'`);
  await Promise.all([review(), review()]); // two concurrent workers
  const mail = await waitForMail(app, admin.email);
  expect(mail.subject).toBe(`${BEP20}: payments are waiting for more nodes`);
  expect(mail.text).toContain('out_of_budget');
  expect(mail.text).toContain('https://wiki.example.com/stablegate/quorum-lost.md');
  expect(await statusOf()).toMatchObject({ notes: ['quorum_not_reached', 'out_of_budget'] });
  await review();
  await letPass('25 hours');
  await review();
  await waitForMail(app, admin.email, 2);

  await saveAssurance(2, []);
  await review();
  await waitForMail(app, admin.email, 3);
  await review();
  expect(mails()).toEqual([
    `${BEP20}: payments are waiting for more nodes`,
    `${BEP20}: payments are waiting for more nodes`,
    `Resolved: ${BEP20}: payments are waiting for more nodes`,
  ]);
  expect(await statusOf()).toMatchObject({ notes: [] });

  await expect
    .poll(
      () =>
        sentTo('/hook')
          .map(({ state }) => state)
          .toSorted(),
      { timeout: 10_000 },
    )
    .toEqual(['lasting', 'raised', 'resolved']);
  expect(sentTo('/hook').find(({ state }) => state === 'raised')).toMatchObject({
    kind: 'quorum_lost',
    subject: 'BEP20',
    title: `${BEP20}: payments are waiting for more nodes`,
    runbook: 'https://wiki.example.com/stablegate/quorum-lost.md',
  });
  await expect.poll(() => sentTo('/bot123:abc/sendMessage').length, { timeout: 10_000 }).toBe(3);
  expect(sentTo('/bot123:abc/sendMessage')[0]).toMatchObject({ chat_id: '42' });
}, 60_000);

test('a loss that ends within minutes is not reported', async () => {
  await saveAssurance(0, ['quorum_not_reached']);
  await review();
  await saveAssurance(2, []);
  await review();
  expect((await run(sql`select from network_alarms`)).rows).toEqual([]);
  expect((await run(sql`select from alarms`)).rows).toEqual([]);
  expect(mails()).toEqual([]);
});

test('a receiver of alarms that is away gets them later', async () => {
  answer = 503;
  await run(
    sql`insert into rpc_usage (network, node, day, requests, budget) values ('BEP20', 'node.example', current_date, 80000, 100000)`,
  );
  await review();
  await expect.poll(() => sentTo('/hook').length, { timeout: 10_000 }).toBeGreaterThan(0);
  answer = 200;
  await expect.poll(() => sentTo('/hook').length, { timeout: 20_000 }).toBeGreaterThan(1);
  await waitForMail(app, admin.email);
  expect(mails()).toEqual([`${BEP20}: a node has used 80% of its budget`]);
  await run(sql`delete from rpc_usage`);
}, 60_000);

describe('what is noticed', () => {
  const raised = async () => {
    await review();
    await letPass('6 minutes');
    await review();
    return (await run(sql`select kind, subject from alarms where told_at is not null order by kind`)).rows;
  };

  test('what the issuer did to the token, also after a restart that has not asked the nodes yet', async () => {
    await saveAssurance(2, []);
    await run(
      sql`update chain_cursors set assurance = assurance || '{"token": {"replacedBy": "0x5c", "isPaused": true, "feeBasisPoints": 15}}'::jsonb where network = 'BEP20'`,
    );
    expect(await raised()).toEqual([
      { kind: 'token_deprecated', subject: 'BEP20' },
      { kind: 'token_fee', subject: 'BEP20' },
      { kind: 'token_paused', subject: 'BEP20' },
    ]);
    expect((await waitForMail(app, admin.email, 3)).text).toContain('replacedBy: 0x5c');
    expect(mails().toSorted()).toEqual([
      `${BEP20}: USDT charges a fee for transfers`,
      `${BEP20}: USDT was paused by its issuer`,
      `${BEP20}: the USDT contract was replaced by its issuer`,
    ]);
    expect(await statusOf()).toMatchObject({ notes: ['token_deprecated', 'token_paused', 'token_fee'] });
    const { epoch } = await app.platform.db.query
      .selectFrom('chain_cursors')
      .select('epoch')
      .where('network', '=', 'BEP20')
      .executeTakeFirstOrThrow();
    const assurance = { nodes: 2, reachable: 2, needed: 2, notes: [], budgetPressure: 0 };
    await saveWatch(app.platform.db.query, { network: 'BEP20', holder: 'restarted', epoch, seconds: 15 }, { paceMs: 5_000, assurance });
    await review();
    expect(await raised()).toHaveLength(3);
    const token = { isPaused: false, feeBasisPoints: 0 };
    await saveWatch(
      app.platform.db.query,
      { network: 'BEP20', holder: 'restarted', epoch, seconds: 15 },
      { paceMs: 5_000, assurance: { ...assurance, token } },
    );
    await review();
    await waitForMail(app, admin.email, 6);
    expect(await statusOf()).toMatchObject({ notes: [] });
  });

  test('a network that stopped', async () => {
    await readTo('20 minutes');
    expect(await raised()).toEqual([{ kind: 'network_stopped', subject: 'BEP20' }]);
  });

  test('callbacks that are due and not sent; a receiver that pauses is not late', async () => {
    const endpoint = (name: string, due: string, paused: string) =>
      run(
        sql`insert into callback_endpoints (endpoint, due_at, paused_until) values (${name}, now() + ${due}::interval, now() + ${paused}::interval)`,
      );
    await endpoint('paused.example', '-1 hour', '1 hour');
    expect(await raised()).toEqual([]);
    await endpoint('late.example', '-6 minutes', '-1 hour');
    expect(await raised()).toEqual([{ kind: 'callbacks_late', subject: '' }]);
    await run(sql`delete from callback_endpoints`);
  });

  test('mails that wait', async () => {
    await run(
      sql`insert into queued_mails (id, template, mail_sealed, created_at) values ('mail_x', 'x', '', now() - interval '16 minutes')`,
    );
    expect(await raised()).toEqual([{ kind: 'mails_late', subject: '' }]);
    await run(sql`delete from queued_mails where id = 'mail_x'`);
  });

  test('a rate that cannot be read, long before it is too old to be used', async () => {
    await rateWasRead('5 hours');
    expect(await raised()).toEqual([]);
    await rateWasRead('7 hours');
    await review();
    await letPass('16 minutes');
    expect(await raised()).toEqual([{ kind: 'rate_unread', subject: '' }]);
    await rateWasRead('1 minute');
    await review();
    await waitForMail(app, admin.email, 2);
    expect(mails()).toEqual(['The exchange rate cannot be read', 'Resolved: The exchange rate cannot be read']);
  });

  test('a ledger that does not add up', async () => {
    await app.services.ledger.check('full');
    // Distinct: on a slow machine the worker's own check is among them.
    const { rows } = await run(sql`select distinct differences from ledger_checks`);
    expect(rows).toEqual([{ differences: 0n }]);
    await run(sql`update ledger_checks set differences = 2`);
    expect(await raised()).toEqual([{ kind: 'ledger_difference', subject: '' }]);
    await run(sql`update ledger_checks set differences = 0`);
  });

  test('the disk and the clock of another machine; a process that is gone says nothing', async () => {
    const report = (host: string, age: string, clock: number, free: number) =>
      run(sql`insert into process_reports (process, host, roles, reported_at, clock_ms, disk_free_bytes, disk_bytes, connections_max)
              values (${`${host}/1`}, ${host}, '{api}', now() - ${age}::interval, ${clock}, ${free}, 100, 16)`);
    await report('full', '1 minute', 0, 9);
    await report('late', '1 minute', -2_500, 50);
    await report('gone', '5 minutes', 60_000, 0);
    expect(await raised()).toEqual([
      { kind: 'clock_wrong', subject: 'late' },
      { kind: 'disk_full', subject: 'full' },
    ]);
    await run(sql`delete from process_reports`);
  });

  test('a month that no partition was made for', async () => {
    await run(sql`do $$ begin
      execute format('drop table %I', 'events_' || to_char(date_trunc('month', now() at time zone 'UTC') + interval '1 month', 'YYYY_MM'));
    end $$`);
    expect(await raised()).toEqual([{ kind: 'months_missing', subject: '' }]);
    await run(sql`select add_months(now())`);
    await review();
    expect((await run(sql`select ended_at is not null as over from alarms where kind = 'months_missing'`)).rows).toEqual([{ over: true }]);
  });

  test('each process reports its own', async () => {
    await app.services.alarms.report(['worker']);
    const { rows } = await run(sql`select roles, connections_max from process_reports`);
    expect(rows).toEqual([{ roles: ['worker'], connections_max: 16 }]);
  });
});

test('the status page shows what merchants notice, and nothing of the operator', async () => {
  const status = async () => (await app.browser().get('/status')).json<{ status: string; networks: object[]; incidents: object[] }>();
  expect(await status()).toMatchObject({ status: 'ok', networks: [{ network: 'BEP20', status: 'active' }], incidents: [] });
  await run(sql`
    insert into alarms (kind, subject, detail, since, told_at, ended_at)
    values ('network_stopped', 'BEP20', '{}', now() - interval '1 day', now(), now()), ('ledger_difference', '', '{}', now(), now(), null),
           ('callbacks_late', '', '{}', now(), now(), null), ('quorum_lost', 'BEP20', '{}', now(), null, null)`);
  await readTo('1 hour');
  expect(await status()).toMatchObject({
    status: 'down',
    networks: [{ network: 'BEP20', status: 'down' }],
    incidents: [
      { kind: 'callbacks_late', network: null, endedAt: null },
      { kind: 'network_stopped', network: 'BEP20' },
    ],
  });
});

test('metrics of the backlogs are served', async () => {
  await run(sql`insert into queued_mails (id, template, mail_sealed, created_at) values ('mail_y', 'x', '', now() - interval '1 minute')`);
  const text = await app.platform.metrics.registry.metrics();
  expect(text).toMatch(/stablegate_mails_waiting 1\b/);
  expect(text).toMatch(/stablegate_mails_oldest_seconds [56]\d/);
  expect(text).toMatch(/stablegate_callbacks_overdue_seconds 0/);
  expect(text).toMatch(/stablegate_unmatched_transfers 0/);
  expect(text).toMatch(/stablegate_disk_free_ratio 0\.\d+/);
  await run(sql`delete from queued_mails where id = 'mail_y'`);
});
