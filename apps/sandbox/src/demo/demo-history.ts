import { DAY_MS, formatMicros, MICRO, MINUTE_MS, MONITORING_MINUTES, networksOf, PRESELECTED_NETWORK } from '@stablegate/rules';
import type { App } from '@stablegate/server/app';
import { ACCOUNT_CHANGED } from '@stablegate/server/platform/audit';
import type { UserId } from '@stablegate/server/platform/id-types';
import { sql } from 'kysely';
import type { SandboxClock } from '../controls/sandbox-clock';
import { DEMO_ORDERS, DEMO_STRAYS, type DemoOrder } from './demo-plan';
import { type DemoStore, openDemoStores } from './demo-stores';
import { payDemo, type Wait } from './demo-transfers';

type Step = { readonly at: Date; run(wait: Wait): Promise<void> };
type History = {
  readonly app: App;
  readonly userId: UserId;
  readonly stores: readonly DemoStore[];
  readonly transIds: Map<number, string>;
};

const ACCOUNT_DAYS = 31;
/** The first covers the fees of any experiments; the others fill the month's chart. */
const DEPOSITS: readonly { readonly usd: bigint; readonly daysAgo: number }[] = [
  { usd: 48_000n, daysAgo: ACCOUNT_DAYS },
  { usd: 500n, daysAgo: 22 },
  { usd: 1_000n, daysAgo: 12 },
  { usd: 500n, daysAgo: 3 },
];
const CALLBACK_URL = 'https://shop.example/hooks/stablegate';

const storeOf = ({ stores }: History, { store }: DemoOrder): DemoStore => {
  const found = stores[store];
  if (found === undefined) throw new Error('a demo store is missing');
  return found;
};

async function create(history: History, order: DemoOrder): Promise<void> {
  const { app, userId, transIds } = history;
  const store = await app.services.stores.getOwnStore(userId, storeOf(history, order).id);
  const { name, description, amount, number } = order;
  const { transId } = await app.services.invoices.create(store, {
    name,
    description,
    amount,
    request_id: name.replace('Order #', 'ord_'), // tidy-allow: an order's number, no colour
    callback_url: CALLBACK_URL,
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/basket',
  });
  transIds.set(number, transId);
}

/** The demo's shop server does not exist: its responses are recorded with the delivery that the change queued. */
async function answerCallbacks({ app }: History, { answers }: DemoOrder, wait: Wait): Promise<void> {
  const { query } = app.platform.db;
  const [delivery] = await query.selectFrom('callback_deliveries').select('id').where('outcome', 'is', null).execute();
  if (delivery === undefined) return;
  for (const [index, http_status] of answers.entries()) {
    wait(index === 0 ? 1 : 30 * index);
    const outcome = http_status === 200 ? 'delivered' : 'refused';
    const response = http_status === 200 ? '{"status":"ok","message":"received"}' : 'Service unavailable';
    const attempt = {
      delivery_id: delivery.id,
      at: app.platform.clocks.business.now(),
      outcome,
      http_status,
      duration_ms: 120 + 31 * index,
      response,
    };
    await query.insertInto('callback_attempts').values(attempt).execute();
  }
  const ended_at = app.platform.clocks.business.now();
  await query
    .updateTable('callback_deliveries')
    .set({ outcome: 'delivered', ended_at, attempts: answers.length })
    .where('id', '=', delivery.id)
    .execute();
}

async function pay(history: History, order: DemoOrder, wait: Wait): Promise<void> {
  const { app, userId, transIds } = history;
  const invoice = await app.services.invoices.getOfStore(storeOf(history, order).id, transIds.get(order.number) ?? '');
  const amountMicros = order.fate === 'partly paid' ? (invoice.payableMicros * 3n) / 5n : invoice.payableMicros;
  const payment = { store: storeOf(history, order), network: order.network, amountMicros, label: `order ${order.number}` };
  const transferId = await payDemo(app, userId, payment, wait, order.fate === 'failed');
  // Many invoices are open at the address, so a partial payment is ambiguous: the merchant assigns it.
  if (order.fate === 'partly paid')
    await app.services.invoices.assignTransfer({ userId, isAdmin: false }, transferId, { transId: invoice.transId });
  if (order.fate === 'overpaid') await payDemo(app, userId, { ...payment, label: `order ${order.number}, again` }, wait);
  if (order.fate !== 'failed' && order.fate !== 'partly paid') await answerCallbacks(history, order, wait);
}

async function expire(history: History, order: DemoOrder, wait: Wait): Promise<void> {
  await history.app.services.invoices.sweep();
  await answerCallbacks(history, order, wait);
}

/** The events of an order. The shops' invoices live an hour. */
function stepsOf(history: History, order: DemoOrder, now: Date): Step[] {
  const at = (minutes: number) => new Date(now.getTime() - (order.minutesAgo - minutes) * MINUTE_MS);
  const created: Step = { at: at(0), run: () => create(history, order) };
  const paid: Step = { at: at(3), run: (wait) => pay(history, order, wait) };
  const expired: Step = { at: at(60.2), run: (wait) => expire(history, order, wait) };
  const cancelled: Step = {
    at: at(7),
    run: async (wait) => {
      await history.app.services.invoices.cancelOfUser(history.userId, history.transIds.get(order.number) ?? '');
      await answerCallbacks(history, order, wait);
    },
  };
  switch (order.fate) {
    case 'waiting':
      return [created];
    case 'expired':
      return [created, expired];
    case 'cancelled':
      return [created, cancelled];
    case 'paid late':
      return [created, expired, { ...paid, at: at(65) }];
    case 'failed':
      // It fails when the monitoring of late payments ends, not at some later step.
      return [
        created,
        { ...paid, at: at(50) },
        expired,
        { at: at(60.2 + MONITORING_MINUTES), run: () => history.app.services.invoices.sweep() },
      ];
    case 'paid':
    case 'overpaid':
    case 'partly paid':
      return [created, paid];
  }
}

function straySteps({ app, userId, stores: [store] }: History, now: Date): Step[] {
  if (store === undefined) return [];
  return DEMO_STRAYS.map(({ amountMicros, minutesAgo, dismissed }) => ({
    at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
    run: async (wait) => {
      const id = await payDemo(app, userId, { store, network: PRESELECTED_NETWORK, amountMicros, label: `stray ${minutesAgo}` }, wait);
      if (dismissed !== undefined) await app.services.invoices.dismissTransfer({ userId, isAdmin: false }, id, dismissed);
    },
  }));
}

/** By bank, as merchants in Hanoi do. */
async function deposit({ app, userId }: History, usd: bigint, number: number): Promise<void> {
  const { deposits } = app.services;
  const reference = `DEMO2026A${number}`;
  const made = await deposits.createBank(userId, {
    amount: formatMicros(usd * MICRO, 2),
    reference,
    topupBack: undefined,
    host: undefined,
  });
  const transferAmount = JSON.parse(String(made.amountVnd)) as number;
  const { bank } = deposits;
  await deposits.receiveTrusted({
    id: `demo-${number}`,
    gateway: bank?.name,
    accountNumber: bank?.account,
    transferType: 'in',
    transferAmount,
    content: reference,
  });
}

const depositSteps = (history: History, now: Date): Step[] =>
  DEPOSITS.map(({ usd, daysAgo }, index) => ({
    at: new Date(now.getTime() - daysAgo * DAY_MS),
    run: () => deposit(history, usd, index + 1),
  }));

/** Makes the account a month old, in its row and in the count of registrations. */
async function backdate({ platform }: App, userId: UserId, begin: Date): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await tx.updateTable('users').set({ created_at: begin }).where('id', '=', userId).execute();
    await sql`
      with old as (delete from user_counts where since > '-infinity')
      insert into user_counts (since, shard, total)
      select date_bin('15 minutes', created_at, timestamptz 'epoch'), 0, count(*) from users group by 1
      on conflict (since, shard) do update set total = excluded.total`.execute(tx);
  });
}

/** Nobody made these changes: the owner is not mailed about ten addresses of a demo. */
async function dropNotices(app: App, userId: UserId): Promise<void> {
  await sql`
    delete from event_tasks t using events e
     where e.id = t.event_id and e.created_at = t.event_at and e.topic = ${ACCOUNT_CHANGED} and e.subject = ${userId}`.execute(
    app.platform.db.query,
  );
}

/** Expiry waits until the networks are read; for the demo's history they count as read. The watcher creates its own rows afterwards. */
async function withNetworksRead(app: App, work: () => Promise<void>): Promise<void> {
  const { query } = app.platform.db;
  const read_through = new Date('9999-12-31T00:00:00Z');
  const forget = async () => {
    await query.deleteFrom('chain_cursors').where('next_block', 'is', null).where('read_through', '=', read_through).execute();
    await query.deleteFrom('watched_token_accounts').where('read_through', '=', read_through).execute();
  };
  await forget(); // left by a start that was killed
  const networks = app.services.chains.networks.map(({ network }) => ({ network, read_through }));
  await query
    .insertInto('chain_cursors')
    .values(networks)
    .onConflict((on) => on.column('network').doNothing())
    .execute();
  // Solana is read per account, so each owner counts as read.
  await sql`
    insert into watched_token_accounts (network, token_account, owner_key, read_through)
    select distinct n.network, 'demo:' || address_key, address_key, ${read_through}::timestamptz from watched_addresses, unnest(${networksOf('solana')}::text[]) as n (network) where family = 'solana'
    on conflict do nothing`.execute(query);
  try {
    await work();
  } finally {
    await forget();
  }
}

/** Runs a month of business through the production code with a moved clock; only the chain's blocks are invented. */
export async function liveDemoHistory(app: App, clock: SandboxClock, userId: UserId): Promise<void> {
  const now = clock.now();
  const begin = new Date(now.getTime() - ACCOUNT_DAYS * DAY_MS);
  const wait: Wait = (seconds) => clock.pretend(new Date(clock.now().getTime() + seconds * 1_000));
  try {
    clock.pretend(begin);
    await backdate(app, userId, begin);
    const history: History = { app, userId, stores: await openDemoStores(app, userId), transIds: new Map() };
    await dropNotices(app, userId);
    const orders = DEMO_ORDERS.flatMap((order) => stepsOf(history, order, now));
    const steps = [...depositSteps(history, now), ...orders, ...straySteps(history, now)];
    await withNetworksRead(app, async () => {
      for (const step of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) {
        clock.pretend(step.at);
        await step.run(wait);
      }
      clock.pretend(undefined);
      await app.services.invoices.sweep();
    });
  } finally {
    clock.pretend(undefined);
  }
}
