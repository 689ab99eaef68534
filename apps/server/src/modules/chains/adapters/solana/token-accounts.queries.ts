import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/db';

export type AccountRow = {
  readonly ownerKey: string;
  readonly tokenAccount: string | null;
  readonly lastSignature: string | null;
  readonly polledAt: Date | null;
  readonly watchedSince: Date;
};

/** Every watched owner, with what is remembered of his token account. */
export async function listAccounts(db: Queryable, network: Network): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select w.address_key as "ownerKey", a.token_account as "tokenAccount", a.last_signature as "lastSignature",
           a.polled_at as "polledAt", w.since as "watchedSince"
      from (select address_key, min(added_at) as since from watched_addresses where family = 'solana' group by address_key) w
      left join watched_token_accounts a on a.network = ${network} and a.owner_key = w.address_key`.execute(db);
  return rows;
}

export type AccountProgress = {
  readonly ownerKey: string;
  readonly tokenAccount: string;
  readonly lastSignature: string | null;
  readonly lastSlot: number;
};

/** Where each account goes on next time, in the transaction of what was found there. */
export async function saveAccounts(tx: Queryable, network: Network, accounts: readonly AccountProgress[], at: Date): Promise<void> {
  if (accounts.length === 0) return;
  await sql`
    insert into watched_token_accounts (network, token_account, owner_key, last_signature, last_slot, polled_at)
    select ${network}, i."tokenAccount", i."ownerKey", i."lastSignature", i."lastSlot", ${at}
      from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
        as i("tokenAccount" text, "ownerKey" text, "lastSignature" text, "lastSlot" bigint)
    on conflict (network, token_account) do update
       set last_signature = coalesce(excluded.last_signature, watched_token_accounts.last_signature),
           last_slot = greatest(excluded.last_slot, watched_token_accounts.last_slot), polled_at = excluded.polled_at`.execute(tx);
}
