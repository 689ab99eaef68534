import { sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import type { LedgerKind, PlatformAccount, TransferPlace } from './ledger.domain';

export type Balance = { readonly balance: bigint; readonly held: bigint; readonly available: bigint; readonly owed: bigint };

const OUTCOMES = ['posted', 'replayed', 'key_reused', 'insufficient', 'unknown_hold', 'more_than_held'] as const;

/** What ledger_post and ledger_end_hold answer; sql/ledger_post.sql says what each outcome means. Numbers are there when it was posted. */
export type Posting = {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly wallet: bigint;
  readonly number: bigint;
  readonly moved: bigint;
  readonly owed: bigint;
  readonly balance: bigint;
  readonly available: bigint;
};
const ANSWER_PATTERN = /^\(([a-z_]+)((?:,-?\d*){6})\)$/;

/** "(posted,1,2,-5,0,95,95)": the function is called as a value, since as a row in FROM it costs PostgreSQL a sixth more. */
function toPosting(answer: string): Posting {
  const [, word, numbers = ''] = ANSWER_PATTERN.exec(answer) ?? [];
  const outcome = must(
    OUTCOMES.find((known) => known === word),
    `the outcome of ${answer}`,
  );
  const [wallet = 0n, number = 0n, moved = 0n, owed = 0n, balance = 0n, available = 0n] = numbers.slice(1).split(',').map(BigInt);
  return { outcome, wallet, number, moved, owed, balance, available };
}

export type NewPosting = {
  readonly userId: string;
  readonly phase: 'pending' | 'posted';
  readonly kind: LedgerKind;
  /** What the balance gains; negative when it pays. */
  readonly walletDelta: bigint;
  readonly heldDelta: bigint;
  readonly account: PlatformAccount;
  readonly mayOwe: boolean;
  readonly reference: string;
  readonly idempotencyKey: string;
};
/** Business time, and the zone in which its days are reckoned. */
export type LedgerTime = { readonly at: Date; readonly timeZone: string };

export async function postTransfer(tx: Queryable, posting: NewPosting, { at, timeZone }: LedgerTime): Promise<Posting> {
  const { rows } = await sql<{ answer: string }>`
    select ledger_post(${posting.userId}, ${posting.phase}, ${posting.kind}, ${posting.walletDelta}, 0, ${posting.heldDelta},
      ${posting.account}, ${posting.mayOwe}, null, ${posting.reference}, ${posting.idempotencyKey}, ${at}, ${timeZone}) as answer`.execute(
    tx,
  );
  return toPosting(must(rows[0], 'the answer of ledger_post').answer);
}

export type HoldEnd = { readonly phase: 'posted' | 'voided'; readonly amountMicros?: bigint | undefined };

export async function endHold(tx: Queryable, hold: TransferPlace, end: HoldEnd, { at, timeZone }: LedgerTime): Promise<Posting> {
  const { rows } = await sql<{ answer: string }>`
    select ledger_end_hold(${hold.walletId}, ${hold.version}, ${end.phase}, ${end.amountMicros ?? null}, ${at}, ${timeZone}) as answer`.execute(
    tx,
  );
  return toPosting(must(rows[0], 'the answer of ledger_end_hold').answer);
}

/** For a transaction that will post to several users: takes their locks up front, in the one order everybody uses. */
export async function lockWallets(tx: Queryable, userIds: readonly string[], at: Date): Promise<void> {
  const users = [...new Set(userIds)].sort();
  await sql`
    insert into ledger_wallets (user_id, changed_at)
    select id, ${at} from unnest(${users}::text[]) as u (id)
     where not exists (select 1 from ledger_wallets w where w.user_id = u.id) order by id
    on conflict do nothing`.execute(tx);
  await sql`select 1 from ledger_wallets where user_id = any(${users}) order by id for no key update`.execute(tx);
}

export async function readBalances(tx: Queryable, userIds: readonly string[]): Promise<Map<string, Balance>> {
  const rows = await tx
    .selectFrom('ledger_wallets')
    .select(['user_id', 'balance', 'held', 'owed'])
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .execute();
  return new Map(rows.map(({ user_id, balance, held, owed }) => [user_id, { balance, held, available: balance - held, owed }]));
}

export async function readBalanceAt(tx: Queryable, userId: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ balance_after: bigint }>`
    select t.balance_after
      from ledger_wallets w
     cross join lateral unnest(array['usdt', 'bank', 'fee', 'refund', 'adjust']) as k (kind)
     cross join lateral (
       select version, balance_after from ledger_transfers
        where wallet_id = w.id and kind = k.kind collate "C" and wallet_delta <> 0 and created_at <= ${at}
        order by created_at desc, version desc limit 1) t
     where w.user_id = ${userId}
     order by t.version desc limit 1`.execute(tx);
  return rows[0]?.balance_after ?? 0n;
}
