import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { waitForMail } from '../../../test/accounts';
import { newAdmin } from '../../../test/admins';
import { startTestApp, type TestApp } from '../../../test/app';
import { startTestChain } from '../../../test/parts/chain';
import type { Merchant } from '../../../test/stores';

let app: TestApp;
let admin: Merchant;
const run = (statement: ReturnType<typeof sql>) => statement.execute(app.platform.db.query);
const review = () => app.services.merchant.notifyOperators();
const saveAssurance = (reachable: number, notes: string[]) =>
  run(
    sql`update chain_cursors set assurance = ${JSON.stringify({ nodes: 2, reachable, needed: 2, notes })}::jsonb where network = 'BEP20'`,
  );
const statusOf = async () =>
  (await app.browser().get('/networks')).json<{ network: string; notes: string[] }[]>().find(({ network }) => network === 'BEP20');
const mails = () => app.mailer.sent.filter(({ to }) => to === admin.email).map(({ subject }) => subject);

beforeAll(async () => {
  const chain = await startTestChain();
  app = await startTestApp({
    networks: [
      chain.settings('BEP20', { endpoints: [{ url: chain.url }, { url: 'http://second.example' }], quorum: 2 }),
      chain.settings('ERC20', { enabled: false }),
    ],
    roles: ['worker'],
  });
  admin = await newAdmin(app, 'operator');
  await run(sql`insert into chain_cursors (network) values ('BEP20') on conflict do nothing`);
}, 60_000);

test('a quorum missing for minutes is reported once, again after a day, and when it is back', async () => {
  await saveAssurance(1, ['quorum_not_reached', 'out_of_budget']);
  await review();
  expect(await statusOf()).toMatchObject({ nodes: 2, reachable: 1, quorum: 2, notes: ['out_of_budget'] }); // a hiccup is not reported
  await review();
  expect(mails()).toEqual([]);

  await run(sql`update network_alarms set since = since - interval '6 minutes'`);
  await Promise.all([review(), review()]); // two concurrent workers
  const mail = await waitForMail(app, admin.email);
  expect(mail.subject).toBe('BNB Smart Chain (BEP20): payments are waiting for more nodes');
  expect(mail.text).toContain('out_of_budget');
  expect(await statusOf()).toMatchObject({ notes: ['quorum_not_reached', 'out_of_budget'] });
  await review();
  await run(sql`update network_alarms set mailed_at = mailed_at - interval '25 hours'`);
  await review();
  await waitForMail(app, admin.email, 2);

  await saveAssurance(2, []);
  await review();
  await waitForMail(app, admin.email, 3);
  await review();
  expect(mails()).toEqual([
    'BNB Smart Chain (BEP20): payments are waiting for more nodes',
    'BNB Smart Chain (BEP20): payments are waiting for more nodes',
    'BNB Smart Chain (BEP20): enough nodes are answering again',
  ]);
  expect(await statusOf()).toMatchObject({ notes: [] });
}, 60_000);

test('a loss that ends within minutes is not reported', async () => {
  const before = mails().length;
  await saveAssurance(0, ['quorum_not_reached']);
  await review();
  await saveAssurance(2, []);
  await review();
  expect((await run(sql`select from network_alarms`)).rows).toEqual([]);
  expect(mails()).toHaveLength(before);
});

test('a node at 80% of its budget is reported once a day', async () => {
  const before = mails().length;
  const day = new Date().toISOString().slice(0, 10);
  await run(
    sql`insert into rpc_usage (network, node, day, requests, budget) values ('BEP20', 'node.example', ${day}::date, 80000, 100000)`,
  );
  await review();
  await review();
  const mail = await waitForMail(app, admin.email, before + 1);
  expect(mail.subject).toBe('BNB Smart Chain (BEP20): a node has used 80% of its budget');
  expect(mail.text).toContain('node.example');
  expect(mails()).toHaveLength(before + 1);
}, 60_000);
