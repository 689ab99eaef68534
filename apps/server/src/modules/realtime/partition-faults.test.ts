import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../sandbox/src/postgres/free-port';
import { startTestApp, type TestApp } from '../../../test/app';
import { CONNECT, openByHand, subscribeFrame } from '../../../test/live';
import { startTcpRelay, type TcpRelay } from '../../../test/parts/tcp-relay';
import { type ServerProcess, startServerProcess } from '../../../test/processes/server-process';
import { addWallet, callApi, evmAddress, giveBalance, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

/**
 * F40: the network between a process and its database is cut without closing connections. `app` is the rest of the system, which continues.
 */
const CONVERGES_MS_MAX = 5_000 + 15_000; // five seconds, plus a margin for a busy machine
let app: TestApp;
let api: ReturnType<typeof callApi>;
let relay: TcpRelay;
let cut: ServerProcess;
let host: string;
const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-cut-'));

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  const merchant = await newMerchant(app, 'live_cut');
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', evmAddress(0x79));
  await giveBalance(app, merchant.userId, 1_000_000_000n);
  api = callApi(app, store.apiKey);
  const database = new URL(app.databaseUrl);
  relay = await startTcpRelay({ host: database.hostname, port: Number.parseInt(database.port, 10) });
  database.host = `127.0.0.1:${relay.port}`;
  const port = await findFreePort();
  cut = await startServerProcess({ DATABASE_URL: database.href, DATA_DIR: dataDir, PORT: String(port), ...NETWORK_ENV }, 'main-api');
  host = `localhost:${port}`;
});
afterAll(async () => {
  await cut?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function newInvoice(requestId: string): Promise<string> {
  const answer = await api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: requestId });
  return answer.json().data.trans_id;
}
/** As the page does it: reads first, then subscribes from that version on. */
async function listen(transId: string) {
  const { version } = ((await (await ask(transId)).json()) as { data: { version: number } }).data;
  const client = await openByHand(host);
  client.say(CONNECT);
  client.say(subscribeFrame(transId, `version:${version}\nreceipt:r\n`));
  for (let frames = 0; frames < 3; frames += 1) await client.next();
  const beats = setInterval(() => client.say('\n'), 5_000);
  client.socket.once('close', () => clearInterval(beats));
  return client;
}
const ask = (transId: string) => fetch(`http://${host}/api/v1/payment/${transId}`);

test("F40: a process cut off from the others' notifications still updates its pages within 5 seconds", async () => {
  const transId = await newInvoice('cut1');
  const client = await listen(transId);
  relay.pullCable('stablegate-news');
  const began = Date.now();
  await api.post(`/payment/invoice/${transId}/cancel`);
  expect(await client.next()).toMatch(/MESSAGE.*expired/);
  expect(Date.now() - began).toBeLessThan(CONVERGES_MS_MAX);
  relay.plugIn();
  client.socket.close();
}, 60_000);

test('F40: a cut between process and database blocks nothing; when it heals, page and socket are updated within 5 seconds', async () => {
  const transId = await newInvoice('cut2');
  const client = await listen(transId);
  expect((await ask(transId)).status).toBe(200);
  relay.pullCable();
  await api.post(`/payment/invoice/${transId}/cancel`);

  // A request now ends with a 503, not with an endless wait; what needs no database answers immediately.
  const began = Date.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(transId)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
  expect(answers[0]?.headers.get('retry-after')).not.toBeNull();
  expect(Date.now() - began).toBeLessThan(40_000);
  expect((await fetch(`http://${host}/health`)).status).toBe(200);
  expect(client.frames).toEqual([]); // no false updates

  await vi.waitFor(async () => expect((await ask(transId)).status).toBe(503), { timeout: 10_000 });
  relay.plugIn();
  const healed = Date.now();
  await vi.waitFor(
    async () => {
      const answer = await ask(transId);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ data: { status: 'expired' } });
    },
    { timeout: CONVERGES_MS_MAX, interval: 200 },
  );
  expect(await client.next()).toMatch(/MESSAGE.*expired/);
  expect(Date.now() - healed).toBeLessThan(CONVERGES_MS_MAX);
  client.socket.close();
}, 120_000);
