import type { InvoiceStatus, Network } from '@stablegate/contract';
import { leastAmountWithFee } from '@stablegate/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/db';
import { allOf } from '../../platform/db/sql-parts';
import type { InvoiceId, StoreId } from '../../platform/id-types';
import type { FoundPage, List } from '../../platform/lists/list';
import type { Window } from '../../platform/lists/paging';
import { anywhere, fromStart } from './text-match';

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

type Condition<K extends keyof InvoiceFilter> = (value: NonNullable<InvoiceFilter[K]>) => RawBuilder<unknown>;
type Conditions<K extends keyof InvoiceFilter> = { readonly [N in K]-?: Condition<N> };

/** From where to where in the list, by the id. */
type Ends = 'idFrom' | 'idBefore';
/** Lowercased by JavaScript at creation, and in a separate table. */
type Texts = 'name' | 'description';

const TEXTS: Conditions<Texts> = {
  name: (text) => anywhere(sql`t.name`, text.toLowerCase()),
  description: (text) => anywhere(sql`t.description`, text.toLowerCase()),
};

/** Values of a closed list are inlined, so that the planner can choose the matching partial index. */
const CONDITIONS: Conditions<Exclude<keyof InvoiceFilter, Ends | Texts>> = {
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

function conditionsOf<K extends keyof InvoiceFilter>(conditions: Conditions<K>, filter: InvoiceFilter): RawBuilder<unknown>[] {
  return (Object.keys(conditions) as K[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [(conditions[name] as (value: unknown) => RawBuilder<unknown>)(value)];
  });
}

const ORDERED: readonly (keyof InvoiceFilter)[] = ['status', 'network', 'from', 'to'];
const COVERED: readonly (keyof InvoiceFilter)[] = ['transId', 'amountMin', 'amountMax'];

function indexOf(filter: InvoiceFilter): List<InvoiceId>['index'] {
  const { idFrom, idBefore, ...rest } = filter;
  const names = (Object.keys(rest) as (keyof typeof rest)[]).filter((name) => rest[name] !== undefined);
  if (names.includes('feeMax')) return 'bitmap';
  // Open invoices are in no index of statuses: creating one would write there.
  if (names.length === 1 && filter.status !== 'WAITING' && names.every((name) => ORDERED.includes(name))) return 'order';
  return names.every((name) => COVERED.includes(name)) && idFrom === undefined && idBefore === undefined ? 'covering' : 'some';
}

const withinIds = ({ idFrom, idBefore }: InvoiceFilter, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  allOf([...(idFrom === undefined ? [] : [sql`${id} >= ${idFrom}`]), ...(idBefore === undefined ? [] : [sql`${id} < ${idBefore}`])]);

/** What `searchTexts` of the invoices takes. */
type TextsSought = Pick<InvoiceFilter, Texts | Ends> & { readonly where: readonly RawBuilder<unknown>[] };

/** Texts alone are searched in their own table, which has the same ids in the same order. */
export function invoiceList(
  filter: InvoiceFilter,
  searchTexts: (sought: TextsSought, window: Window, isRare: boolean) => Promise<FoundPage<InvoiceId>>,
): List<InvoiceId> {
  const [texts, others] = [conditionsOf(TEXTS, filter), conditionsOf(CONDITIONS, filter)];
  const order = { order: sql`id desc`, newest: sql`id desc`, index: indexOf(filter) };
  const ofInvoices = { table: sql`invoices`, alias: sql`i`, columns: sql`i.id as id`, range: withinIds(filter, sql`i.id`), ...order };
  const { name, description, idFrom, idBefore } = filter;
  const isEverything = idFrom === undefined && idBefore === undefined;
  if (texts.length === 0 && others.length === 0) return { ...ofInvoices, ...(isEverything ? { unfiltered: 'invoices' } : {}) };
  if (texts.length === 0) return { ...ofInvoices, where: allOf(others) };
  const search = (window: Window, isRare: boolean) => searchTexts({ name, description, idFrom, idBefore, where: others }, window, isRare);
  const sought = { where: allOf(texts), search };
  const ofTexts = { table: sql`invoice_texts`, alias: sql`t`, columns: sql`t.id as id`, range: withinIds(filter, sql`t.id`), ...order };
  if (others.length === 0) return { ...ofTexts, where: sought.where, texts: sought };
  const ids = sql`select i.id from invoices i where ${ofInvoices.range} and ${allOf(others)}`;
  const match = (among: readonly InvoiceId[]) =>
    sql`select t.id from invoice_texts t where t.id = any(${among}::text[]) and ${sought.where} order by t.id desc`;
  return {
    ...ofInvoices,
    joins: sql`join invoice_texts t on t.id = i.id`,
    where: allOf([...texts, ...others]),
    texts: { ...sought, among: { ids, match } },
    matches: sql`
      select i.id from (${ids} offset 0) i cross join lateral (select from invoice_texts t where t.id = i.id and ${sought.where} offset 0) t`,
  };
}

/** The newest event decides: completed comes after expired, never before. */
const CALLBACK_STATUS = sql`(
  select coalesce(d.outcome, 'pending') from callback_deliveries d where d.invoice_id = i.id order by d.event = 'completed' desc limit 1)`;

export async function readInvoices(tx: Queryable, ids: readonly InvoiceId[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select i.id, i.trans_id as "transId", i.name, i.description, i.amount as "amountMicros", i.fee as "feeMicros",
           i.fee_charged as "feeCharged", i.status, i.request_id as "requestId", i.created_at as "createdAt", i.expires_at as "expiresAt",
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
