import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../../sandbox/src/postgres/free-port';
import { startTestApp, type TestApp } from '../../../test/app';
import { type Receiver, startReceiver } from '../../../test/parts/receiver';
import { createServerHome, type ServerProcess, startServerProcess } from '../../../test/processes/server-process';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

/** F1, F2, F5: the real server as a separate process, killed with SIGKILL; this process stands in for the survivor. */
const LEASE_MS = 30_000;
const GRACE_MS = 5_000 + 15_000; // five seconds, plus a margin for a busy machine
const FEE = 50_000n;

let home: Awaited<ReturnType<typeof createServerHome>>;
let app: TestApp;
let merchant: Merchant;
let store: { id: string; apiKey: string };
let receiver: Receiver;
const started: ServerProcess[] = [];

beforeAll(async () => {
  home = await createServerHome();
  app = await startTestApp({ env: { ...NETWORK_ENV, ...home.env } });
  merchant = await newMerchant(app, 'killed_merchant');
  store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', evmAddress(0x7401));
  await giveBalance(app, merchant.userId, 1_000_000n);
  receiver = await startReceiver((response, { path }, earlier) => {
    response.writeHead(200).write('{"status":"ok"');
    if (path !== '/during_body' || earlier > 0) response.end('}'); // otherwise it hangs in the middle of the body
  });
});
afterAll(async () => {
  for (const server of started) await server.kill();
  await home.remove();
});

async function startVictim(roles: string, fault?: string): Promise<ServerProcess & { port: number }> {
  const port = await findFreePort();
  const env = { ...NETWORK_ENV, ...home.env, ROLES: roles, PORT: String(port), ...(fault === undefined ? {} : { FAULT: fault }) };
  const server = await startServerProcess(env);
  started.push(server);
  return { ...server, port };
}

const invoicesOf = async (requestId: string) =>
  (
    await sql<{ id: string; hold_id: string; events: number }>`
      select i.id, i.hold_id, (select count(*)::integer from events e where e.subject = i.id) as events
        from invoices i where i.request_id = ${requestId}`.execute(app.platform.db.query)
  ).rows;
const held = async () => (await app.services.ledger.getBalance(merchant.userId)).held;
const order = (requestId: string) => ({ name: 'Tea', amount: '10', request_id: requestId });
const post = (port: number, requestId: string) =>
  fetch(`http://127.0.0.1:${port}/api/v1/payment/invoice`, {
    method: 'POST',
    headers: { 'x-api-key': store.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(order(requestId)),
  });

describe('the API is killed while it creates an invoice', () => {
  test('F1: before COMMIT: nothing exists, and the same request_id creates exactly one', async () => {
    const before = await held();
    const victim = await startVictim('api', 'invoice.before_commit:1');
    await expect(post(victim.port, 'f1')).rejects.toThrow();
    expect(await victim.ended).toBe('SIGKILL');
    expect(await invoicesOf('f1')).toEqual([]);
    expect(await held()).toBe(before);
    expect((await callApi(app, store.apiKey).post('/payment/invoice', order('f1'))).statusCode).toBe(201);
    expect(await invoicesOf('f1')).toMatchObject([{ events: 1 }]);
    expect(await held()).toBe(before + FEE);
  }, 120_000);

  test('F2: after COMMIT, before the response: the same request_id returns that invoice, with one hold', async () => {
    const before = await held();
    const victim = await startVictim('api', 'invoice.before_answer:1');
    await expect(post(victim.port, 'f2')).rejects.toThrow();
    expect(await victim.ended).toBe('SIGKILL');
    const [made] = await invoicesOf('f2');
    const again = await callApi(app, store.apiKey).post('/payment/invoice', order('f2'));
    expect(again.statusCode).toBe(200);
    const { id } = (await merchant.get(`/invoice/${again.json().data.trans_id}`)).json();
    expect(id).toBe(made?.id);
    expect(await invoicesOf('f2')).toEqual([made]);
    expect(await held()).toBe(before + FEE);
  }, 120_000);

  test('in the middle of the statement, which waits for a lock: all or nothing, and a retry finds one', async () => {
    const before = await held();
    const victim = await startVictim('api');
    await app.platform.db.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('store-addresses:' || ${store.id}::text, 0))`.execute(tx);
      const answer = post(victim.port, 'f1-middle').catch(() => undefined);
      await sleep(1_000);
      await victim.kill();
      await answer;
    });
    const again = await callApi(app, store.apiKey).post('/payment/invoice', order('f1-middle'));
    expect([200, 201]).toContain(again.statusCode);
    expect(await invoicesOf('f1-middle')).toHaveLength(1);
    expect(await held()).toBe(before + FEE);
    expect((await app.services.ledger.check('full')).differences).toBe(0);
  }, 120_000);
});

describe('F5: the callback worker is killed', () => {
  const POINTS = ['before_send', 'during_body', 'before_record'] as const;

  test('the callback arrives within the lease and five seconds, under the same webhook-id', async () => {
    const killedAt = new Map<string, number>();
    // All are started and stopped first, so that the three die shortly after one another, well within a lease.
    const victims: ServerProcess[] = [];
    for (const point of POINTS) {
      const victim = await startVictim('worker', `callback.${point}:1`);
      victim.signal('SIGSTOP');
      victims.push(victim);
    }
    for (const [index, point] of POINTS.entries()) {
      const victim = victims[index] as ServerProcess;
      victim.signal('SIGCONT');
      const api = callApi(app, store.apiKey);
      const made = await api.post('/payment/invoice', { ...order(`f5-${point}`), callback_url: `${receiver.url}/${point}` });
      await api.post(`/payment/invoice/${made.json().data.trans_id}/cancel`);
      expect(await victim.ended).toBe('SIGKILL');
      killedAt.set(point, performance.now());
    }
    const beforeKill = new Map(POINTS.map((point) => [point, receiver.received.filter(({ path }) => path === `/${point}`).length]));
    expect(beforeKill.get('before_send')).toBe(0);

    app.services.callbacks.start();
    await Promise.all(
      POINTS.map(async (point) => {
        const wanted = (beforeKill.get(point) ?? 0) + 1;
        const arrived = await receiver.waitFor(`/${point}`, wanted, LEASE_MS + GRACE_MS);
        expect((arrived.at(-1)?.at ?? 0) - (killedAt.get(point) ?? 0), point).toBeLessThan(LEASE_MS + GRACE_MS);
        expect(new Set(arrived.map(({ headers }) => headers['webhook-id'])).size, point).toBe(1);
      }),
    );
    const outcomes = async () =>
      (await app.platform.db.query.selectFrom('callback_deliveries').select('outcome').execute()).map(({ outcome }) => outcome);
    await expect.poll(outcomes, { timeout: 5_000 }).toEqual(['delivered', 'delivered', 'delivered']);
  }, 240_000);
});
