import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@stablegate/contract';
import { expect } from 'vitest';
import { parseAddress } from '../../apps/server/src/modules/chains/addresses/addresses';
import type { Chance } from '../../apps/server/test/seeded';
import { invoiceRow, rawOf, type Shop } from '../../apps/server/test/shop';
import { addressOf, type World } from './world';

export type MadeOrder = { readonly shop: Shop; readonly transId: string; readonly payable: bigint };
/** Payments of exactly the requested amount: if the chain still has them in the end, that invoice must be paid. */
export type ExactPayment = { readonly transId: string; readonly network: Network; readonly txHash: string };
/** A transfer of value to a shop, made on chain; it may have been reorged since. */
export type SentTransfer = { readonly network: Network; readonly txHash: string; readonly toKey: string; readonly micros: bigint };
export type History = {
  readonly orders: MadeOrder[];
  readonly exact: ExactPayment[];
  readonly sent: SentTransfer[];
  /** When each fault began and ended. */
  readonly faults: { readonly name: string; readonly from: Date; to?: Date }[];
  readonly counts: Map<string, number>;
};

type Operation = (world: World, history: History, chance: Chance) => Promise<void>;
const AMOUNTS = ['10', '10', '10', '25.5', '120'];
let requests = 0;

type Part = { readonly shop: Shop; readonly micros: bigint };
type How = { readonly failed?: boolean; readonly fake?: boolean };
type Sender = { readonly world: World; readonly history: History; readonly chance: Chance };

/** All parts in one transaction. */
export async function send({ world, history, chance }: Sender, network: Network, parts: readonly Part[], how: How = {}): Promise<string> {
  const payments = parts.map(({ shop, micros }) => ({ to: addressOf(shop, network), raw: rawOf(network, micros) }));
  const txHash = await world.chains.send(network, payments, how, chance);
  if (how.failed || how.fake) return txHash;
  for (const { shop, micros } of parts) {
    const toKey = parseAddress(network, addressOf(shop, network))?.key ?? '';
    if (micros > 0n) history.sent.push({ network, txHash, toKey, micros });
  }
  return txHash;
}

/** Like a merchant's server: while a paused process holds a row, we answer 503, and it retries. */
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
  // Some expire within seconds, so that late money and expiry meet the faults too. Set in the row, since stores require longer times.
  if (!chance.happens(0.3)) return;
  const expiry = new Date(Date.now() + chance.whole(1, 6) * 1000);
  await world.app.platform.db.query.updateTable('invoices').set({ expires_at: expiry }).where('trans_id', '=', transId).execute();
};

/** The same request again, like a merchant's server after a time-out. */
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
  const network = chance.pick(world.chains.networks);
  for (let times = chance.happens(0.15) ? 2 : 1; times > 0; times -= 1) {
    const txHash = await send({ world, history, chance }, network, [{ shop, micros: payable }]);
    history.exact.push({ transId, network, txHash });
  }
};

const payOther: Operation = async (world, history, chance) => {
  if (history.orders.length === 0) return;
  const { shop, payable } = chance.pick(history.orders.slice(-12));
  const share = chance.pick([60n, 75n, 90n, 110n, 130n]);
  await send({ world, history, chance }, chance.pick(world.chains.networks), [{ shop, micros: (payable * share) / 100n }]);
};

const payNothing: Operation = async (world, history, chance) => {
  if (history.orders.length === 0) return;
  const { shop, payable } = chance.pick(history.orders);
  const micros = chance.happens(0.5) ? 0n : payable;
  await send({ world, history, chance }, chance.pick(world.chains.networks), [{ shop, micros }], { fake: true });
};

/** On Solana it may be one `batch` of the token program, by a foreign program, in a transaction of any version. */
const payJointly: Operation = async (world, history, chance) => {
  const chosen = history.orders.slice(-3);
  if (chosen.length === 0) return;
  const network = chance.pick(world.chains.networks);
  const parts = chosen.map(({ shop, payable }) => ({ shop, micros: payable }));
  const failed = chance.happens(0.2);
  const txHash = await send({ world, history, chance }, network, parts, { failed });
  if (!failed) for (const { transId } of chosen) history.exact.push({ transId, network, txHash });
};

const reorg: Operation = (world, _history, chance) => world.chains.reorganise(chance);

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
