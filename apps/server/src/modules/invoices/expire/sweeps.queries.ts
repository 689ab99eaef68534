import type { Network } from '@stablegate/contract';
import { networksOf } from '@stablegate/rules';
import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../../platform/assert';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import { INVOICE_COLUMNS, type InvoiceRecord, ITS_STORE } from '../invoices.queries';

/** How far a network is read; null before the first read. */
export type ReadMark = { readonly network: Network; readonly readThrough: Date | null };
export type SweepWindow = { readonly now: Date; readonly marks: readonly ReadMark[]; readonly giveUpBefore: Date; readonly limit: number };

const EVM_NETWORKS = sql`${networksOf('evm')}::text[]`;
const SOLANA_NETWORKS = sql`${networksOf('solana')}::text[]`;

/**
 * Solana is read per account: the owner's token accounts count, not the network, so an unreadable one delays only invoices of its own
 * address. An owner without token accounts was never read.
 */
const solanaIsUnread = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce((select bool_or(a.read_through is null or a.read_through <= ${column}) from watched_token_accounts a
             where a.network = m.network and a.owner_key = i.addresses[array_position(i.networks, m.network)]), true)`;

/**
 * No network that could have paid the invoice has an unread block of this time. EVM networks share addresses. A network that lags for a day
 * no longer delays anything.
 */
const isReadPast = (column: RawBuilder<unknown>, { marks, giveUpBefore }: SweepWindow): RawBuilder<unknown> => sql`
  (${column} < ${giveUpBefore} or not exists (
    select 1 from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m (network text, "readThrough" timestamptz)
     where m.network = any(case when i.networks && ${EVM_NETWORKS} then i.networks || ${EVM_NETWORKS} else i.networks end)
       and case when m.network = any(${SOLANA_NETWORKS}) then ${solanaIsUnread(column)}
                else m."readThrough" is null or m."readThrough" <= ${column} end))`;

/** When an invoice expires, or its monitoring ends, next; both by the first entry of an index. */
export async function findNextDue(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select expires_at from invoices where status = 'WAITING' order by expires_at limit 1),
      (select monitor_until from invoices where monitor_until is not null and status in ('SUCCESS', 'EXPIRED', 'FAILED')
        order by monitor_until limit 1)) as at`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** Due invoices, locked; rows that another transaction holds are left to the next sweep. */
export async function takeDue(tx: Tx, window: SweepWindow): Promise<InvoiceRecord[]> {
  const { rows } = await sql<InvoiceRecord>`
    select ${INVOICE_COLUMNS} from invoices i ${ITS_STORE}
     where i.status = 'WAITING' and i.expires_at < ${window.now} and ${isReadPast(sql.ref('i.expires_at'), window)}
     order by i.expires_at limit ${window.limit} for no key update of i skip locked`.execute(tx);
  return rows;
}

/** Monitoring is over: no payment is pending, and no unread block could hold late money. */
export async function takeUnmonitored(tx: Tx, window: SweepWindow): Promise<(InvoiceRecord & { lostTransfer: boolean })[]> {
  const { rows } = await sql<InvoiceRecord & { lostTransfer: boolean }>`
    select ${INVOICE_COLUMNS},
           exists (select 1 from invoice_transfers a join transfers t on t.id = a.transfer_id
                    where a.invoice_id = i.id and t.state = 'reorged') as "lostTransfer"
      from invoices i ${ITS_STORE}
     where i.monitor_until < ${window.now} and i.status in ('SUCCESS', 'EXPIRED', 'FAILED')
       and ${isReadPast(sql.ref('i.monitor_until'), window)}
       and not exists (select 1 from invoice_transfers a join transfers t on t.id = a.transfer_id
                        where a.invoice_id = i.id and t.state <> 'reorged' and t.final_at is null)
     order by i.monitor_until limit ${window.limit} for no key update of i skip locked`.execute(tx);
  return rows;
}

export async function endMonitoring(tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<void> {
  await sql`update invoices set monitor_until = null where id = any(${invoiceIds}::text[])`.execute(tx);
}

/** Returns the addresses left without a monitored invoice. */
export async function dropReservations(tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<{ family: string; addressKey: string }[]> {
  const { rows: dropped } = await sql<{ family: string; addressKey: string }>`
    with reserved as (
      delete from amount_reservations where invoice_id = any(${invoiceIds}::text[]) returning family, address_key),
    displaced as (
      delete from displaced_reservations where invoice_id = any(${invoiceIds}::text[]) returning family, address_key)
    select family, address_key as "addressKey" from reserved union select family, address_key from displaced`.execute(tx);
  if (dropped.length === 0) return [];
  const { rows } = await sql<{ family: string; addressKey: string }>`
    select distinct a.family, a."addressKey" from jsonb_to_recordset(${JSON.stringify(dropped)}::jsonb) as a (family text, "addressKey" text)
     where not exists (select 1 from amount_reservations r where r.family = a.family and r.address_key = a."addressKey")
       and not exists (select 1 from displaced_reservations d where d.family = a.family and d.address_key = a."addressKey")
     order by 1, 2`.execute(tx);
  return rows;
}

export async function readDatabaseTime(db: Queryable): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return assertDefined(rows[0], 'the time').now;
}
