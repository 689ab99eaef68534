import type { DepositMethod } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { DepositId, EntryId } from '../../platform/id-types';

/** A source's present net credit, and how often it was credited or taken back. */
export type SourceState = { readonly source: string; readonly netMicros: bigint; readonly turns: number };

export async function listSources(tx: Tx, depositId: DepositId): Promise<SourceState[]> {
  const { rows } = await sql<SourceState>`
    select source, sum(amount)::bigint as "netMicros", count(*)::int as turns from deposit_credits
     where deposit_id = ${depositId} group by source order by min(id)`.execute(tx);
  return rows;
}

export type NewCredit = {
  readonly depositId: DepositId;
  readonly method: DepositMethod;
  readonly source: string;
  /** Negative when it is taken back. */
  readonly amountMicros: bigint;
  readonly ledgerEntry: EntryId;
  readonly tid: string | null;
  readonly note: string | null;
  readonly at: Date;
  readonly timeZone: string;
};

/** The credit, the deposit it pays and the day's sums, together. A deposit that ever received money stays PAID. */
export async function recordCredit(tx: Tx, credit: NewCredit): Promise<void> {
  const { depositId, method, source, amountMicros, ledgerEntry, tid, note, at, timeZone } = credit;
  await sql`
    insert into deposit_credits (deposit_id, source, amount, ledger_entry, created_at)
    values (${depositId}, ${source}, ${amountMicros}, ${ledgerEntry}, ${at})`.execute(tx);
  await sql`
    update deposits set received = received + ${amountMicros}, status = 'PAID', tid = coalesce(${tid}, tid), note = coalesce(${note}, note),
        updated_at = ${at}
     where id = ${depositId}`.execute(tx);
  await sql`
    insert into deposit_days as d (day, method, shard, received, credits)
    values ((${at}::timestamptz at time zone ${timeZone})::date, ${method}, pg_backend_pid() % 8, ${amountMicros}, sign(${amountMicros}::bigint))
    on conflict (day, method, shard) do update set received = d.received + excluded.received, credits = d.credits + excluded.credits`.execute(
    tx,
  );
}

export type ReceivedDay = { readonly day: string; readonly receivedMicros: bigint; readonly credits: bigint };

/** Received per day (YYYY-MM-DD of the business time zone), both ends included; without ends over all time. */
export async function listReceivedDays(tx: Queryable, from: string | undefined, to: string | undefined): Promise<ReceivedDay[]> {
  const { rows } = await sql<ReceivedDay>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(received)::bigint as "receivedMicros", sum(credits)::bigint as credits from deposit_days
     where day >= coalesce(${from ?? null}::date, day) and day <= coalesce(${to ?? null}::date, day)
     group by day order by day`.execute(tx);
  return rows;
}
