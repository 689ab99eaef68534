import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { expectSound } from '../../apps/server/test/shop';
import type { History } from './operations';
import { type NetworkTally, tallyOf } from './tally';
import { keysOf, START_BALANCE, type World } from './world';

const rowsOf = async <T>(world: World, query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await query.execute(world.app.platform.db.query)).rows as T[];

const UNFINISHED = sql<{ what: string; count: number }>`
  select 'transfers that are not final' as what, count(*)::int as count from transfers where state <> 'reorged' and final_at is null
  union all select 'callbacks under way', count(*)::int from callback_deliveries where outcome is null
  union all select 'invoices that should have expired', count(*)::int from invoices where status = 'WAITING' and expires_at < now() - interval '3 seconds'
  union all select 'invoices in between', count(*)::int from invoices where status = 'PROCESSING'
  union all select 'unread signatures', count(*)::int from token_account_signatures where read_at is null and not is_recheck
  union all select 'accounts not polled again', count(*)::int from watched_token_accounts where polled_at is null`;

/** Blocks after which a transfer is on every healthy node. */
const SETTLED_BLOCKS = 8;

/**
 * Solana accounts whose owner has no open invoice are polled by the minute or by the hour. To find their late payments now, all become due
 * once every transfer is on the nodes; a new process asks for them immediately.
 */
export async function pollAllAccounts({ chains, app, crew }: World): Promise<void> {
  const head = await chains.headOf('SOLANA');
  while ((await chains.headOf('SOLANA')) < head + SETTLED_BLOCKS) await sleep(chains.blockMs);
  await sql`update watched_token_accounts set polled_at = null`.execute(app.platform.db.query);
  await crew.restore(true);
}

/**
 * How far each network and each Solana account is read: an invoice expires once every network that could have paid it is read past its
 * expiry.
 */
async function whyNotExpired(world: World): Promise<object> {
  const waiting = sql`select i.id, i.expires_at, i.networks, i.addresses[array_position(i.networks, 'SOLANA')] as owner
    from invoices i where i.status = 'WAITING' and i.expires_at < now() - interval '3 seconds' limit 3`;
  const cursors = sql`select network, read_through, lease_until, last_error, looking_since, progress_at, pace_ms, now() from chain_cursors`;
  const accounts = sql`select a.* from watched_token_accounts a where a.owner_key in (select owner from (${waiting}) w)`;
  const [invoices, networks, tokenAccounts] = await Promise.all([waiting, cursors, accounts].map((query) => rowsOf(world, query)));
  return { invoices, networks, tokenAccounts };
}

/** Until nothing is pending; reports what still is when it takes too long. */
export async function waitForRest(world: World, msMax: number): Promise<void> {
  const { networks } = world.chains;
  const heads = await Promise.all(networks.map((network) => world.chains.headOf(network)));
  // What one of several nodes said is read again from all; a lone node's second reading comes minutes later, and its index is no longer late.
  const pairs = networks.map((network) => world.chains.settings.some((one) => one.network === network && one.endpoints.length > 1));
  const end = Date.now() + msMax;
  for (let round = 0; ; round += 1) {
    const open = (await rowsOf(world, UNFINISHED)).filter(({ count }) => count > 0);
    const behind = await rowsOf(
      world,
      sql<{ network: string; next: bigint | null; unproven: bigint | null; error: string | null }>`
        select n as network, c.next_block as next, c.unproven_from as unproven, c.last_error as error
          from unnest(${[...networks]}::text[], ${heads}::bigint[], ${pairs}::boolean[]) u(n, head, is_pair) left join chain_cursors c on c.network = n
         where c.next_block is null or c.next_block <= head + ${SETTLED_BLOCKS} or (is_pair and c.unproven_from <= head)`,
    );
    if (open.length === 0 && behind.length === 0) return;
    if (Date.now() > end) {
      const what = { open, behind, ...(await whyNotExpired(world)) };
      throw new Error(
        `after ${msMax} ms there are still ${JSON.stringify(what, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))}`,
      );
    }
    // Callback retries are delayed by seconds and then minutes; this skips the waiting. Every three seconds: there are 16 attempts.
    if (round % 6 === 0) {
      const { query } = world.app.platform.db;
      await sql`update callback_deliveries set due_at = now() where outcome is null and lease_until is null`.execute(query);
      await sql`update callback_endpoints set paused_until = now() where paused_until > now()`.execute(query);
    }
    await sleep(500);
  }
}

const NEXT: Record<string, readonly string[]> = {
  WAITING: ['WAITING', 'PROCESSING', 'SUCCESS', 'EXPIRED'],
  PROCESSING: ['PROCESSING', 'WAITING', 'SUCCESS', 'EXPIRED'],
  EXPIRED: ['EXPIRED', 'PROCESSING', 'SUCCESS', 'FAILED'],
  FAILED: ['FAILED', 'PROCESSING', 'SUCCESS'],
  SUCCESS: ['SUCCESS'],
};

/** I5: only allowed transitions; paid means that at least the requested amount is there. */
async function checkStates(world: World): Promise<void> {
  const unpaid = await rowsOf(
    world,
    sql<{ id: string }>`select id from invoices where status = 'SUCCESS' and paid < payable and not flags @> array['reversed']`,
  );
  expect(unpaid, 'SUCCESS without the money').toEqual([]);
  const events = await rowsOf(
    world,
    sql<{ subject: string; status: string }>`
      select subject, payload->>'status' as status from events where topic like 'invoice.%' order by subject, version`,
  );
  for (const [index, { subject, status }] of events.entries()) {
    const before = events[index - 1];
    if (before?.subject === subject) expect(NEXT[before.status], `${subject} from ${before.status}`).toContain(status);
  }
}

/** I1 to I3 by the ledger's own check; in addition, each account has lost exactly the fees of its paid invoices. */
async function checkMoney(world: World): Promise<void> {
  await expectSound(world.app);
  for (const { merchant } of world.shops) {
    const [due] = await rowsOf(
      world,
      sql<{ taken: bigint; held: bigint }>`
        select coalesce(sum(fee) filter (where status = 'SUCCESS' and not flags @> array['reversed']), 0)::bigint as taken,
               coalesce(sum(fee) filter (where hold_id is not null), 0)::bigint as held
          from invoices where user_id = ${merchant.userId}`,
    );
    const { balance, held } = await world.app.services.ledger.getBalance(merchant.userId);
    expect({ balance, held }).toEqual({ balance: START_BALANCE - (due?.taken ?? 0n), held: due?.held ?? -1n });
  }
}

/** I6, I7: each ended invoice has its callback, and each callback is finished. */
async function checkCallbacks(world: World): Promise<number> {
  const deliveries = await rowsOf(world, sql<{ outcome: string }>`select outcome from callback_deliveries`);
  const attempts = await rowsOf(
    world,
    sql`select d.outcome as delivery, a.outcome, a.http_status, count(*)::int, min(a.at), max(a.at), max(a.duration_ms) as ms
          from callback_deliveries d left join callback_attempts a on a.delivery_id = d.id
         where d.outcome is distinct from 'delivered' and d.outcome is distinct from 'superseded' group by 1, 2, 3`,
  );
  expect(attempts, 'callbacks that were not delivered').toEqual([]);
  const silent = await rowsOf(
    world,
    sql<{ id: string }>`
      select i.id from invoices i where i.status in ('SUCCESS', 'EXPIRED') and not exists (
        select 1 from callback_deliveries d where d.invoice_id = i.id
           and d.event = case i.status when 'SUCCESS' then 'completed' else 'expired' end)`,
  );
  expect(silent, 'an end without its callback').toEqual([]);
  return deliveries.length;
}

/** An exact payment that is still on the chain has paid its invoice. */
async function checkExact(world: World, history: History): Promise<void> {
  const standing = new Set((await world.chains.truth(keysOf(world.shops))).map(({ txHash }) => txHash));
  for (const { transId, txHash } of history.exact.filter((payment) => standing.has(payment.txHash))) {
    const [found] = await rowsOf(
      world,
      sql<{ status: string }>`
        select i.status from invoices i join invoice_transfers a on a.invoice_id = i.id join transfers t on t.id = a.transfer_id
         where i.trans_id = ${transId} and t.tx_hash = ${txHash} and t.state <> 'reorged'`,
    );
    expect(found?.status, `${transId} paid by ${txHash}`).toBe('SUCCESS');
  }
}

export type Outcome = { readonly text: string; readonly tally: readonly NetworkTally[] };

export async function checkInvariants(world: World, history: History): Promise<Outcome> {
  const tally = await tallyOf(world, history);
  await checkStates(world);
  await checkMoney(world);
  const callbacks = await checkCallbacks(world);
  await checkExact(world, history);
  const states = await rowsOf(
    world,
    sql<{ text: string }>`select status || ' ' || count(*) as text from invoices group by status order by 1`,
  );
  const invoices = `${history.orders.length} invoices (${states.map(({ text }) => text).join(', ')})`;
  return { text: `${invoices}, ${callbacks} callbacks; all invariants hold`, tally };
}
