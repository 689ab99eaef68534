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

/** Which platform account balances which kind, and which key the program gives it; every key names what the row refers to. */
const KEY_FITS = sql`
  case
    when e.ends_hold is not null then e.kind = 'fee' and e.platform_account = 'fees' and e.idempotency_key = 'hold-end:' || e.account_id || ':' || e.ends_hold
    when e.phase = 'pending' then e.kind = 'fee' and e.platform_account = 'fees' and e.idempotency_key = 'invoice-fee:' || e.reference
    when e.idempotency_key like '%#owed-fees' then e.kind = 'fee' and e.platform_account = 'fees' and e.balance_delta = -e.receivable_delta
    when e.idempotency_key like '%#owed-other' then e.kind = 'adjust' and e.platform_account = 'adjustments' and e.balance_delta = -e.receivable_delta
    when e.kind = 'fee' then e.platform_account = 'fees' and e.balance_delta + e.receivable_delta < 0
      and (starts_with(e.idempotency_key, 'invoice.completed:' || e.reference || ':') or starts_with(e.idempotency_key, 'invoice.restored:' || e.reference || ':'))
    when e.kind = 'refund' then e.platform_account = 'fees' and e.balance_delta > 0 and starts_with(e.idempotency_key, 'invoice.reversed:' || e.reference || ':')
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
  // In a full check the days are compared instead (roll-ups), and whatever was sealed.
  const times =
    mode === 'full'
      ? []
      : await findBroken(
          tx,
          'times',
          sql`
    select a.user_id as subject, format('entry %s is of %s, the one before it of %s', ${ENTRY_NAME}, e.created_at, p.created_at) as text
      from ${ENTRIES[mode]}
      join ledger_entries p on p.account_id = e.account_id and p.version = e.version - 1
      join ledger_accounts a on a.id = e.account_id
     where e.created_at < p.created_at`,
        );
  return [...labels, ...times];
}
