import type { LinkQuestion } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable, Tx } from '../../platform/db/db';
import type { InvoiceId, PaymentLinkId, StoreId, UserId } from '../../platform/id-types';

export type LinkFields = {
  readonly name: string;
  readonly description: string | null;
  readonly amountMicros: bigint | null;
  readonly amountMaxMicros: bigint | null;
  readonly holdMaxMicros: bigint | null;
  readonly stock: number | null;
  readonly endsAt: Date | null;
  readonly questions: readonly LinkQuestion[];
  readonly successMessage: string | null;
  readonly enabled: boolean;
};
export type NewLink = LinkFields & {
  readonly id: PaymentLinkId;
  readonly slug: string;
  readonly userId: UserId;
  readonly storeId: StoreId;
  readonly createdAt: Date;
};
export type LinkRecord = NewLink & {
  readonly storeName: string;
  readonly isStoreActive: boolean;
  readonly paid: number;
  readonly taken: number;
  /** Of its unpaid orders. */
  readonly heldMicros: bigint;
};

/** Open invoices count as taken until they end: two customers cannot buy the last one. Read from an index that has no ended ones. */
const linksWith = (counted: RawBuilder<unknown>) => sql`
  select l.id, l.slug, l.user_id as "userId", l.store_id as "storeId", l.name, l.description, l.amount as "amountMicros",
         l.amount_max as "amountMaxMicros", l.hold_max as "holdMaxMicros", l.stock,
         l.ends_at as "endsAt", l.questions, l.success_message as "successMessage", l.enabled and l.deleted_at is null as enabled, l.created_at as "createdAt",
         s.name as "storeName", s.status = 'Active' and s.deleted_at is null as "isStoreActive", c.paid, c.taken, c.held as "heldMicros"
    from payment_links l join stores s on s.id = l.store_id
    cross join lateral (
      select count(*) filter (where p.paid)::int as paid, count(*)::int as taken,
             coalesce(sum(p.held) filter (where not p.paid), 0)::bigint as held
        from payment_link_invoices p where p.link_id = l.id and p.taken and ${counted}) c`;
const LINKS = linksWith(sql`true`);
/** For customers: without a stock nothing is counted, and with one at most as many as it has. */
const STOCKED_LINKS = linksWith(sql`l.stock is not null`);

export async function listLinks(tx: Queryable, userId: UserId): Promise<LinkRecord[]> {
  const { rows } = await sql<LinkRecord>`${LINKS} where l.user_id = ${userId} and l.deleted_at is null order by l.id desc`.execute(tx);
  return rows;
}

export async function findLink(tx: Queryable, userId: UserId, id: PaymentLinkId): Promise<LinkRecord | undefined> {
  const { rows } = await sql<LinkRecord>`${LINKS} where l.user_id = ${userId} and l.id = ${id} and l.deleted_at is null`.execute(tx);
  return rows[0];
}

export async function findLinkBySlug(tx: Queryable, slug: string): Promise<LinkRecord | undefined> {
  const { rows } = await sql<LinkRecord>`${STOCKED_LINKS} where l.slug = ${slug}`.execute(tx);
  return rows[0];
}

/** The websites that the store of a link, or of an invoice, allows; whether the link or the store is open does not matter here. */
export async function listEmbedOrigins(tx: Queryable, page: 'bill' | 'pay', id: string): Promise<readonly string[]> {
  const { rows } = await (page === 'pay'
    ? sql<{ origins: string[] }>`
        select s.embed_origins as origins from payment_links l join stores s on s.id = l.store_id where l.slug = ${id}`
    : sql<{ origins: string[] }>`
        select s.embed_origins as origins from invoices i join stores s on s.id = i.store_id where i.trans_id = ${id}`
  ).execute(tx);
  return rows[0]?.origins ?? [];
}

/** One order of an owner's links at a time, until the transaction ends: they share a stock and what they may hold. */
export async function lockOrders(tx: Tx, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('link-orders:' || user_id, 0)) from payment_links where slug = ${slug}`.execute(
    tx,
  );
}

/** Serialises the creations of one user, so that the limit holds. */
export async function countLinks(tx: Tx, userId: UserId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment-links:' || ${userId}, 0))`.execute(tx);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from payment_links where user_id = ${userId} and deleted_at is null`.execute(tx);
  return rows[0]?.total ?? 0;
}

export async function insertLink(tx: Queryable, link: NewLink): Promise<void> {
  const { id, slug, userId, storeId, name, description, amountMicros, amountMaxMicros, holdMaxMicros, stock } = link;
  const { endsAt, questions, successMessage, enabled, createdAt } = link;
  await sql`
    insert into payment_links (id, slug, user_id, store_id, name, description, amount, amount_max, hold_max, stock, ends_at, questions,
      success_message, enabled, created_at)
    values (${id}, ${slug}, ${userId}, ${storeId}, ${name}, ${description}, ${amountMicros}, ${amountMaxMicros}, ${holdMaxMicros}, ${stock}, ${endsAt},
      ${JSON.stringify(questions)}::jsonb, ${successMessage}, ${enabled}, ${createdAt})`.execute(tx);
}

/** Until the transaction ends, so that two changes at once each see what the other made of it. */
export async function lockLink(tx: Tx, userId: UserId, id: PaymentLinkId): Promise<LinkRecord | undefined> {
  await sql`select 1 from payment_links where user_id = ${userId} and id = ${id} for no key update`.execute(tx);
  return findLink(tx, userId, id);
}

export async function updateLink(tx: Tx, userId: UserId, id: PaymentLinkId, link: LinkFields): Promise<void> {
  const { name, description, amountMicros, amountMaxMicros, holdMaxMicros, stock, endsAt, questions, successMessage, enabled } = link;
  await sql`
    update payment_links set name = ${name}, description = ${description}, amount = ${amountMicros}, amount_max = ${amountMaxMicros},
           hold_max = ${holdMaxMicros}, stock = ${stock}, ends_at = ${endsAt},
           questions = ${JSON.stringify(questions)}::jsonb, success_message = ${successMessage}, enabled = ${enabled}
     where user_id = ${userId} and id = ${id} and deleted_at is null`.execute(tx);
}

/** One that nobody ordered from leaves nothing behind. */
export async function deleteLink(tx: Tx, userId: UserId, id: PaymentLinkId, now: Date): Promise<void> {
  await sql`
    update payment_links set deleted_at = ${now} where user_id = ${userId} and id = ${id} and deleted_at is null`.execute(tx);
  await sql`
    delete from payment_links l where l.user_id = ${userId} and l.id = ${id}
       and not exists (select from payment_link_invoices p where p.link_id = l.id)`.execute(tx);
}

/** Returns what the order holds: nothing in the trial. */
export async function insertLinkInvoice(tx: Tx, linkId: PaymentLinkId, invoiceId: InvoiceId, orderedBy: string): Promise<bigint> {
  const { rows } = await sql<{ held: bigint }>`
    insert into payment_link_invoices (invoice_id, link_id, ordered_by, held)
    select i.id, ${linkId}, ${orderedBy}, case when i.hold_id is null then 0 else i.fee end from invoices i where i.id = ${invoiceId}
    returning held`.execute(tx);
  return assertDefined(rows[0], 'the invoice that was just created').held;
}

export async function countUnpaid(tx: Tx, linkId: PaymentLinkId, orderedBy: string): Promise<number> {
  const { rows } = await sql<{ unpaid: number }>`
    select count(*)::int as unpaid from payment_link_invoices
     where link_id = ${linkId} and ordered_by = ${orderedBy} and taken and not paid`.execute(tx);
  return rows[0]?.unpaid ?? 0;
}

export async function sumHeld(tx: Tx, userId: UserId, linkId: PaymentLinkId): Promise<{ heldMicros: bigint; heldByLinkMicros: bigint }> {
  const { rows } = await sql<{ heldMicros: bigint; heldByLinkMicros: bigint }>`
    select coalesce(sum(p.held), 0)::bigint as "heldMicros",
           coalesce(sum(p.held) filter (where p.link_id = ${linkId}), 0)::bigint as "heldByLinkMicros"
      from payment_links l join payment_link_invoices p on p.link_id = l.id and p.taken and not p.paid
     where l.user_id = ${userId}`.execute(tx);
  return rows[0] ?? { heldMicros: 0n, heldByLinkMicros: 0n };
}

/** Of these paid invoices, those that their link sold beyond its stock: whoever paid first has the items. */
export async function listOversold(tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<InvoiceId[]> {
  const { rows } = await sql<{ id: InvoiceId }>`
    select s.id from (
      select p.invoice_id as id, l.stock, row_number() over (partition by p.link_id order by i.paid_at, i.id) as place
        from payment_links l join payment_link_invoices p on p.link_id = l.id and p.taken and p.paid join invoices i on i.id = p.invoice_id
       where l.id in (select o.link_id from payment_link_invoices o where o.invoice_id = any(${invoiceIds}::text[])) and l.stock is not null
         and (select count(*) from payment_link_invoices c where c.link_id = l.id and c.taken and c.paid) > l.stock) s
     where s.place > s.stock and s.id = any(${invoiceIds}::text[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether the invoice was made by the link. */
export async function isOfLink(tx: Queryable, linkId: PaymentLinkId, invoiceId: InvoiceId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment_link_invoices where invoice_id = ${invoiceId} and link_id = ${linkId}`.execute(tx);
  return rows.length === 1;
}
