import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { waitForMail } from '../../../test/accounts';
import { newAdmin } from '../../../test/admins';
import { startTestApp } from '../../../test/app';
import { createSimulatedEvm } from '../../../test/nodes/evm/evm-chain';
import { settingsFor } from '../../../test/nodes/settings';
import { startTestNode } from '../../../test/nodes/test-node';
import { openShop } from '../../../test/shop';

const MINUTE_MS = 60_000;
let chainBehindMs = 20 * MINUTE_MS;
const chain = createSimulatedEvm({ network: 'POLYGON', finalityDepth: 3, now: () => Date.now() - chainBehindMs });
const nodes = [await startTestNode(chain), await startTestNode(chain)];
const app = await startTestApp({
  networks: [settingsFor(chain, nodes, { startBlock: chain.startNumber })],
  roles: ['watcher', 'worker'],
});

type Known = { readonly status: string; readonly lateSeconds: number | null; readonly lagSeconds: number };
async function known(path: '/networks' | '/status'): Promise<Known | undefined> {
  const answer = (await app.browser().get(path)).json<Known[] | { networks: Known[] }>();
  return Array.isArray(answer) ? answer[0] : answer.networks[0];
}
const eachBlock = (check: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      chain.mine();
      await check();
    },
    { timeout: 30_000, interval: 100 },
  );
const finalAt = async () =>
  (await sql<{ final_at: Date | null }>`select final_at from transfers`.execute(app.platform.db.query)).rows.map((row) => row.final_at);
const alarms = async () =>
  (
    await sql<{ kind: string; over: boolean }>`
      select kind, ended_at is not null as over from alarms where kind = 'credits_late' order by id`.execute(app.platform.db.query)
  ).rows;

test('a payment that a node with a standing head keeps from being credited is late everywhere, until it is credited', async () => {
  const admin = await newAdmin(app, 'operator');
  const shop = await openShop(app, ['POLYGON']);
  await eachBlock(async () => expect(await known('/networks')).toMatchObject({ status: 'down' })); // read, at the time of its blocks
  chain.pay(shop.addresses.POLYGON ?? '', 5_000_000n);
  const [, second] = nodes;
  if (second !== undefined) second.faults.frozenAt = chain.head().number;
  await vi.waitFor(async () => expect(await finalAt()).toEqual([null]), { timeout: 30_000 });
  expect(await known('/networks')).toMatchObject({ lateSeconds: expect.any(Number) });

  chainBehindMs = 0;
  await eachBlock(async () => expect((await known('/networks'))?.lagSeconds).toBeLessThan(10));
  expect(await known('/networks')).toMatchObject({ status: 'lagging', lateSeconds: expect.any(Number) });
  expect(await known('/status')).toMatchObject({ status: 'lagging', lateSeconds: expect.any(Number) });
  expect((await admin.get('/admin/health')).json().data.networks).toMatchObject([{ status: 'lagging', lateSeconds: expect.any(Number) }]);
  await app.services.alarms.review();
  expect((await waitForMail(app, admin.email)).subject).toBe('Polygon POS: payments are credited late');
  expect(await alarms()).toEqual([{ kind: 'credits_late', over: false }]);
  expect((await app.browser().get('/status')).json()).toMatchObject({
    status: 'degraded',
    incidents: [{ kind: 'credits_late', network: 'POLYGON', endedAt: null }],
  });

  second?.heal();
  await eachBlock(async () => expect(await finalAt()).toEqual([expect.any(Date)]));
  expect(await known('/networks')).toMatchObject({ status: 'active', lateSeconds: null });
  await app.services.alarms.review();
  await waitForMail(app, admin.email, 2);
  expect(await alarms()).toEqual([{ kind: 'credits_late', over: true }]);
}, 90_000);
