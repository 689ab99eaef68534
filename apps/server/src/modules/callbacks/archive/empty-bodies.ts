import { DAY_MS } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db';
import { firstIdAt } from '../../../platform/ids';

/** Long enough for every dispute with a receiver; a body is half of what a callback occupies. */
const BODIES_KEPT_DAYS = 90;
const BATCH = 1_000;
/** Well within the lease of a job (ADR 5); the next hour goes on. */
const ROUND_MS_MAX = 20_000;

type Span = { readonly seen: number; readonly last: string | null };

/**
 * What stays is where the callback went, when, and what came of it, with the invoice that it was about. By id, which is by time, so that
 * no index is needed: one that still waits at this age was resent by hand, and keeps its body.
 */
async function emptyNext(tx: Tx, until: string, batch: number): Promise<number> {
  const { rows } = await sql<Span>`
    with span as materialized (
      select d.id from callback_deliveries d
       where d.id > coalesce((select emptied_through from callback_retention), '') and d.id < ${until} order by d.id limit ${batch}),
    emptied as (
      update callback_deliveries d set body = jsonb_build_object('emptied', true, 'trans_id', case jsonb_typeof(d.body)
          when 'string' then (d.body #>> '{}')::jsonb #>> '{data,trans_id}' else coalesce(d.body ->> 'trans_id', d.body ->> 'trade_id') end)
        from span s where d.id = s.id and d.outcome is not null and not d.body @> '{"emptied": true}')
    select count(*)::integer as seen, max(id) as last from span`.execute(tx);
  const { seen = 0, last = null } = rows[0] ?? {};
  if (last !== null)
    await sql`
      insert into callback_retention (emptied_through) values (${last})
      on conflict (one_row) do update set emptied_through = excluded.emptied_through`.execute(tx);
  return seen;
}

/** Bodies of callbacks that are too old to be sent again. Returns how many callbacks it has looked at. */
export async function emptyBodies(db: Db, now: Date, { batch = BATCH } = {}): Promise<number> {
  const until = firstIdAt('delivery', new Date(now.getTime() - BODIES_KEPT_DAYS * DAY_MS));
  const began = performance.now();
  for (let done = 0; ; ) {
    const seen = await db.transaction((tx) => emptyNext(tx, until, batch));
    done += seen;
    if (seen < batch || performance.now() - began > ROUND_MS_MAX) return done;
  }
}
