import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@stablegate/contract';
import { expect } from 'vitest';
import type { Chance } from '../../apps/server/test/seeded';
import { invoiceRow, rawOf, type Shop } from '../../apps/server/test/shop';
import { FINAL_DEPTH, NETWORKS, type World } from './world';

export type MadeOrder = { readonly shop: Shop; readonly transId: string; readonly payable: bigint };
/** Payments of exactly what an invoice asks for: where the chain still has them in the end, that invoice must be paid. */
export type ExactPayment = { readonly transId: string; readonly network: Network; readonly txHash: string };
export type History = {
  readonly orders: MadeOrder[];
  readonly exact: ExactPayment[];
  readonly counts: Map<string, number>;
};

type Operation = (world: World, history: History, chance: Chance) => Promise<void>;
const AMOUNTS = ['10', '10', '10', '25.5', '120'];
let requests = 0;

const toOf = (shop: Shop, network: Network): string =>
  (network === 'TRON' || network === 'SOLANA' ? shop.addresses[network] : shop.addresses.BEP20) ?? '';

async function send(world: World, shop: Shop, network: Network, micros: bigint, extra: object = {}): Promise<string> {
  const amountRaw = rawOf(network, micros).toString();
  const { txHash } = await world.chain.call<{ txHash: string }>('sandbox_transfer', {
    network,
    to: toOf(shop, network),
    amountRaw,
    ...extra,
  });
  return txHash;
}

/** As a merchant's server does: while a process stands still with a row in its hands, we answer 503, and it asks again. */
async function request(shop: Shop, body: object): Promise<string> {
  for (const end = Date.now() + 60_000; ; ) {
    const answer = await shop.api.post('/payment/invoice', body);
    if (answer.statusCode < 300) return answer.json().data.trans_id;
    if (answer.statusCode !== 503 || Date.now() > end) throw new Error(`no invoice: ${answer.statusCode} ${answer.body}`);
    await sleep(500);
  }
}

const make: Operation = async (world, history, chance) => {
  const shop = chance.pick(world.shops);
  requests += 1;
  const body = { name: 'Tea', amount: chance.pick(AMOUNTS), callback_url: `${world.receiver.url}/chaos`, request_id: `chaos-${requests}` };
  const transId = await request(shop, body);
  const { payable } = await invoiceRow(world.app, transId);
  history.orders.push({ shop, transId, payable });
  // Some end within seconds, so that late money and expiry meet the faults too. By the row: no store may say so little.
  if (!chance.happens(0.3)) return;
  const expiry = new Date(Date.now() + chance.whole(1, 6) * 1000);
  await world.app.platform.db.query.updateTable('invoices').set({ expires_at: expiry }).where('trans_id', '=', transId).execute();
};

/** The same request again, as a merchant's server does after a time-out. */
const repeat: Operation = async (world, history, chance) => {
  if (history.orders.length === 0) return;
  const { shop, transId } = chance.pick(history.orders);
  const { request_id, name, amount, callback_url } = await invoiceRow(world.app, transId);
  const body = { name, amount: (amount / 1_000_000n).toString(), request_id, callback_url };
  const again = await shop.api.post('/payment/invoice', body);
  if (again.statusCode < 300) expect(again.json().data.trans_id).toBe(transId);
};

const payExact: Operation = async (world, history, chance) => {
  if (history.orders.length === 0) return;
  const { shop, transId, payable } = chance.pick(history.orders.slice(-12));
  const network = chance.pick(NETWORKS);
  for (let times = chance.happens(0.15) ? 2 : 1; times > 0; times -= 1) {
    history.exact.push({ transId, network, txHash: await send(world, shop, network, payable) });
  }
};

const payOther: Operation = async (world, history, chance) => {
  if (history.orders.length === 0) return;
  const { shop, payable } = chance.pick(history.orders.slice(-12));
  const share = chance.pick([60n, 75n, 90n, 110n, 130n]);
  await send(world, shop, chance.pick(NETWORKS), (payable * share) / 100n);
};

const payNothing: Operation = async (world, history, chance) => {
  if (history.orders.length === 0) return;
  const { shop, payable } = chance.pick(history.orders);
  await send(world, shop, chance.pick(NETWORKS), chance.happens(0.5) ? 0n : payable, { token: 'fake' });
};

const payJointly: Operation = async (world, history, chance) => {
  const chosen = history.orders.slice(-3);
  if (chosen.length === 0) return;
  const network = chance.pick(NETWORKS);
  const transfers = chosen.map(({ shop, payable }) => ({
    network,
    to: toOf(shop, network),
    amountRaw: rawOf(network, payable).toString(),
  }));
  const revert = chance.happens(0.2);
  const { txHash } = await world.chain.call<{ txHash: string }>('sandbox_transferJointly', { transfers, revert });
  if (!revert) for (const { transId } of chosen) history.exact.push({ transId, network, txHash });
};

const reorg: Operation = async (world, _history, chance) => {
  const depth = chance.happens(0.1) ? FINAL_DEPTH + chance.whole(1, 4) : chance.whole(1, FINAL_DEPTH - 1);
  await world.chain.reorg(depth, chance.happens(0.7));
};

const MENU: readonly (readonly [string, number, Operation])[] = [
  ['invoice', 30, make],
  ['repeated request', 5, repeat],
  ['exact payment', 30, payExact],
  ['other amount', 12, payOther],
  ['nothing or fake', 5, payNothing],
  ['joint payment', 8, payJointly],
  ['reorganisation', 10, reorg],
];

export async function operate(world: World, history: History, chance: Chance): Promise<void> {
  let left = chance.next() * MENU.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight, operation] of MENU) {
    left -= weight;
    if (left > 0) continue;
    history.counts.set(name, (history.counts.get(name) ?? 0) + 1);
    await operation(world, history, chance);
    return;
  }
}
