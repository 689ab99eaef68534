import { basePayable, roundUpToGrid } from '@stablegate/rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { type Arrival, arrive, arriveTogether, finalise, takeBack } from '../../../../test/arrivals';
import { expectSound } from '../../../../test/shop';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../../test/stores';
import type { Transfer } from '../../chains/chains.domain';

/** Transfers of a block settled together must come to the same as one after the other: same invoices, same matches, same money. */
let app: TestApp;
let merchants: readonly [Merchant, Merchant];
let addresses = 0xb0_00;

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  merchants = [await newMerchant(app, 'together'), await newMerchant(app, 'one_by_one')];
  for (const { userId } of merchants) await giveBalance(app, userId, 1_000_000_000n);
});

/** By store: several invoices make a part ambiguous, a single one does not. No amount collides, so none gets a tail. */
const ORDERS = [['10', '20', '30', '40'], ['100'], ['7']] as const;
const payment = fc.record({
  store: fc.constantFrom(0, 0, 0, 1, 1, 1, 2),
  which: fc.nat({ max: 3 }),
  how: fc.constantFrom('exact', 'exact', 'exact', 'part', 'remainder', 'remainder', 'odd', 'over', 'dust'),
});
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('block' as const), payments: fc.array(payment, { minLength: 1, maxLength: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('final' as const), share: fc.constantFrom(1, 2, 3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reorg' as const), which: fc.nat({ max: 99 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Payment = typeof payment extends fc.Arbitrary<infer T> ? T : never;
type World = {
  readonly merchant: Merchant;
  readonly places: readonly string[];
  readonly transIds: readonly string[][];
  transfers: Transfer[];
};

async function newWorld(merchant: Merchant): Promise<World> {
  const places: string[] = [];
  const transIds: string[][] = [];
  for (const amounts of ORDERS) {
    addresses += 1;
    const store = await newStore(merchant);
    await addWallet(merchant, store.id, 'BEP20', evmAddress(addresses));
    const made: string[] = [];
    for (const amount of amounts) {
      const answer = await callApi(app, store.apiKey).post('/payment/invoice', { name: 'Tea', amount, request_id: amount });
      made.push(answer.json().data.trans_id);
    }
    places.push(evmAddress(addresses));
    transIds.push(made);
  }
  return { merchant, places, transIds, transfers: [] };
}

function amountOf({ store, which, how }: Payment): bigint {
  const amounts = ORDERS[store as 0 | 1 | 2];
  const payable = basePayable(BigInt(amounts[which % amounts.length] as string) * 1_000_000n);
  const part = payable - 500_050n;
  if (how === 'part') return part;
  if (how === 'remainder') return roundUpToGrid(payable - part);
  if (how === 'odd') return payable / 3n + 7n;
  if (how === 'over') return payable + 1_000_000n;
  return how === 'dust' ? 11n : payable;
}

/** Everything that a merchant can see, except for what names the world. */
async function stateOf({ merchant, places, transIds }: World) {
  const { rows: invoices } = await sql`
    select status, flags, payable, paid, version, hold_id is null as "isEnded", network, array(
             select row(t.amount, t.state, t.final_at is not null, a.matched_by)::text from invoice_transfers a join transfers t on t.id = a.transfer_id
              where a.invoice_id = i.id order by 1) as transfers,
           array(select e.topic || ' ' || (e.payload->>'status') from events e where e.subject = i.id order by e.version) as events
      from invoices i where trans_id = any(${transIds.flat()}) order by payable`.execute(app.platform.db.query);
  const { rows: arrived } = await sql`
    select to_key = ${places[0]?.toLowerCase()} as "isFirst", amount, state, count(*)::integer from transfers
     where to_key = any(${places.map((place) => place.toLowerCase())}) group by 1, 2, 3 order by 1, 2, 3`.execute(app.platform.db.query);
  return { invoices, arrived, balance: await app.services.ledger.getBalance(merchant.userId) };
}

async function run(world: World, chosen: Step, isTogether: boolean): Promise<void> {
  if (chosen.kind === 'final') return finalise(app, world.transfers.slice(0, Math.ceil(world.transfers.length / chosen.share)));
  if (chosen.kind === 'reorg') {
    const [gone] = world.transfers.splice(chosen.which % Math.max(1, world.transfers.length), 1);
    return gone === undefined ? undefined : takeBack(app, gone);
  }
  const at = new Date();
  const arrivals = chosen.payments.map((each): Arrival => ({ to: world.places[each.store] ?? '', micros: amountOf(each), at }));
  if (isTogether) world.transfers.push(...(await arriveTogether(app, arrivals)));
  else for (const each of arrivals) world.transfers.push(await arrive(app, each));
}

test('the transfers of a block settle together as they would one by one', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const [together, single] = [await newWorld(merchants[0]), await newWorld(merchants[1])];
      for (const each of steps) {
        await run(together, each, true);
        await run(single, each, false);
        expect(await stateOf(together)).toEqual(await stateOf(single));
      }
    }),
    { numRuns: 20, seed: 18, endOnFailure: true },
  );
  await expectSound(app);
});
