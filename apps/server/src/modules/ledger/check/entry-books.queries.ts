import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import { ENTRY_NAME, type Finding, findBroken } from './findings';
import { type CheckMode, ENTRIES } from './ledger-check.queries';

/** What these entries refer to; for a full check empty, since everything is read. */
export async function collectTouched(tx: Tx, mode: CheckMode): Promise<void> {
  await sql`
    create temporary table ledger_touched on commit drop as
    select distinct e.reference from ${ENTRIES[mode]} where ${mode === 'incremental'}::boolean`.execute(tx);
  await sql`analyze ledger_touched`.execute(tx);
}

/** A credit settled older debt, in the one or two entries that follow it. */
const settles = (rest: string) => sql`
  e.balance_delta = -e.receivable_delta and exists (
    select 1 from ledger_entries p where p.account_id = e.account_id and p.version between e.version - 2 and e.version - 1
       and p.reference = e.reference and p.idempotency_key || ${sql.lit(rest)} = e.idempotency_key)`;
/** The change of the invoice that its key names; old events are archived, the first one of an invoice with them or before. */
const HAPPENED = sql`
  (not exists (select 1 from events v where v.subject = e.reference and v.version = 1)
    or exists (select 1 from events v where v.subject = e.reference and v.topic || ':' || v.subject || ':' || v.version = e.idempotency_key))`;

/** Which platform account balances which kind, and which key the program gives it; every key names what the row refers to. */
const KEY_FITS = sql`
  case
    when e.ends_hold is not null then e.kind = 'fee' and e.platform_account = 'fees' and e.idempotency_key = 'hold-end:' || e.account_id || ':' || e.ends_hold
    when e.phase = 'pending' then e.kind = 'fee' and e.platform_account = 'fees' and e.idempotency_key = 'invoice-fee:' || e.reference
    when e.idempotency_key like '%#owed-fees' then e.kind = 'fee' and e.platform_account = 'fees' and ${settles('#owed-fees')}
    when e.idempotency_key like '%#owed-other' then e.kind = 'adjust' and e.platform_account = 'adjustments' and ${settles('#owed-other')}
    when e.kind = 'fee' then e.platform_account = 'fees' and e.balance_delta + e.receivable_delta < 0
      and (starts_with(e.idempotency_key, 'invoice.completed:' || e.reference || ':') or starts_with(e.idempotency_key, 'invoice.restored:' || e.reference || ':')) and ${HAPPENED}
    when e.kind = 'refund' then e.platform_account = 'fees' and e.balance_delta > 0 and starts_with(e.idempotency_key, 'invoice.reversed:' || e.reference || ':') and ${HAPPENED}
    when e.kind = 'usdt' then e.platform_account = 'usdt_clearing' and e.balance_delta > 0 and starts_with(e.idempotency_key, 'deposit:')
    when e.kind = 'bank' then e.platform_account = 'bank_clearing' and e.balance_delta > 0 and starts_with(e.idempotency_key, 'deposit:')
    when e.kind = 'adjust' then case when starts_with(e.idempotency_key, 'deposit:') then e.platform_account in ('usdt_clearing', 'bank_clearing')
      else e.platform_account = 'adjustments' end
    else false
  end`;

export async function checkEntryBooks(tx: Tx, mode: CheckMode): Promise<Finding[]> {
  const labels = await findBroken(
    tx,
    'labels',
    sql`
    select coalesce(a.user_id, 'account ' || e.account_id) as subject,
           format('entry %s (%s %s on %s, of %s) has the key %s', ${ENTRY_NAME}, e.phase, e.kind, e.platform_account, e.reference, e.idempotency_key) as text
      from ${ENTRIES[mode]} left join ledger_accounts a on a.id = e.account_id
     where (${KEY_FITS}) is not true`,
  );
  const times = await findBroken(
    tx,
    'times',
    sql`
    select coalesce(a.user_id, 'account ' || e.account_id) as subject,
           format('entry %s is of %s, the one before it of %s', ${ENTRY_NAME}, e.created_at, p.created_at) as text
      from ${ENTRIES[mode]}
      join ledger_entries p on p.account_id = e.account_id and p.version = e.version - 1
      left join ledger_accounts a on a.id = e.account_id
     where e.created_at < p.created_at`,
  );
  return [...labels, ...times];
}
