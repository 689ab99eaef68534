import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../../apps/server/test/accounts';
import { CONNECT, openByHand, subscribeFrame } from '../../apps/server/test/live';
import type { Chance } from '../../apps/server/test/seeded';
import type { Shop } from '../../apps/server/test/shop';
import { type History, send } from '../chaos/operations';
import type { World } from '../chaos/world';
import type { Client } from './client';
import type { Merchants } from './merchants';

export type Scene = {
  readonly world: World;
  readonly history: History;
  readonly client: Client;
  readonly merchants: Merchants;
  readonly chance: Chance;
  /** Where the server listens. */
  readonly host: string;
};
type Operation = (scene: Scene) => Promise<unknown>;

const PAID_SHARE = 0.55;
const EARLY_EXPIRY_SHARE = 0.1;
const PAY_MS_MAX = 4_000;
const SOCKET_MS_MAX = 8_000;
/** Reads are of recent orders, as customers' are. */
const RECENT = 200;
/** A slow machine gets fewer requests, not a queue of them. */
const OPEN_MAX = 40;

const micros = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
};
const cookieOf = ({ merchant }: Shop): Record<string, string> => ({
  cookie: [...merchant.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
const keyOf = ({ apiKey }: Shop): Record<string, string> => ({ 'x-api-key': apiKey });
let orders = 0;

async function create(scene: Scene): Promise<void> {
  const { world, history, client, merchants, chance } = scene;
  const shop = chance.pick(trading(world));
  orders += 1;
  const number = orders;
  // Amounts differ, so that many orders of a shop can be open at once.
  const amount = `${10 + (number % 97)}.${String(number % 100).padStart(2, '0')}`;
  const order = { name: `Tea ${number}`, amount, request_id: `soak-${number}`, callback_url: merchants.urlOf(number) };
  const headers = { ...keyOf(shop), 'content-type': 'application/json' };
  const reply = await client.call('create', '/api/v1/payment/invoice', { method: 'POST', headers, body: JSON.stringify(order) });
  if (reply.status !== 201) return;
  const { trans_id: transId, payable } = (JSON.parse(reply.text) as { data: { trans_id: string; payable: string } }).data;
  history.orders.push({ shop, transId, payable: micros(payable) });
  if (chance.happens(PAID_SHARE)) await payLater(scene, { shop, transId, payable: micros(payable) });
  else if (chance.happens(EARLY_EXPIRY_SHARE)) {
    const query = world.app.platform.db.query.updateTable('invoices').where('trans_id', '=', transId);
    await query.set({ expires_at: new Date(Date.now() + chance.whole(1_000, PAY_MS_MAX)) }).execute();
  }
}

async function payLater({ world, history, chance }: Scene, { shop, transId, payable }: History['orders'][number]): Promise<void> {
  await sleep(chance.whole(0, PAY_MS_MAX));
  const network = chance.pick(world.chains.networks);
  const isShort = chance.happens(0.1);
  const txHash = await send({ world, history, chance }, network, [{ shop, micros: isShort ? payable / 2n : payable }]);
  if (!isShort) history.exact.push({ transId, network, txHash });
}

/** The last shop only has the orders it began with: its file has the same size all the time. */
const trading = ({ shops }: World): readonly Shop[] => shops.slice(0, -1);
const archive = ({ shops }: World): Shop => shops.at(-1) as Shop;

const withOrder =
  (operation: (scene: Scene, order: History['orders'][number]) => Promise<unknown>): Operation =>
  async (scene) => {
    const recent = scene.history.orders.slice(-RECENT);
    if (recent.length > 0) await operation(scene, scene.chance.pick(recent));
  };

const read = withOrder(({ client }, { shop, transId }) =>
  client.call('read', `/api/v1/payment/invoice/${transId}`, { headers: keyOf(shop) }),
);
const status = withOrder(({ client }, { transId }) => client.call('status', `/api/v1/payment/${transId}`));
const page = withOrder(({ client }, { transId }) => client.call('page', `/bill/${transId}`));

const list: Operation = ({ client, world, chance }) =>
  client.call('list', '/api/v1/invoice?page=0&size=20', { headers: cookieOf(chance.pick(trading(world))) });
const listByKey: Operation = ({ client, world, chance }) =>
  client.call('list by key', '/api/v1/payment/invoices?limit=20', { headers: keyOf(chance.pick(trading(world))) });
const exportFile: Operation = ({ client, world }) =>
  client.call('export', '/api/v1/transaction-logs/export?format=csv', { headers: cookieOf(archive(world)) });

const signIn: Operation = async ({ client, world, chance }) => {
  const [username = ''] = chance.pick(world.shops).merchant.email.split('@');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ username, password: PASSWORD }).toString();
  const { cookies } = await client.call('sign in', '/api/v1/auth/login', { method: 'POST', headers, body });
  const cookie = cookies.map((each) => each.split(';', 1)[0]).join('; ');
  if (chance.happens(0.5)) await client.call('sign out', '/api/v1/auth/logout', { method: 'POST', headers: { cookie } });
};

/** A page that listens for a while; half of them go without a word. */
const listen = withOrder(async ({ client, host, chance }, { transId }) => {
  const socket = await client.timed('listen', async () => {
    const live = await openByHand(host);
    await live.next(); // SockJS's own greeting
    live.say(CONNECT);
    await live.next();
    live.say(subscribeFrame(transId, 'receipt:heard\n'));
    await live.next();
    return live.socket;
  });
  await sleep(chance.whole(0, SOCKET_MS_MAX));
  if (chance.happens(0.5)) socket.close();
  else socket.terminate();
});

const MENU: readonly (readonly [weight: number, operation: Operation])[] = [
  [25, create],
  [20, read],
  [20, status],
  [20, page],
  [10, list],
  [10, listByKey],
  [5, listen],
  [2, exportFile],
  [2, signIn],
];

function choose(chance: Chance): Operation {
  let left = chance.next() * MENU.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, operation] of MENU) {
    left -= weight;
    if (left <= 0) return operation;
  }
  return create;
}

/** Orders of the shop whose file is downloaded again and again. */
export async function fillArchive({ world }: Pick<Scene, 'world'>, count: number): Promise<void> {
  const { userId } = archive(world).merchant;
  const { db } = world.app.platform;
  for (let entry = 0; entry < count; entry += 1) {
    const sides = { userId, reference: 'soak', idempotencyKey: `soak:${entry}` };
    await db.transaction((tx) => world.app.services.ledger.adjust(tx, { ...sides, amountMicros: entry % 2 === 0 ? 1_000n : -1_000n }));
  }
}

export type RunningLoad = { stop(): Promise<void> };

/** About `perSecond` operations, in a random order; /health twice a second beside them. */
export function startLoad(scene: Scene, perSecond: number): RunningLoad {
  const open = new Set<Promise<unknown>>();
  let running = true;
  const begin = (work: Promise<unknown>) => {
    const run = work.catch(() => undefined).finally(() => open.delete(run)); // counted as a refusal
    open.add(run);
  };
  const pacing = (async () => {
    while (running) {
      if (open.size < OPEN_MAX) begin(choose(scene.chance)(scene));
      await sleep((0.5 + scene.chance.next()) * (1_000 / perSecond));
    }
  })();
  const probing = (async () => {
    while (running) {
      await scene.client.call('health', '/health').catch(() => undefined);
      await sleep(500);
    }
  })();
  return {
    stop: async () => {
      running = false;
      await Promise.all([pacing, probing]);
      await Promise.all(open);
    },
  };
}
