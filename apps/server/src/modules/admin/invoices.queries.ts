import type { InvoiceFlag, InvoiceStatus, Network } from '@stablegate/contract';
import { leastAmountWithFee } from '@stablegate/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/db';
import type { InvoiceId, StoreId } from '../../platform/id-types';
import type { List } from '../../platform/lists/list';
import { fromStart } from './text-match';

export type InvoiceFilter = {
  readonly transId?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly requestId?: string | undefined;
  /** A prefix of an address, or all of it in lower case, whose payments an index has in order. */
  readonly fromAddress?: string | undefined;
  readonly from?: string | undefined;
  readonly toAddress?: string | undefined;
  readonly to?: string | undefined;
  readonly transactionHash?: string | undefined;
  readonly network?: Network | undefined;
  readonly status?: InvoiceStatus | undefined;
  readonly amountMin?: bigint | undefined;
  readonly amountMax?: bigint | undefined;
  readonly feeMin?: bigint | undefined;
  readonly feeMax?: bigint | undefined;
  /** Ids sort by creation: a time is an id prefix. */
  readonly idFrom?: string | undefined;
  readonly idBefore?: string | undefined;
  readonly expiresFrom?: Date | undefined;
  readonly expiresBefore?: Date | undefined;
};

export type InvoiceRow = {
  readonly id: InvoiceId;
  readonly transId: string;
  readonly name: string;
  readonly description: string | null;
  readonly amountMicros: bigint;
  readonly feeMicros: bigint;
  readonly feeCharged: boolean;
  readonly status: InvoiceStatus;
  readonly flags: readonly InvoiceFlag[];
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
  readonly storeId: StoreId;
  readonly storeName: string;
};

/** Those on the invoice itself. */
type Conditioned = Exclude<keyof InvoiceFilter, 'name' | 'description' | 'idFrom' | 'idBefore'>;

/** Values of a closed list are inlined, so that the planner can choose the matching partial index. */
const CONDITIONS: { readonly [N in Conditioned]-?: (value: NonNullable<InvoiceFilter[N]>) => RawBuilder<unknown> } = {
  transId: (text) => fromStart(sql`i.trans_id`, text),
  requestId: (text) => fromStart(sql`lower(i.request_id)`, text),
  fromAddress: (text) => fromStart(sql`lower(i.from_address)`, text),
  toAddress: (text) => fromStart(sql`lower(i.to_address)`, text),
  from: (address) => sql`lower(i.from_address) = ${address}`,
  to: (address) => sql`lower(i.to_address) = ${address}`,
  transactionHash: (text) => fromStart(sql`lower(i.trans_hash)`, text),
  network: (network) => sql`i.network = ${sql.lit(network)}`,
  status: (status) => sql`i.status = ${sql.lit(status)}`,
  amountMin: (micros) => sql`i.amount >= ${micros}`,
  amountMax: (micros) => sql`i.amount <= ${micros}`,
  // A fee implies the amount, except for the platform's own invoices, which have none: so the index of amounts serves here too.
  feeMin: (micros) => (micros === 0n ? sql`true` : sql`i.fee >= ${micros} and i.amount >= ${leastAmountWithFee(micros)}`),
  feeMax: (micros) => sql`i.fee <= ${micros} and (i.amount < ${leastAmountWithFee(micros + 1n)} or i.user_id is null)`,
  expiresFrom: (at) => sql`i.expires_at >= ${at}`,
  expiresBefore: (at) => sql`i.expires_at < ${at}`,
};

export function conditionsOf(filter: InvoiceFilter): RawBuilder<unknown>[] {
  return (Object.keys(CONDITIONS) as Conditioned[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [(CONDITIONS[name] as (value: unknown) => RawBuilder<unknown>)(value)];
  });
}

const ORDERED: readonly (keyof InvoiceFilter)[] = ['status', 'network', 'from', 'to'];
const COVERED: readonly (keyof InvoiceFilter)[] = ['transId', 'amountMin', 'amountMax'];

export function indexOf(filter: InvoiceFilter): List['index'] {
  const { idFrom, idBefore, ...rest } = filter;
  const names = (Object.keys(rest) as (keyof typeof rest)[]).filter((name) => rest[name] !== undefined);
  if (names.includes('feeMax')) return 'bitmap';
  // Open invoices are in no index of statuses: creating one would write there.
  if (names.length === 1 && filter.status !== 'WAITING' && names.every((name) => ORDERED.includes(name))) return 'order';
  return names.every((name) => COVERED.includes(name)) && idFrom === undefined && idBefore === undefined ? 'covering' : 'some';
}

/** The newest event decides: completed comes after expired, never before. */
const CALLBACK_STATUS = sql`(
  select coalesce(d.outcome, 'pending') from callback_deliveries d where d.invoice_id = i.id order by d.event = 'completed' desc limit 1)`;

export async function readInvoices(tx: Queryable, ids: readonly InvoiceId[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select i.id, i.trans_id as "transId", i.name, i.description, i.amount as "amountMicros", i.fee as "feeMicros",
           i.fee_charged as "feeCharged", i.status, i.flags, i.request_id as "requestId", i.created_at as "createdAt", i.expires_at as "expiresAt",
           i.from_address as "fromAddress", i.to_address as "toAddress", i.trans_hash as "transactionHash", i.network,
           i.callback_url as "callbackUrl", i.success_url as "successUrl", i.cancel_url as "cancelUrl",
           ${CALLBACK_STATUS} as "callbackStatus", i.store_id as "storeId", (select s.name from stores s where s.id = i.store_id) as "storeName"
      from invoices i
     where i.id = any(${ids}) order by i.id desc`.execute(tx);
  return rows;
}

const ADDRESSES = { from: sql`lower(i.from_address)`, to: sql`lower(i.to_address)` };

/** The only address with this prefix; undefined when there are none or several. */
export async function findOnlyAddress(tx: Queryable, side: 'from' | 'to', text: string): Promise<string | undefined> {
  const address = ADDRESSES[side];
  const found = async (rest: RawBuilder<unknown>): Promise<string | undefined> => {
    const { rows } = await sql<{ address: string }>`
      select ${address} as address from invoices i where ${fromStart(address, text)} ${rest} order by ${address} using ~<~ limit 1`.execute(
      tx,
    );
    return rows[0]?.address;
  };
  const first = await found(sql``);
  if (first === undefined) return undefined;
  return (await found(sql`and ${address} ~>~ ${first}`)) === undefined ? first : undefined;
}
