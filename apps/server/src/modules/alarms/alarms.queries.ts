import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { AlarmKind, Condition, Detail, OpenAlarm } from './alarms.domain';

/** One worker at a time reviews; the other waits and finds nothing left to send. */
export async function lockReview(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('stablegate.alarms'))`.execute(tx);
}

export async function noteConditions(tx: Tx, conditions: readonly Condition[], now: Date): Promise<void> {
  await sql`
    insert into alarms as a (kind, subject, detail, since)
    select kind, subject, detail, ${now}
      from unnest(${conditions.map(({ kind }) => kind)}::text[], ${conditions.map(({ subject }) => subject)}::text[],
                  ${conditions.map(({ detail }) => JSON.stringify(detail))}::jsonb[]) as c (kind, subject, detail)
    on conflict (kind, subject) where ended_at is null do update set detail = excluded.detail where a.detail <> excluded.detail`.execute(
    tx,
  );
}

export async function listOpen(tx: Queryable): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    select id, kind, subject, detail, since, told_at as "notifiedAt" from alarms where ended_at is null order by id`.execute(tx);
  return rows;
}

export async function markNotified(tx: Tx, ids: readonly bigint[], now: Date): Promise<void> {
  await sql`update alarms set told_at = ${now} where id = any(${ids.map(String)}::bigint[])`.execute(tx);
}

export async function endAlarms(tx: Tx, ids: readonly bigint[], now: Date): Promise<void> {
  await sql`delete from alarms where id = any(${ids.map(String)}::bigint[]) and told_at is null`.execute(tx);
  await sql`update alarms set ended_at = ${now} where id = any(${ids.map(String)}::bigint[])`.execute(tx);
}

export async function deleteEndedBefore(tx: Tx, time: Date): Promise<void> {
  await sql`delete from alarms where ended_at < ${time}`.execute(tx);
}

export type PastAlarm = {
  readonly id: bigint;
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly detail: Detail;
  readonly since: Date;
  readonly endedAt: Date | null;
};

/** Newest first; those that operators were notified of. */
export async function listNotified(tx: Queryable, kinds: readonly string[], after: Date, limit: number): Promise<PastAlarm[]> {
  const { rows } = await sql<PastAlarm>`
    select id, kind, subject, detail, since, ended_at as "endedAt" from alarms
     where told_at is not null and kind = any(${kinds}::text[]) and since >= ${after} order by since desc, id desc limit ${limit}`.execute(
    tx,
  );
  return rows;
}
