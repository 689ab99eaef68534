import { expect, test, vi } from 'vitest';
import { afterFile } from '../../../../test/after-file';
import { startTestApp } from '../../../../test/app';
import { startOwnPostgres } from '../../../../test/parts/own-postgres';
import { startRoleProcess } from '../../../../test/processes/watcher-process';
import { expectSound, openShop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

test('F6: killed under load: calls are complete or 503 with Retry-After; after the restart each invoice exists once', async () => {
  const server = await startOwnPostgres();
  const app = await startTestApp({ env: { ...NETWORK_ENV, DATABASE_URL: server.url } });
  const worker = await startRoleProcess({ app, networks: [], roles: 'api,worker' });
  afterFile(worker.kill);
  const shop = await openShop(app);
  const create = (id: number) => shop.api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: `killed-${id}` });
  const ids = Array.from({ length: 60 }, (_, index) => index);
  const ready = async () => (await app.server.inject('/ready')).statusCode;

  const load = ids.map(create);
  await load[5];
  server.kill();
  const answers = await Promise.all(load);
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 201 && status !== 503)).toEqual([]);
  const refused = await create(1_000);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
  expect(await ready()).toBe(503);

  const workerReady = async () => (await fetch(`${worker.url}/ready`)).status;
  expect(await workerReady()).toBe(503);

  await server.restart();
  await vi.waitFor(async () => expect([await ready(), await workerReady()]).toEqual([200, 200])); // no process has ended
  const again = await Promise.all(ids.map(create));
  expect(again.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 201)).toEqual([]);
  for (const [index, answer] of answers.entries())
    if (answer.statusCode === 201) expect(again[index]?.json().data.trans_id).toBe(answer.json().data.trans_id);
  const made = await app.platform.db.query.selectFrom('invoices').select('request_id').where('request_id', 'like', 'killed-%').execute();
  expect(made).toHaveLength(ids.length);
  await expectSound(app);
}, 240_000);
