import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../../../platform/db/db';

export type AccountRow = {
  readonly ownerKey: string;
  /** Null before the first poll. */
  readonly tokenAccount: string | null;
  readonly anchorSlot: number | null;
  readonly anchorSignature: string | null;
  readonly resumeBefore: string | null;
  readonly resumeSlot: number | null;
  readonly watchedSince: Date;
  readonly failures: number;
  /** When the owner was last queried for other token accounts. */
  readonly ownerListedAt: Date | null;
};
type RawRow = Omit<AccountRow, 'anchorSlot' | 'resumeSlot'> & { readonly anchorSlot: bigint | null; readonly resumeSlot: bigint | null };
const toNumber = (value: bigint | null): number | null => (value === null ? null : Number.parseInt(value.toString(), 10));

export type DueFilter = {
  /** Undefined: all owners. */
  readonly owners: ReadonlySet<string> | undefined;
  readonly polledBefore: Date;
  /** Owners that had an open invoice since then are due earlier. */
  readonly recent?: { readonly busySince: Date; readonly polledBefore: Date };
  readonly now: Date;
  readonly limit: number;
};

/** Longest unpolled first. A failed account backs off for 2, 4, 8 ... 256 s, so that it costs the others little. */
export async function listDueAccounts(db: Queryable, network: Network, due: DueFilter): Promise<AccountRow[]> {
  if (due.limit <= 0 || due.owners?.size === 0) return [];
  const { recent, polledBefore } = due;
  const isDue =
    recent === undefined
      ? sql`a.polled_at < ${polledBefore}`
      : sql`a.polled_at < case when a.busy_at > ${recent.busySince} then ${recent.polledBefore}::timestamptz else ${polledBefore} end`;
  const only = due.owners === undefined ? sql`` : sql`and address_key = any(${[...due.owners]}::text[])`;
  const { rows } = await sql<RawRow>`
    select o.address_key as "ownerKey", a.token_account as "tokenAccount", a.anchor_slot as "anchorSlot",
           a.anchor_signature as "anchorSignature", a.resume_before as "resumeBefore", a.resume_slot as "resumeSlot", o.since as "watchedSince",
           coalesce(a.failures, 0) as failures, a.owner_listed_at as "ownerListedAt"
      from (select address_key, min(added_at) as since from watched_addresses where family = 'solana' ${only} group by address_key) o
      left join watched_token_accounts a on a.network = ${network} and a.owner_key = o.address_key
     where a.polled_at is null
        or (${isDue}
            and (a.failures = 0 or a.polled_at < ${due.now}::timestamptz - make_interval(secs => 2 ^ least(a.failures, 8))))
     order by a.polled_at nulls first, o.address_key limit ${due.limit}`.execute(db);
  return rows.map((row) => ({ ...row, anchorSlot: toNumber(row.anchorSlot), resumeSlot: toNumber(row.resumeSlot) }));
}

export async function countOwners(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct address_key)::int as count from watched_addresses where family = 'solana'`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function filterWatched(db: Queryable, owners: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct address_key as key from watched_addresses
     where family = 'solana' and address_key = any(${owners}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Where an account continues next time. */
export type AccountProgress = {
  readonly ownerKey: string;
  readonly tokenAccount: string;
  readonly anchorSlot: number | null;
  readonly anchorSignature: string | null;
  readonly resumeBefore: string | null;
  readonly resumeSlot: number | null;
  /** Chain time up to which it was listed completely; null when it was not. */
  readonly readThrough: string | null;
  readonly error: string | null;
  /** Its owner has an open invoice. */
  readonly isBusy: boolean;
  /** It backs off before the next try. */
  readonly isFailure: boolean;
};

export async function addAccounts(
  tx: Queryable,
  network: Network,
  accounts: readonly { readonly ownerKey: string; readonly tokenAccount: string }[],
): Promise<void> {
  if (accounts.length === 0) return;
  await sql`
    insert into watched_token_accounts (network, token_account, owner_key)
    select ${network}, i."tokenAccount", i."ownerKey"
      from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as i("tokenAccount" text, "ownerKey" text)
    on conflict (network, token_account) do nothing`.execute(tx);
}

/** Those on record: the associated one is derived for owners without any. */
export async function listAccountsOf(db: Queryable, network: Network, owners: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select token_account as account from watched_token_accounts
     where network = ${network} and owner_key = any(${owners}::text[])`.execute(db);
  return rows.map(({ account }) => account);
}

export async function markOwnersListed(tx: Queryable, network: Network, tokenAccounts: readonly string[], at: Date): Promise<void> {
  await sql`
    update watched_token_accounts set owner_listed_at = ${at}
     where network = ${network} and token_account = any(${tokenAccounts}::text[])`.execute(tx);
}

/** In the transaction that stores what was found, after its signatures: unread ones keep an account from counting as read. */
export async function saveProgress(tx: Queryable, network: Network, accounts: readonly AccountProgress[], at: Date): Promise<void> {
  if (accounts.length === 0) return;
  const input = JSON.stringify(accounts);
  await sql`
    update watched_token_accounts a
       set anchor_slot = i."anchorSlot", anchor_signature = i."anchorSignature", resume_before = i."resumeBefore",
           resume_slot = i."resumeSlot", polled_at = ${at},
           failures = case when i."isFailure" then a.failures + 1 else 0 end, last_error = i.error,
           read_through = greatest(a.read_through, i."readThrough"),
           busy_at = case when i."isBusy" then ${at} else a.busy_at end
      from jsonb_to_recordset(${input}::jsonb) as i("tokenAccount" text, "anchorSlot" bigint, "anchorSignature" text,
           "resumeBefore" text, "resumeSlot" bigint, "readThrough" timestamptz, error text, "isFailure" boolean, "isBusy" boolean)
     where a.network = ${network} and a.token_account = i."tokenAccount"`.execute(tx);
}

/** An account with unread signatures counts as read up to the oldest of them. */
export async function holdAtUnread(tx: Queryable, network: Network): Promise<void> {
  await sql`
    update watched_token_accounts a set read_through = u.oldest
      from (select token_account, min(coalesce(block_time, first_seen_at)) as oldest from token_account_signatures
             where network = ${network} and read_at is null and not is_recheck group by token_account) u
     where a.network = ${network} and a.token_account = u.token_account and a.read_through > u.oldest`.execute(tx);
}

/** Accounts of owners that are no longer watched, with their signatures. */
export async function dropUnwatched(tx: Queryable, network: Network): Promise<void> {
  await sql`
    delete from watched_token_accounts a
     where a.network = ${network}
       and not exists (select 1 from watched_addresses w where w.family = 'solana' and w.address_key = a.owner_key)`.execute(tx);
}

/** Accounts that too few nodes listed in the last poll. */
export async function countFailing(db: Queryable, network: Network): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from watched_token_accounts where network = ${network} and last_error is not null`.execute(db);
  return rows[0]?.count ?? 0;
}
