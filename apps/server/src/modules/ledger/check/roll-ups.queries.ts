import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import { ENTRY_HASH, type Finding, findBroken, usd } from './findings';

/** Every folded entry once more, by account and day: one pass over the journal. */
async function sumDays(tx: Tx, timeZone: string): Promise<void> {
  const moved = (kind: string) => sql`coalesce(sum(e.balance_delta) filter (where e.kind = ${sql.lit(kind)}), 0)::bigint`;
  const charged = (kind: string) =>
    sql`coalesce(sum(e.balance_delta + e.receivable_delta) filter (where e.kind = ${sql.lit(kind)}), 0)::bigint`;
  await sql`
    create temporary table ledger_day_sums on commit drop as
    select e.account_id, (e.created_at at time zone ${timeZone})::date as day, count(*) filter (where e.balance_delta <> 0) as lines, max(e.version) filter (where e.balance_delta <> 0) as last_line,
           ${moved('usdt')} as usdt, ${moved('bank')} as bank, ${moved('fee')} as fee, ${moved('refund')} as refund, ${moved('adjust')} as adjust,
           ${charged('fee')} as charged, ${charged('refund')} as given_back,
           -coalesce(sum(e.receivable_delta) filter (where e.kind <> 'fee'), 0)::bigint as owed_other,
           bit_xor(${ENTRY_HASH}) filter (where e.version <= c.sealed_version) as seal
      from ledger_entries e join ledger_checkpoints c on c.account_id = e.account_id and e.version <= c.version
     group by 1, 2`.execute(tx);
  await sql`analyze ledger_day_sums`.execute(tx);
}

const SUMMED = ['lines', 'usdt', 'bank', 'fee', 'refund', 'adjust'] as const;
const sumsOf = (alias: string) => sql`(${sql.join(SUMMED.map((name) => sql`coalesce(${sql.ref(`${alias}.${name}`)}, 0)`))})`;

const days = sql`
  select coalesce(a.user_id, 'account ' || coalesce(s.account_id, d.account_id)) as subject,
         format('account %s, %s: the day has %s, its entries give %s (lines, usdt, bank, fee, refund, adjust; balance %s, %s)', coalesce(s.account_id, d.account_id),
           coalesce(s.day, d.day), ${sumsOf('d')}, ${sumsOf('s')}, ${usd('d.balance_after')}, ${usd('e.balance_after')}) as text
    from (select * from ledger_day_sums where lines > 0) s
    full join ledger_days d on d.account_id = s.account_id and d.day = s.day
    left join ledger_entries e on e.account_id = s.account_id and e.version = s.last_line
    left join ledger_accounts a on a.id = coalesce(s.account_id, d.account_id)
   where ${sumsOf('d')} is distinct from ${sumsOf('s')} or d.balance_after is distinct from e.balance_after`;

const feeDays = sql`
  select coalesce(s.day, d.day)::text as subject,
         format('fees of %s: the day has %s and %s back, its entries give %s and %s', coalesce(s.day, d.day), ${usd(sql`-d.fee`)}, ${usd('d.refund')},
           ${usd(sql`-s.charged`)}, ${usd('s.given_back')}) as text
    from (select day, sum(charged)::bigint as charged, sum(given_back)::bigint as given_back from ledger_day_sums group by day) s
    full join ledger_fee_days d on d.day = s.day
   where (coalesce(d.fee, 0), coalesce(d.refund, 0)) is distinct from (coalesce(s.charged, 0), coalesce(s.given_back, 0))`;

const checkpoints = sql`
  select coalesce(a.user_id, 'account ' || c.account_id) as subject,
         format('account %s: its checkpoint at entry %s is not what the entries up to it give', c.account_id, c.version) as text
    from ledger_checkpoints c
    left join ledger_accounts a on a.id = c.account_id
    left join ledger_entries e on e.account_id = c.account_id and e.version = c.version
    left join (select account_id, sum(owed_other) as owed_other, sum(lines) as lines, sum(usdt) as usdt, sum(bank) as bank, sum(fee) as fee,
                      sum(refund) as refund, sum(adjust) as adjust from ledger_day_sums group by account_id) s on s.account_id = c.account_id
   where (c.balance, c.held, c.owed, c.owed_other) is distinct from
         (coalesce(e.balance_after, 0), coalesce(e.held_after, 0), coalesce(e.owed_after, 0), coalesce(s.owed_other, 0))
      or ${sumsOf('c')} is distinct from ${sumsOf('s')}
      or c.version > coalesce(a.version, 0)`;

/** `sealed_version` stays behind `version` where an older release has folded entries. */
const sealed = sql`
  select coalesce(a.user_id, 'account ' || c.account_id) as subject,
         format('account %s: one of its first %s entries is not what it was when it was checked', c.account_id, c.sealed_version) as text
    from ledger_checkpoints c
    left join ledger_accounts a on a.id = c.account_id
    left join (select account_id, bit_xor(seal) as seal from ledger_day_sums group by account_id) s on s.account_id = c.account_id
   where c.seal <> coalesce(s.seal, 0) or c.sealed_version > c.version`;

const depositDays = (timeZone: string): RawBuilder<unknown> => sql`
  select coalesce(s.day, d.day)::text as subject,
         format('deposits of %s by %s: the day has %s in %s credits, they add up to %s in %s', coalesce(s.day, d.day), coalesce(s.method, d.method),
           ${usd('d.received')}, coalesce(d.credits, 0), ${usd('s.received')}, coalesce(s.credits, 0)) as text
    from (select (c.created_at at time zone ${timeZone})::date as day, d.method, sum(c.amount) as received, sum(sign(c.amount)) as credits
            from deposit_credits c join deposits d on d.id = c.deposit_id group by 1, 2) s
    full join (select day, method, sum(received) as received, sum(credits) as credits from deposit_days group by 1, 2) d on d.day = s.day and d.method = s.method
   where (coalesce(d.received, 0), coalesce(d.credits, 0)) is distinct from (coalesce(s.received, 0), coalesce(s.credits, 0))`;

const revenue = (timeZone: string): RawBuilder<unknown> => sql`
  with invoiced as (
    select user_id, (paid_at at time zone ${timeZone})::date as day, sum(amount) as amount, count(*) as invoices
      from invoices where status = 'SUCCESS' and user_id is not null and paid_at is not null and not 'reversed' = any(flags) group by 1, 2)
  select coalesce(s.user_id, d.user_id) as subject,
         format('revenue of %s on %s: the day has %s in %s invoices, they add up to %s in %s', coalesce(s.user_id, d.user_id), coalesce(s.day, d.day),
           ${usd('d.amount')}, coalesce(d.invoices, 0), ${usd('s.amount')}, coalesce(s.invoices, 0)) as text
    from invoiced s full join revenue_days d on d.user_id = s.user_id and d.day = s.day
   where (coalesce(d.amount, 0), coalesce(d.invoices, 0)) is distinct from (coalesce(s.amount, 0), coalesce(s.invoices, 0))
  union all
  select coalesce(s.day, d.day)::text,
         format('revenue of %s over all users: the day has %s in %s invoices, they add up to %s in %s', coalesce(s.day, d.day),
           ${usd('d.amount')}, coalesce(d.invoices, 0), ${usd('s.amount')}, coalesce(s.invoices, 0))
    from (select day, sum(amount) as amount, sum(invoices) as invoices from invoiced group by day) s
    full join (select day, sum(amount) as amount, sum(invoices) as invoices from platform_revenue_days group by day) d on d.day = s.day
   where (coalesce(d.amount, 0), coalesce(d.invoices, 0)) is distinct from (coalesce(s.amount, 0), coalesce(s.invoices, 0))`;

/** Every roll-up, made again from what it sums up. Only in a full check, before anything new is folded. */
export async function checkRollUps(tx: Tx, timeZone: string): Promise<Finding[]> {
  await sumDays(tx, timeZone);
  return [
    ...(await findBroken(tx, 'ledger_days', days)),
    ...(await findBroken(tx, 'fee_days', feeDays)),
    ...(await findBroken(tx, 'checkpoints', checkpoints)),
    ...(await findBroken(tx, 'sealed', sealed)),
    ...(await findBroken(tx, 'deposit_days', depositDays(timeZone))),
    ...(await findBroken(tx, 'revenue_days', revenue(timeZone))),
  ];
}
