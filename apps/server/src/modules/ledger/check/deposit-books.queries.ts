import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import { ENTRY_NAME, type Finding, findBroken, MOVED, usd } from './findings';
import { type CheckMode, ENTRIES } from './ledger-check.queries';

const SCOPE = { full: sql`true`, incremental: sql`d.id in (select reference from ledger_touched)` } as const;

const received = (mode: CheckMode): RawBuilder<unknown> => sql`
  select d.id as subject,
         format('deposit %s (%s): received is %s, its credits add up to %s (%s)', d.id, d.status, ${usd('d.received')}, ${usd('c.amount')}, coalesce(c.entries, 'none')) as text
    from deposits d left join lateral (
      select sum(c.amount) as amount, string_agg(c.ledger_entry, ', ' order by c.id) as entries from deposit_credits c where c.deposit_id = d.id) c on true
   where ${SCOPE[mode]} and (d.received <> coalesce(c.amount, 0) or (c.entries is not null) <> (d.status = 'PAID'))`;

/** The n-th credit of a source, its entry, and what paid it. */
const credits = (mode: CheckMode): RawBuilder<unknown> => sql`
  select c.deposit_id as subject,
         format('credit %s of deposit %s (%s from %s) is not entry %s (%s)', c.id, c.deposit_id, ${usd('c.amount')}, c.source, c.ledger_entry,
           ${usd(MOVED)}) as text
    from (select c.*, row_number() over (partition by c.deposit_id, c.source order by c.id) - 1 as turn from deposit_credits c
           where ${mode === 'full' ? sql`true` : sql`c.deposit_id in (select reference from ledger_touched)`}) c
    join deposits d on d.id = c.deposit_id
    left join ledger_accounts a on a.user_id = d.user_id
    left join ledger_entries e on e.account_id = split_part(c.ledger_entry, '_', 2)::bigint and e.version = split_part(c.ledger_entry, '_', 3)::bigint
   where (e.account_id, e.reference, e.idempotency_key, e.balance_delta + e.receivable_delta, e.kind, e.platform_account) is distinct from
         (a.id, d.id, 'deposit:' || c.source || ':' || c.turn, c.amount,
          case when c.amount < 0 then 'adjust' when d.method = 'usdt-auto' then 'usdt' else 'bank' end,
          case when d.method = 'usdt-auto' then 'usdt_clearing' else 'bank_clearing' end)`;

const uncredited = (mode: CheckMode): RawBuilder<unknown> => sql`
  select coalesce(a.user_id, 'account ' || e.account_id) as subject,
         format('entry %s (%s, %s) has no credit in deposit %s', ${ENTRY_NAME}, e.kind, ${usd(MOVED)}, e.reference) as text
    from ${ENTRIES[mode]}
    left join ledger_accounts a on a.id = e.account_id
    left join deposit_credits c on c.deposit_id = e.reference and c.ledger_entry = ${ENTRY_NAME}
   where e.platform_account in ('usdt_clearing', 'bank_clearing') and c.id is null`;

const DONG = sql`1000000000000::numeric`; // a rate is in millionths of a dong per dollar, and a dollar has a million micro-units
/**
 * What dong are worth (transfer-worth.ts). Those without a rate of the day count at the deposit's, and precede the one that exceeds its
 * amount; what that one has left of it does too.
 */
const WORTH = sql`
  select array_agg(case when own = d.amount_vnd then d.amount else floor(own * ${DONG} / nullif(d.rate, 0)) end
                   + coalesce(floor((t.amount_vnd - own) * ${DONG} / nullif(t.day_rate, 0)), 0)) as micros
    from (select greatest(0, d.amount_vnd - coalesce(sum(o.amount_vnd), 0)) as vnd from bank_transfers o
           where o.deposit_id = d.id and o.state = 'credited' and o.day_rate is null) rest
   cross join lateral unnest(case when t.day_rate is null then array[t.amount_vnd]::numeric[] else array[0, rest.vnd] end) own`;

/** A source counts with its own amount, or was taken back; a bank transfer names its deposit. */
const sources = (mode: CheckMode): RawBuilder<unknown> => sql`
  select s.deposit_id as subject, format('deposit %s: %s was credited from %s, which is %s', s.deposit_id, ${usd('s.net')}, s.source,
           case when t.id is null then 'unknown' else (${usd('t.amount')})::text end) as text
    from (select c.deposit_id, c.source, sum(c.amount) as net from deposit_credits c join deposits d on d.id = c.deposit_id
           where d.method = 'usdt-auto' and ${SCOPE[mode]} group by 1, 2) s
    left join transfers t on t.id = s.source
   where s.net <> 0 and s.net is distinct from t.amount
  union all
  select s.deposit_id, format('deposit %s: %s was credited from %s, which %s', s.deposit_id, ${usd('s.net')}, s.source,
           case when (t.state, t.deposit_id) is distinct from ('credited', s.deposit_id) then 'does not name it' else 'is worth ' || array_to_string(w.micros, ' or ') end)
    from (select c.deposit_id, c.source, sum(c.amount) as net from deposit_credits c join deposits d on d.id = c.deposit_id
           where d.method <> 'usdt-auto' and ${SCOPE[mode]} group by 1, 2) s
    join deposits d on d.id = s.deposit_id
    left join bank_transfers t on t.id = s.source
    left join lateral (${WORTH}) w on true
   where s.net <> 0 and ((t.state, t.deposit_id) is distinct from ('credited', s.deposit_id) or (s.net = any(w.micros)) is not true)`;

/** A rate is in millionths of a dong per dollar, rounded up (vndOf); a USDT deposit asks for what its payment invoice asks for. */
const asked = (mode: CheckMode): RawBuilder<unknown> => sql`
  select d.id as subject, format('deposit %s: %s, %s VND at a rate of %s and its payment invoice disagree', d.id, ${usd('d.amount')}, d.amount_vnd, d.rate) as text
    from deposits d left join invoices i on i.id = d.invoice_id
   where ${SCOPE[mode]} and case when d.method = 'usdt-auto' then i.amount is distinct from d.amount
         else d.amount_vnd <> ceil(d.amount::numeric * d.rate / 1000000000000) end`;

/** The feed's own words (feed-bodies.ts) are kept beside what was read from them. */
const reported = sql`
  select b.id as subject, format('bank transfer %s: its amount is %s VND, %s reported %s', b.id, b.amount_vnd, b.provider, r.amount) as text
    from bank_transfers b
   cross join lateral (select b.raw ->> case b.provider when 'sepay' then 'transferAmount' else 'amount' end as amount) r
   where b.amount_vnd is distinct from r.amount::numeric`;

/** What the deposits say, against the ledger and what paid them. */
export async function checkDepositBooks(tx: Tx, mode: CheckMode): Promise<Finding[]> {
  return [
    ...(await findBroken(tx, 'received', received(mode))),
    ...(await findBroken(tx, 'credits', credits(mode))),
    ...(await findBroken(tx, 'uncredited', uncredited(mode))),
    ...(await findBroken(tx, 'sources', sources(mode))),
    ...(await findBroken(tx, 'asked', asked(mode))),
    ...(mode === 'full' ? await findBroken(tx, 'reported', reported) : []),
  ];
}
