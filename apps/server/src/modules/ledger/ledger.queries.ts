import { sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import { prepare } from '../../platform/db/prepared';
import type { LedgerKind, PlatformAccount, TransferPlace } from './ledger.domain';

export type Balance = { readonly balance: bigint; readonly held: bigint; readonly available: bigint; readonly owed: bigint };

/** What ledger_post and ledger_end_hold answer; sql/ledger_post.sql says what each outcome means. */
export type Posting =
  | {
      readonly outcome: 'posted' | 'replayed';
      readonly wallet: bigint;
      readonly number: bigint;
      readonly moved: bigint;
      readonly owed: bigint;
      readonly balance: bigint;
    }
  | { readonly outcome: 'insufficient'; readonly available: bigint }
  | { readonly outcome: 'key_reused' | 'unknown_hold' | 'more_than_held' };

const ANSWER = 'outcome, wallet, number, moved, owed, balance, available';
const runPost = prepare<Posting>(
  'ledger_post',
  `select ${ANSWER} from ledger_post($1, $2, $3, $4, 0, $5, $6, $7, null, $8, $9, $10, null)`,
);
const runEndHold = prepare<Posting>('ledger_end_hold', `select ${ANSWER} from ledger_end_hold($1, $2, $3, $4, $5, null)`);

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

export async function postTransfer(tx: Queryable, posting: NewPosting, at: Date): Promise<Posting> {
  const { userId, phase, kind, walletDelta, heldDelta, account, mayOwe, reference, idempotencyKey } = posting;
  const rows = await runPost(tx, [userId, phase, kind, walletDelta, heldDelta, account, mayOwe, reference, idempotencyKey, at]);
  return must(rows[0], 'the answer of ledger_post');
}

export type HoldEnd = { readonly phase: 'posted' | 'voided'; readonly amountMicros?: bigint | undefined };

export async function endHold(tx: Queryable, hold: TransferPlace, end: HoldEnd, at: Date): Promise<Posting> {
  const rows = await runEndHold(tx, [hold.walletId, hold.version, end.phase, end.amountMicros ?? null, at]);
  return must(rows[0], 'the answer of ledger_end_hold');
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
