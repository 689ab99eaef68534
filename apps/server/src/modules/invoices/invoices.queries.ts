import type { InvoiceFlag, InvoiceStatus, MatchedBy, Metadata, Network } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import { prepare } from '../../platform/db/prepared';
import type { HoldId, InvoiceId, StoreId, TransferId, UserId } from '../../platform/id-types';

/** What the callback of Epusdt's protocol repeats: the shop's own amount, in millionths of its currency. */
export type EpusdtOrder = { readonly amountMicros: string };

export type InvoiceRecord = {
  readonly id: InvoiceId;
  readonly transId: string;
  readonly storeId: StoreId;
  readonly storeName: string;
  readonly userId: UserId | null;
  readonly requestId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly callbackUrl: string | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly amountMicros: bigint;
  readonly feeMicros: bigint;
  readonly feeCharged: boolean;
  readonly holdId: HoldId | null;
  readonly payableMicros: bigint;
  readonly paidMicros: bigint;
  /** What had come when the owner accepted it as paid; null: nothing was accepted. */
  readonly acceptedMicros: bigint | null;
  /** The sum of its confirmed refunds. */
  readonly refundedMicros: bigint;
  readonly status: InvoiceStatus;
  readonly flags: readonly InvoiceFlag[];
  readonly version: number;
  /** How often its page had new content although the invoice itself did not change. */
  readonly notices: number;
  readonly networks: readonly Network[];
  readonly addresses: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly monitorUntil: Date | null;
  readonly network: Network | null;
  readonly fromAddress: string | null;
  readonly toAddress: string | null;
  readonly transHash: string | null;
  readonly paidAt: Date | null;
  /** Null: none was given. */
  readonly metadata: Metadata | null;
  /** Null: not made through Epusdt's protocol. */
  readonly epusdt: EpusdtOrder | null;
  /** Made with the store's main key: its callbacks may carry that key. */
  readonly withMainKey: boolean;
};

const COLUMNS = `
  i.id, i.trans_id as "transId", i.store_id as "storeId", s.name as "storeName", i.user_id as "userId", i.request_id as "requestId",
  i.name, i.description, i.callback_url as "callbackUrl", i.success_url as "successUrl", i.cancel_url as "cancelUrl",
  i.amount as "amountMicros", i.fee as "feeMicros", i.fee_charged as "feeCharged", i.hold_id as "holdId", i.payable as "payableMicros",
  i.paid as "paidMicros", i.accepted as "acceptedMicros", i.refunded as "refundedMicros", i.status, i.flags, i.version, i.notices, i.networks, i.addresses, i.created_at as "createdAt",
  i.expires_at as "expiresAt", i.monitor_until as "monitorUntil", i.network, i.from_address as "fromAddress",
  i.to_address as "toAddress", i.trans_hash as "transHash", i.paid_at as "paidAt", i.metadata, i.epusdt, i.with_main_key as "withMainKey"`;
export const INVOICE_COLUMNS = sql.raw(COLUMNS);

/** A lateral lookup per row: with a join the planner may read all stores up to the wanted one. */
const STORE = 'cross join lateral (select s.name from stores s where s.id = i.store_id offset 0) s';
export const ITS_STORE = sql.raw(STORE);

async function findOne(tx: Queryable, where: RawBuilder<unknown>): Promise<InvoiceRecord | undefined> {
  const { rows } = await sql<InvoiceRecord>`
    select ${INVOICE_COLUMNS} from invoices i ${ITS_STORE} where ${where}`.execute(tx);
  return rows[0];
}

const runFindByTransId = prepare<InvoiceRecord>('invoice_by_trans_id', `select ${COLUMNS} from invoices i ${STORE} where i.trans_id = $1`);

/** For the public page: the transId is the only credential. */
export async function findByTransId(tx: Queryable, transId: string): Promise<InvoiceRecord | undefined> {
  const [invoice] = await runFindByTransId(tx, [transId]);
  return invoice;
}

/** Also by its id, which fees in the ledger refer to. A trans id has no underscore. */
export const findOfUser = (tx: Queryable, userId: UserId, transId: string) =>
  findOne(tx, sql`${transId.startsWith('inv_') ? sql`i.id` : sql`i.trans_id`} = ${transId} and i.user_id = ${userId}`);

/** Null: the platform's own invoices. */
export const findOfOwner = (tx: Queryable, ownerId: UserId | null, transId: string) =>
  findOne(tx, sql`i.trans_id = ${transId} and i.user_id is not distinct from ${ownerId}`);

export const findOfStore = (tx: Queryable, storeId: StoreId, transId: string) =>
  findOne(tx, sql`i.trans_id = ${transId} and i.store_id = ${storeId}`);

export const findByRequestId = (tx: Queryable, storeId: StoreId, requestId: string) =>
  findOne(tx, sql`i.store_id = ${storeId} and i.request_id = ${requestId}`);

export async function listByIds(tx: Queryable, ids: readonly InvoiceId[]): Promise<InvoiceRecord[]> {
  const { rows } = await sql<InvoiceRecord>`
    select ${INVOICE_COLUMNS} from invoices i ${ITS_STORE} where i.id = any(${ids}::text[])`.execute(tx);
  return rows;
}

/** In id order, so that two callers that lock several wait for each other and never deadlock. */
export async function lockInvoices(tx: Tx, ids: readonly InvoiceId[]): Promise<InvoiceRecord[]> {
  const { rows } = await sql<InvoiceRecord>`
    select ${INVOICE_COLUMNS} from invoices i ${ITS_STORE}
     where i.id = any(${ids}::text[]) order by i.id for no key update of i`.execute(tx);
  return rows;
}

export type TimelineRow = {
  readonly topic: string;
  readonly payload: Record<string, unknown>;
  readonly createdAt: Date;
  /** A person by their user name. */
  readonly actor: string | null;
};

/** Nothing was written before `since` nor after `until`: other months are not looked into. */
export async function listTimeline(
  tx: Queryable,
  invoiceId: InvoiceId,
  { since, until }: { since: Date; until: Date },
): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    select topic, payload, created_at as "createdAt",
           coalesce((select u.username from users u where u.id = payload ->> 'actor'), payload ->> 'actor') as actor from events
     where subject = ${invoiceId} and created_at >= ${since} and created_at < ${until} order by version`.execute(tx);
  return rows;
}

export type AttachedId = { readonly id: TransferId; readonly matchedBy: MatchedBy };

export async function listAttachedIds(tx: Queryable, invoiceId: InvoiceId): Promise<AttachedId[]> {
  const { rows } = await sql<AttachedId>`
    select transfer_id as id, matched_by as "matchedBy" from invoice_transfers
     where invoice_id = ${invoiceId} order by attached_at, transfer_id`.execute(tx);
  return rows;
}

export type InvoiceVersion = { readonly version: number; readonly isProcessing: boolean };

/** Versions of many invoices in one query; unknown ones are left out. */
export async function readVersions(tx: Queryable, transIds: readonly string[]): Promise<Map<string, InvoiceVersion>> {
  if (transIds.length === 0) return new Map();
  const { rows } = await sql<InvoiceVersion & { transId: string }>`
    select trans_id as "transId", version + notices as version, status = 'PROCESSING' as "isProcessing" from invoices
     where trans_id = any(${[...transIds]})`.execute(tx);
  return new Map(rows.map(({ transId, ...found }) => [transId, found]));
}
