import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import type { Transfer, TransferState } from './chains.domain';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from './watch/transfers.queries';

export type TransferFilter = {
  /** Owners of the addresses; null is the platform. */
  readonly owners: readonly (string | null)[];
  /** Only transfers to these. */
  readonly addresses?: readonly { readonly family: string; readonly key: string }[] | undefined;
  readonly state?: TransferState | undefined;
};

/** One ordered index scan per owner and address, so that a page costs the same however many rows there are. */
function branches({ owners, addresses, state }: TransferFilter): RawBuilder<unknown>[] {
  const places = addresses?.map(({ family, key }) => sql`and family = ${family} and to_key = ${key}`) ?? [sql``];
  const inState = state === undefined ? sql`` : sql`and state = ${state}`;
  return owners.flatMap((owner) =>
    places.map((place) => sql`${owner === null ? sql`owner_id is null` : sql`owner_id = ${owner}`} ${place} ${inState}`),
  );
}

const union = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts], sql` union all `);

/** Ids only, which the owner's indexes contain: for whole rows the planner scans all owners' rows, and this owner's may all be old. */
const newestIds = (where: RawBuilder<unknown>, limit: number): RawBuilder<unknown> =>
  sql`(select id from transfers where ${where} order by id desc limit ${limit})`;

/** Newest first. */
export async function listTransferRows(
  tx: Queryable,
  filter: TransferFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<Transfer[]> {
  const parts = branches(filter).map((where) => newestIds(where, page.offset + page.limit));
  if (parts.length === 0) return [];
  const { rows } = await sql<TransferRow>`
    select ${TRANSFER_COLUMNS} from transfers
     where id = any(array(select id from (${union(parts)}) t order by id desc limit ${page.limit} offset ${page.offset}))
     order by id desc`.execute(tx);
  return rows.map(toTransfer);
}

/** Counts to `max` and no further. */
export async function countTransferRows(tx: Queryable, filter: TransferFilter, max: number): Promise<number> {
  const parts = branches(filter).map((where) => newestIds(where, max));
  if (parts.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from (${union(parts)}) t limit ${max}) c`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}

/** Of the platform's own store, by an index, up to the cap. */
export async function countUnmatchedRows(tx: Queryable, max: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from transfers where owner_id is null and state = 'unmatched' limit ${max}) t`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}
