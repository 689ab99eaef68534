import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../../../platform/db/db';
import type { WatchedAccount } from './read-transaction';

export type KnownSignature = {
  readonly tokenAccount: string;
  readonly signature: string;
  readonly slot: number;
  readonly isRead: boolean;
  readonly isRecheck: boolean;
};

const toNumber = (value: bigint): number => Number.parseInt(value.toString(), 10);

/** Which of the listed signatures are already known. */
export async function listKnown(
  db: Queryable,
  network: Network,
  tokenAccounts: readonly string[],
  signatures: readonly string[],
): Promise<KnownSignature[]> {
  if (signatures.length === 0) return [];
  const { rows } = await sql<Omit<KnownSignature, 'slot'> & { slot: bigint }>`
    select token_account as "tokenAccount", signature, slot, read_at is not null as "isRead", is_recheck as "isRecheck"
      from token_account_signatures
     where network = ${network} and token_account = any(${tokenAccounts}::text[])
       and signature = any(${signatures}::text[])`.execute(db);
  return rows.map((row) => ({ ...row, slot: toNumber(row.slot) }));
}

export type UnreadSignature = WatchedAccount & {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: Date | null;
  readonly tries: number;
  readonly isRecheck: boolean;
};

/** Signatures due to be read, round-robin over the accounts, so that a busy one delays no other. */
export async function listUnread(db: Queryable, network: Network, now: Date, limit: number): Promise<UnreadSignature[]> {
  const { rows } = await sql<Omit<UnreadSignature, 'slot'> & { slot: bigint }>`
    select s.token_account as "tokenAccount", a.owner_key as "ownerKey", s.signature, s.slot, s.block_time as "blockTime", s.tries,
           s.is_recheck as "isRecheck"
      from (select token_account, signature, slot, block_time, tries, is_recheck,
                   row_number() over (partition by token_account order by tries, slot) as turn
              from token_account_signatures
             where network = ${network} and read_at is null and next_try_at <= ${now}) s
      join watched_token_accounts a on a.network = ${network} and a.token_account = s.token_account
     order by s.is_recheck, s.turn, s.token_account limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, slot: toNumber(row.slot) }));
}

export type SignatureOutcome = {
  readonly tokenAccount: string;
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: string | null;
  readonly error: string | null;
  readonly isRead: boolean;
  readonly isRecheck: boolean;
  readonly tries: number;
  readonly nextTryAt: string | null;
};

/** Read, or deferred until the next try. */
export async function saveSignatures(tx: Queryable, network: Network, outcomes: readonly SignatureOutcome[], at: Date): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    insert into token_account_signatures (network, token_account, signature, slot, block_time, first_seen_at, read_at, is_recheck, tries,
                                          last_error, next_try_at)
    select ${network}, i."tokenAccount", i.signature, i.slot, i."blockTime", ${at}, case when i."isRead" then ${at}::timestamptz end,
           i."isRecheck", i.tries, i.error, i."nextTryAt"
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as i("tokenAccount" text, signature text, slot bigint,
           "blockTime" timestamptz, error text, "isRead" boolean, "isRecheck" boolean, tries int, "nextTryAt" timestamptz)
    on conflict (network, token_account, signature) do update
       set is_recheck = excluded.is_recheck, slot = excluded.slot, block_time = coalesce(excluded.block_time, token_account_signatures.block_time),
           read_at = excluded.read_at, tries = excluded.tries, last_error = excluded.last_error,
           next_try_at = excluded.next_try_at`.execute(tx);
}

/** Read signatures older than the account's anchor: no list will name them again. */
export async function dropRead(tx: Queryable, network: Network, tokenAccounts: readonly string[]): Promise<void> {
  if (tokenAccounts.length === 0) return;
  await sql`
    delete from token_account_signatures s using watched_token_accounts a
     where s.network = ${network} and s.token_account = any(${tokenAccounts}::text[]) and s.read_at is not null
       and a.network = s.network and a.token_account = s.token_account and s.slot < a.anchor_slot`.execute(tx);
}

/** A signature that a user named and no list has returned; read at the next poll. */
export async function queueSignatures(
  db: Queryable,
  network: Network,
  found: readonly { readonly tokenAccount: string; readonly signature: string; readonly slot: number; readonly blockTime: string | null }[],
  at: Date,
): Promise<void> {
  if (found.length === 0) return;
  await sql`
    insert into token_account_signatures (network, token_account, signature, slot, block_time, first_seen_at, next_try_at)
    select ${network}, i."tokenAccount", i.signature, i.slot, i."blockTime", ${at}::timestamptz, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as i("tokenAccount" text, signature text, slot bigint, "blockTime" timestamptz)
      join watched_token_accounts a on a.network = ${network} and a.token_account = i."tokenAccount"
    on conflict (network, token_account, signature) do update
       set read_at = null, next_try_at = excluded.next_try_at, tries = 0, is_recheck = false
     where token_account_signatures.read_at is not null and token_account_signatures.slot <> excluded.slot`.execute(db);
}

/** Transfers reorged in the last day: their transactions may land again, in the same or another slot. */
export async function queueReorged(tx: Queryable, network: Network, now: Date): Promise<void> {
  await sql`
    insert into token_account_signatures (network, token_account, signature, slot, first_seen_at, next_try_at, is_recheck)
    select distinct on (a.token_account, t.tx_hash) t.network, a.token_account, t.tx_hash, t.block_number, ${now}::timestamptz,
           ${now}::timestamptz, true
      from transfers t
      join watched_token_accounts a
        on a.network = t.network and a.owner_key = t.to_key and a.token_account = substring(t.log_key from '[^:]*$')
     where t.network = ${network} and t.state = 'reorged' and t.reorged_at > ${now}::timestamptz - interval '1 day'
       and not exists (select 1 from transfers l where l.network = t.network and l.tx_hash = t.tx_hash and l.state <> 'reorged')
    on conflict (network, token_account, signature) do update
       set read_at = null, next_try_at = excluded.next_try_at, tries = 0, is_recheck = true
     where token_account_signatures.read_at is not null`.execute(tx);
  await sql`
    delete from token_account_signatures
     where network = ${network} and is_recheck and first_seen_at < ${now}::timestamptz - interval '1 day'`.execute(tx);
}

export type UnreadCount = { readonly network: string; readonly count: number; readonly oldest: Date };

/** Deferred after at least one try. */
export async function countUnread(db: Queryable): Promise<UnreadCount[]> {
  const { rows } = await sql<UnreadCount>`
    select network, count(*)::int as count, min(first_seen_at) as oldest from token_account_signatures
     where read_at is null and not is_recheck and tries > 0 group by network`.execute(db);
  return rows;
}
