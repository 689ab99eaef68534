import { DAY_MS } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Queryable } from '../db/db';
import type { InvoiceId } from '../id-types';
import { firstIdAt } from '../ids';
import { readTraceparent, type SpanPlace, toTraceparent } from './span';

/** What a subject's trace is kept for: retries of its callbacks are over long before. */
const KEPT_DAYS = 30;
const BATCH = 1_000;
/** Well within the lease of a job (ADR 5); the next hour goes on. */
const ROUND_MS_MAX = 20_000;

export async function findPlaces(db: Queryable, subjects: readonly string[]): Promise<Map<string, SpanPlace>> {
  const { rows } = await sql<{ subject: string; parent: string }>`
    select subject, parent from traces where subject = any(${subjects}::text[])`.execute(db);
  return new Map(
    rows.flatMap(({ subject, parent }) => {
      const place = readTraceparent(parent);
      return place === undefined ? [] : [[subject, place] as const];
    }),
  );
}

export async function saveTraceContext(db: Queryable, subject: InvoiceId, place: SpanPlace): Promise<void> {
  await sql`insert into traces (subject, parent) values (${subject}, ${toTraceparent(place)}) on conflict (subject) do nothing`.execute(db);
}

type Forgotten = { readonly count: number; readonly last: string | null };

/** An array, not a join: for a join PostgreSQL may read the whole table. */
async function forgetNext(db: Queryable, after: string, until: string, batch: number): Promise<Forgotten> {
  const { rows } = await sql<Forgotten>`
    with old as materialized (select subject from traces where subject > ${after} and subject < ${until} order by subject limit ${batch}),
    gone as (delete from traces where subject = any(array(select subject from old)))
    select count(*)::integer as count, max(subject) as last from old`.execute(db);
  return rows[0] ?? { count: 0, last: null };
}

/** Subjects are ids of invoices, which are in the order of time: so by the key, in batches. Returns how many were forgotten. */
export async function forgetPlaces(db: Queryable, now: Date, { batch = BATCH } = {}): Promise<number> {
  const until = firstIdAt('invoice', new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  const began = performance.now();
  for (let done = 0, after = ''; ; ) {
    const { count, last } = await forgetNext(db, after, until, batch);
    done += count;
    after = last ?? after;
    if (count < batch || performance.now() - began > ROUND_MS_MAX) return done;
  }
}
