import type { InvoiceStatus, Network } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db';
import type { List } from './find-page';
import { allOf, anywhere, fromStart } from './text-match';

export type InvoiceFilter = {
  readonly transId?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fromAddress?: string | undefined;
  readonly toAddress?: string | undefined;
  readonly transactionHash?: string | undefined;
  readonly network?: Network | undefined;
  readonly status?: InvoiceStatus | undefined;
  readonly amountMin?: bigint | undefined;
  readonly amountMax?: bigint | undefined;
  readonly feeMin?: bigint | undefined;
  readonly feeMax?: bigint | undefined;
  /** Ids sort by creation: a time is the beginning of an id. */
  readonly idFrom?: string | undefined;
  readonly idBefore?: string | undefined;
  readonly expiresFrom?: Date | undefined;
  readonly expiresBefore?: Date | undefined;
};

export type InvoiceRow = {
  readonly id: string;
  readonly transId: string;
  readonly name: string;
  readonly description: string | null;
  readonly amountMicros: bigint;
  readonly feeMicros: bigint;
  readonly feeCharged: boolean;
  readonly status: InvoiceStatus;
  readonly requestId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly fromAddress: string | null;
  readonly toAddress: string | null;
  readonly transactionHash: string | null;
  readonly network: Network | null;
  readonly callbackUrl: string | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly callbackStatus: 'pending' | 'delivered' | 'superseded' | 'dead' | null;
  readonly storeId: string;
  readonly storeName: string;
};

type Condition<K extends keyof InvoiceFilter> = (value: NonNullable<InvoiceFilter[K]>) => RawBuilder<unknown>;

/** Words of a closed list are written out, so that the planner can see which partial index serves them. */
const CONDITIONS: { readonly [K in keyof InvoiceFilter]-?: Condition<K> } = {
  transId: (text) => fromStart(sql`i.trans_id`, text),
  // Lowered by JavaScript when the invoice was made, and in a table of their own, whose rows never change.
  name: (text) => anywhere(sql`t.name`, text.toLowerCase()),
  description: (text) => anywhere(sql`t.description`, text.toLowerCase()),
  requestId: (text) => fromStart(sql`lower(i.request_id)`, text),
  fromAddress: (text) => fromStart(sql`lower(i.from_address)`, text),
  toAddress: (text) => fromStart(sql`lower(i.to_address)`, text),
  transactionHash: (text) => fromStart(sql`lower(i.trans_hash)`, text),
  network: (network) => sql`i.network = ${sql.lit(network)}`,
  status: (status) => sql`i.status = ${sql.lit(status)}`,
  amountMin: (micros) => sql`i.amount >= ${micros}`,
  amountMax: (micros) => sql`i.amount <= ${micros}`,
  // The fee is 0.5% of the amount, half up, and the platform's own invoices have none: so the index of amounts serves here too.
  feeMin: (micros) => (micros === 0n ? sql`true` : sql`i.fee >= ${micros} and i.amount >= ${micros * 200n - 100n}`),
  feeMax: (micros) => sql`i.fee <= ${micros} and (i.amount < ${micros * 200n + 100n} or i.user_id is null)`,
  idFrom: (id) => sql`i.id >= ${id}`,
  idBefore: (id) => sql`i.id < ${id}`,
  expiresFrom: (at) => sql`i.expires_at >= ${at}`,
  expiresBefore: (at) => sql`i.expires_at < ${at}`,
};

function matching(filter: InvoiceFilter): RawBuilder<unknown> {
  const names = Object.keys(CONDITIONS) as (keyof InvoiceFilter)[];
  return allOf(
    names.flatMap((name) => {
      const value = filter[name];
      return value === undefined ? [] : [(CONDITIONS[name] as (value: unknown) => RawBuilder<unknown>)(value)];
    }),
  );
}

const hasTexts = ({ name, description }: InvoiceFilter): boolean => name !== undefined || description !== undefined;

export const invoiceList = (filter: InvoiceFilter): List => ({
  table: sql`invoices`,
  alias: sql`i`,
  joins: hasTexts(filter) ? sql`join invoice_texts t on t.id = i.id` : undefined,
  where: matching(filter),
  columns: sql`i.id as id`,
  order: sql`id desc`,
  newest: sql`id desc`,
  needsBitmaps: hasTexts(filter) || filter.feeMax !== undefined,
});

/** The newest event tells: completed comes after expired, never the other way round. */
const CALLBACK_STATUS = sql`(
  select coalesce(d.outcome, 'pending') from callback_deliveries d where d.invoice_id = i.id order by d.event = 'completed' desc limit 1)`;

export async function readInvoices(tx: Queryable, ids: readonly string[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select i.id, i.trans_id as "transId", i.name, i.description, i.amount as "amountMicros", i.fee as "feeMicros",
           i.fee_charged as "feeCharged", i.status, i.request_id as "requestId", i.created_at as "createdAt", i.expires_at as "expiresAt",
           i.from_address as "fromAddress", i.to_address as "toAddress", i.trans_hash as "transactionHash", i.network,
           i.callback_url as "callbackUrl", i.success_url as "successUrl", i.cancel_url as "cancelUrl",
           ${CALLBACK_STATUS} as "callbackStatus", i.store_id as "storeId", s.name as "storeName"
      from invoices i join stores s on s.id = i.store_id
     where i.id = any(${ids}) order by i.id desc`.execute(tx);
  return rows;
}
