import type { InvoiceEvent } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import { outdatedIn } from '../invoice-events.domain';

type Row = { readonly invoiceId: InvoiceId; readonly version: number; readonly events: InvoiceEvent[] };

/** Ids of these invoices' events that a later one outdates. An event that is not in the log is in no doubt. */
export async function findOutdatedEvents(db: Queryable, invoiceIds: readonly InvoiceId[]): Promise<ReadonlySet<string>> {
  if (invoiceIds.length === 0) return new Set();
  const { rows } = await sql<Row>`
    select subject as "invoiceId", version, payload -> 'events' as events from events
     where subject = any(${invoiceIds}::text[]) and jsonb_array_length(coalesce(payload -> 'events', '[]')) > 0
     order by subject, version`.execute(db);
  const histories = new Map<InvoiceId, Row[]>();
  for (const row of rows) histories.set(row.invoiceId, [...(histories.get(row.invoiceId) ?? []), row]);
  return new Set([...histories.values()].flatMap((history) => [...outdatedIn(history)]));
}
