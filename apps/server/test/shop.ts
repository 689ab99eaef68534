import type { Network } from '@stablegate/contract';
import { FAMILY_OF, unitsOfMicros } from '@stablegate/rules';
import { DESCRIPTORS } from '@stablegate/rules/networks';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { displayAddress } from '../src/modules/chains/addresses/addresses';
import type { TestApp } from './app';
import { solanaKey, type TestChain } from './parts/chain';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, newMerchant, newStore, type OwnStore } from './stores';

/** A merchant with one store and an address per requested family. */
export type Shop = {
  readonly merchant: Merchant;
  readonly storeId: OwnStore['id'];
  readonly api: ReturnType<typeof callApi>;
  readonly apiKey: string;
  readonly addresses: Readonly<Partial<Record<Network, string>>>;
};
const BASE = 0x7000;
let shops = 0;

function newAddress(network: Network, index: number): string {
  const family = FAMILY_OF[network];
  return family === 'solana' ? solanaKey(`shop ${index}`) : displayAddress(family, evmAddress(BASE + index));
}

export async function openShop(app: TestApp, networks: readonly Network[] = ['BEP20'], balance = 1_000_000_000n): Promise<Shop> {
  shops += 1;
  const index = shops;
  const merchant = await newMerchant(app, `chain_shop_${index}`);
  const store = await newStore(merchant);
  for (const network of networks) await addWallet(merchant, store.id, network, newAddress(network, index));
  await giveBalance(app, merchant.userId, balance);
  const addresses = Object.fromEntries(networks.map((network) => [network, newAddress(network, index)]));
  return { merchant, storeId: store.id, api: callApi(app, store.apiKey), apiKey: store.apiKey, addresses };
}

export type Order = { readonly transId: string; readonly payable: bigint };
let orders = 0;

/** The payable amount in micro-units, with the invoice's number. */
export async function order(app: TestApp, shop: Shop, amount = '10', more: object = {}): Promise<Order> {
  orders += 1;
  const answer = await shop.api.post('/payment/invoice', { name: 'Tea', amount, request_id: `chain${orders}`, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  const transId: string = answer.json().data.trans_id;
  const { payable } = await invoiceRow(app, transId);
  return { transId, payable };
}

export const invoiceRow = (app: TestApp, transId: string) =>
  app.platform.db.query.selectFrom('invoices').selectAll().where('trans_id', '=', transId).executeTakeFirstOrThrow();

export const rawOf = (network: Network, micros: bigint): bigint => unitsOfMicros(micros, DESCRIPTORS[network].decimals);

export const payShop = (chain: TestChain, network: Network, to: string | undefined, micros: bigint) =>
  chain.pay(network, to ?? '', rawOf(network, micros));

/** Mines until the invoice matches. */
export const becomes = (app: TestApp, chain: TestChain, transId: string, expected: object, timeout = 40_000) =>
  vi.waitFor(
    async () => {
      await chain.mine();
      expect(await invoiceRow(app, transId)).toMatchObject(expected);
    },
    { timeout, interval: 100 },
  );

/** Without a new block. */
export const settlesAt = (app: TestApp, transId: string, expected: object, timeout = 40_000) =>
  vi.waitFor(async () => expect(await invoiceRow(app, transId)).toMatchObject(expected), { timeout, interval: 50 });

export const topicsOfInvoice = async (app: TestApp, transId: string): Promise<string[]> => {
  const { id } = await invoiceRow(app, transId);
  const rows = await app.platform.db.query.selectFrom('events').select('topic').where('subject', '=', id).orderBy('version').execute();
  return rows.map(({ topic }) => topic.replace('invoice.', ''));
};

/** Invariants: books that agree, one event per change, and one live row per log; except what a test has changed itself. */
export async function expectSound(app: TestApp, { except }: { readonly except?: string } = {}): Promise<void> {
  const db = app.platform.db.query;
  const { faults, findings } = await app.services.ledger.checkBooks('full');
  expect([...faults, ...findings.filter(({ code }) => code !== except)]).toEqual([]);
  const rows = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(db)).rows;
  expect(
    // Each table once: a look per invoice took longer than a statement may, after an hour of load.
    await rows(sql`
      select i.id from invoices i left join (select subject, count(*) as events from events group by subject) e on e.subject = i.id
       where i.version <> coalesce(e.events, 0)`),
    'a change without its event',
  ).toEqual([]);
  expect(
    await rows(sql`select min(id) as id from transfers where state <> 'reorged' group by network, tx_hash, log_key having count(*) > 1`),
    'a log with two live rows',
  ).toEqual([]);
}
