import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { manualClock, systemClock } from '../../apps/server/src/platform/clock';
import { addMonths } from '../../apps/server/src/platform/partitions/add-months';
import { newMember } from '../../apps/server/test/admins';
import { type Browser, startTestApp, type TestApp } from '../../apps/server/test/app';
import { arriveTogether, bringBack, finalise, takeBack } from '../../apps/server/test/arrivals';
import { startReceiver } from '../../apps/server/test/parts/receiver';
import {
  addWallet,
  callApi,
  evmAddress,
  giveBalance,
  NETWORK_ENV,
  newMerchant,
  newStore,
  type Merchant as OwnersBrowser,
  TRON_ADDRESS,
} from '../../apps/server/test/stores';
import type { InvoiceEvent } from './invoice';
import { type Merchant, newMerchant as newModelMerchant } from './model';
import type { Block } from './rules';

export type Transfer = Awaited<ReturnType<typeof bringBack>>;
/** A store, and where its customers pay. */
export type Shop = {
  readonly storeId: string;
  readonly api: ReturnType<typeof callApi>;
  readonly address: string;
  /** Of other families. */
  readonly tron: string | undefined;
  readonly callbackUrl: string;
  /** Of a link whose amount the customer chooses. */
  readonly slug: string;
};
export type Owner = {
  readonly merchant: Merchant;
  readonly browser: OwnersBrowser;
  /** Somebody of the team, below the owner. */
  readonly member: Browser;
  readonly shops: readonly Shop[];
  readonly heard: Heard;
};
/** The callbacks that the merchant's server took, by invoice. */
export type Heard = Map<string, { readonly event: InvoiceEvent; readonly webhookId: string }[]>;

export type World = Awaited<ReturnType<typeof createWorld>>;

const PLATFORM = evmAddress(0x7a7a);
const EXPIRY_MINUTES = 10;
const MOMENT_MS = 2_000;
const FIRST_BLOCK = 1_000;
const EVM: readonly Network[] = ['BEP20', 'ERC20', 'POLYGON'];
const NETWORKS: readonly Network[] = ['TRON', ...EVM, 'SOLANA'];
let owners = 0;

/** A merchant's server on its own port; while it is down it answers 500. */
async function startServerOf(merchant: Merchant, heard: Heard): Promise<string> {
  const { url } = await startReceiver((response, { headers, body }) => {
    const { trans_id: transId, status: event } = JSON.parse(body);
    if (!merchant.isDown) heard.set(transId, [...(heard.get(transId) ?? []), { event, webhookId: String(headers['webhook-id']) }]);
    response.writeHead(merchant.isDown ? 500 : 200).end('ok');
  });
  return url;
}

const LINK = { name: 'Gift', description: null, amount: null, stock: null, endsAt: null, questions: [], successMessage: null };

async function openOwner(
  app: TestApp,
  name: string,
  { balance, addresses }: { balance: bigint; addresses: readonly string[] },
): Promise<Owner> {
  owners += 1;
  const merchant = newModelMerchant(name, balance);
  const heard: Heard = new Map();
  const url = await startServerOf(merchant, heard);
  const browser = await newMerchant(app, `model_${name}_${owners}`);
  const member = await newMember(app, browser, `model_member_${owners}`, 'support');
  await giveBalance(app, browser.userId, balance);
  const shops: Shop[] = [];
  for (const [place, address] of addresses.entries()) {
    const store = await newStore(browser, `Shop ${place}`, { invoiceExpiryMinutes: EXPIRY_MINUTES });
    const tron = name === 'anna' && place === 0 ? TRON_ADDRESS : undefined;
    for (const network of EVM.slice(0, place === 0 ? 2 : 1)) await addWallet(browser, store.id, network, address);
    if (tron !== undefined) await addWallet(browser, store.id, 'TRON', tron);
    const { slug } = await browser
      .post('/payment-links', { ...LINK, storeId: store.id })
      .then((answer) => ({ slug: new URL(answer.json().url).pathname.split('/').at(-1) ?? '' }));
    shops.push({ storeId: store.id, api: callApi(app, store.apiKey), address, tron, slug, callbackUrl: `${url}/${place}` });
  }
  return { merchant, browser, member, shops, heard };
}

/** The real application with two merchants. Transfers are recorded as the watcher records them; people and shops use HTTP. */
export async function createWorld() {
  const clock = manualClock(new Date().toISOString());
  const app = await startTestApp({
    env: { ...NETWORK_ENV, PLATFORM_ADDRESS_BEP20: PLATFORM },
    clocks: { business: clock, real: systemClock },
  });
  app.services.callbacks.start();
  // Two stores of one merchant share an address, as they may.
  const [first, second, third] = [evmAddress(0x6101), evmAddress(0x6102), evmAddress(0x6103)];
  const anna = await openOwner(app, 'anna', { balance: 20_000_000n, addresses: [first, first, second] });
  const bert = await openOwner(app, 'bert', { balance: 3_000_000n, addresses: [third] });
  const transfers = new Map<string, Transfer>();
  const now = () => clock.now().getTime();

  const blocks: Block[] = [];
  /** A moment passes, so that what follows is later than what was; in it the watcher reads a new block of each network. */
  async function tick(): Promise<void> {
    clock.advance(MOMENT_MS);
    const block = { number: FIRST_BLOCK + blocks.length, at: now() };
    blocks.push(block);
    await sql`
      insert into chain_cursors (network, head_block, clock_lag_ms) select n, ${block.number}, 0 from unnest(${NETWORKS}::text[]) n
      on conflict (network) do update set head_block = excluded.head_block`.execute(app.platform.db.query);
  }

  /** Every network is read up to now, and what is over ends. */
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await sql`update chain_cursors set read_through = ${clock.now()}`.execute(app.platform.db.query);
    await addMonths(app.platform, clock.now());
    await app.services.invoices.sweep();
  }

  return {
    app,
    now,
    pass,
    owners: [anna, bert] as const,
    platform: { merchant: newModelMerchant('platform', 0n), address: PLATFORM },
    networks: EVM,
    blocks,
    tick,
    /** All amounts of a price are in use at this address, for as long as `work` takes; by orders that the model need not know. */
    crowded: async <T>(address: string, amounts: readonly bigint[], work: () => Promise<T>): Promise<T> => {
      const { query } = app.platform.db;
      await sql`
        insert into amount_reservations (family, address_key, payable, invoice_id)
        select 'evm', ${address}, payable, 'inv_crowd' from unnest(${amounts}::bigint[]) payable on conflict do nothing`.execute(query);
      const done = await work();
      await sql`delete from amount_reservations where invoice_id = 'inv_crowd'`.execute(query);
      return done;
    },
    arrive: async (place: { network: Network; address: string }, micros: readonly bigint[], block: Block): Promise<readonly string[]> => {
      const { network, address: to } = place;
      const made = await arriveTogether(
        app,
        micros.map((each) => ({ to, micros: each, network, at: new Date(block.at), block: block.number })),
      );
      for (const transfer of made) transfers.set(transfer.id, transfer);
      return made.map(({ id }) => id);
    },
    finalise: (ids: readonly string[]) =>
      finalise(
        app,
        ids.map((id) => transferOf(transfers, id)),
      ),
    reorg: (id: string) => takeBack(app, transferOf(transfers, id)),
    bringBack: async (id: string) => {
      const back = await bringBack(app, transferOf(transfers, id));
      transfers.set(id, back);
    },
    get: async (path: string, browser: Browser) => {
      const answer = await browser.get(path);
      expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200);
      return answer.json();
    },
    waitFor: (isDone: () => boolean) => vi.waitFor(() => expect(isDone()).toBe(true), { interval: 5 }).catch(() => undefined), // the comparison says what is missing
    /** Every callback that is due was tried: no attempt of before meets what comes next. */
    tried: async () => {
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select id from callback_deliveries where outcome is null and (lease_token is not null or due_at <= ${clock.now()}) limit 1`.execute(
          app.platform.db.query,
        );
        expect(rows).toEqual([]);
      });
    },
    checkBooks: async () => {
      const { faults, findings } = await app.services.ledger.checkBooks('full');
      expect([...faults, ...findings]).toEqual([]);
    },
  };
}

function transferOf(transfers: ReadonlyMap<string, Transfer>, id: string): Transfer {
  const found = transfers.get(id);
  if (found === undefined) throw new Error(`no transfer ${id}`);
  return found;
}
