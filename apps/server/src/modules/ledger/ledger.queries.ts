import { sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import { prepare } from '../../platform/db/prepared';
import type { UserId } from '../../platform/id-types';
import type { EntryPlace, LedgerKind, PlatformAccount } from './ledger.domain';

export type Balance = { readonly balance: bigint; readonly held: bigint; readonly available: bigint; readonly owed: bigint };

/** Results of ledger_post and ledger_end_hold; sql/ledger_post.sql explains the outcomes. */
export type Posting =
  | {
      readonly outcome: 'posted' | 'replayed';
      readonly account: bigint;
      readonly number: bigint;
      readonly moved: bigint;
      readonly owed: bigint;
      readonly balance: bigint;
    }
  | { readonly outcome: 'insufficient'; readonly available: bigint }
  | { readonly outcome: 'key_reused' | 'unknown_hold' | 'more_than_held' };

const ANSWER = 'outcome, account, number, moved, owed, balance, available';
const runPost = prepare<Posting>('ledger_post', `select ${ANSWER} from ledger_post($1, $2, $3, $4, 0, $5, $6, $7, null, $8, $9, $10)`);
const runEndHold = prepare<Posting>('ledger_end_hold', `select ${ANSWER} from ledger_end_hold($1, $2, $3, $4, $5)`);

export type NewPosting = {
  readonly userId: UserId;
  readonly phase: 'pending' | 'posted';
  readonly kind: LedgerKind;
  /** Change of the balance; negative when it pays. */
  readonly balanceDelta: bigint;
  readonly heldDelta: bigint;
  readonly platformAccount: PlatformAccount;
  readonly mayOwe: boolean;
  readonly reference: string;
  readonly idempotencyKey: string;
};

export async function postEntry(tx: Queryable, posting: NewPosting, at: Date): Promise<Posting> {
  const { userId, phase, kind, balanceDelta, heldDelta, platformAccount, mayOwe, reference, idempotencyKey } = posting;
  const rows = await runPost(tx, [userId, phase, kind, balanceDelta, heldDelta, platformAccount, mayOwe, reference, idempotencyKey, at]);
  return assertDefined(rows[0], 'the answer of ledger_post');
}

export type HoldEnd = { readonly phase: 'posted' | 'voided'; readonly amountMicros?: bigint | undefined };

export async function endHold(tx: Queryable, hold: EntryPlace, end: HoldEnd, at: Date): Promise<Posting> {
  const rows = await runEndHold(tx, [hold.accountId, hold.version, end.phase, end.amountMicros ?? null, at]);
  return assertDefined(rows[0], 'the answer of ledger_end_hold');
}

/** For a transaction that posts to several users: takes their locks up front, in the common order. */
export async function lockAccounts(tx: Queryable, userIds: readonly UserId[], at: Date): Promise<void> {
  const users = [...new Set(userIds)].sort();
  await sql`
    insert into ledger_accounts (user_id, changed_at)
    select id, ${at} from unnest(${users}::text[]) as u (id)
     where not exists (select 1 from ledger_accounts a where a.user_id = u.id) order by id
    on conflict do nothing`.execute(tx);
  await sql`select 1 from ledger_accounts where user_id = any(${users}) order by id for no key update`.execute(tx);
}

export async function readBalances(tx: Queryable, userIds: readonly UserId[]): Promise<Map<UserId, Balance>> {
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['user_id', 'balance', 'held', 'owed'])
    .where('user_id', '=', sql<UserId>`any(${userIds})`)
    .execute();
  return new Map(rows.map(({ user_id, balance, held, owed }) => [user_id, { balance, held, available: balance - held, owed }]));
}

export async function readBalanceAt(tx: Queryable, userId: UserId, at: Date): Promise<bigint> {
  const { rows } = await sql<{ balance_after: bigint }>`
    select e.balance_after
      from ledger_accounts a
     cross join lateral unnest(array['usdt', 'bank', 'fee', 'refund', 'adjust']) as k (kind)
     cross join lateral (
       select version, balance_after from ledger_entries
        where account_id = a.id and kind = k.kind collate "C" and balance_delta <> 0 and created_at <= ${at}
        order by created_at desc, version desc limit 1) e
     where a.user_id = ${userId}
     order by e.version desc limit 1`.execute(tx);
  return rows[0]?.balance_after ?? 0n;
}
