const columnsOf = (tables: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(tables).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));

/** Every bigint or numeric column holds money, also one that a later migration adds, unless it is listed here. */
export const NO_MONEY: ReadonlySet<string> = new Set([
  // Ids; those of ledger_entries have a test of their own.
  ...columnsOf({
    alarms: ['id'],
    audit_log: ['id'],
    callback_attempts: ['id'],
    deposit_credits: ['id'],
    event_tasks: ['event_id'],
    events: ['id'],
    ledger_accounts: ['id'],
    ledger_checkpoints: ['account_id'],
    ledger_checks: ['id'],
    ledger_days: ['account_id'],
    ledger_entries: ['account_id', 'version', 'ends_hold'],
    mailed_links: ['audit_id'],
    reported_keys: ['id'],
    retranslations: ['after_id'],
    translations: ['id'],
  }),
  // Numbers of rows, requests, bytes.
  ...columnsOf({
    deposit_counts: ['total'],
    deposit_totals: ['total'],
    invoice_counts: ['total'],
    ledger_checks: ['entries', 'differences'],
    passkeys: ['counter'],
    process_reports: ['disk_bytes', 'disk_free_bytes'],
    rpc_usage: ['budget', 'requests', 'look_ups'],
    totp_secrets: ['last_step'],
    user_counts: ['total'],
  }),
  // Places on a chain.
  ...columnsOf({
    chain_blocks: ['number'],
    chain_cursors: ['epoch', 'final_block', 'head_block', 'next_block', 'rescan_from', 'unproven_from'],
    refunds: ['block_number', 'search_from'],
    token_account_signatures: ['slot'],
    transfers: ['block_number'],
    watched_token_accounts: ['anchor_slot', 'resume_slot'],
  }),
]);

/** What people set or others quote; whatever is computed by it is kept with the result. */
export const SETTINGS: ReadonlySet<string> = new Set(
  columnsOf({ payment_links: ['amount', 'amount_max', 'hold_max'], store_epusdt: ['rate', 'found_rate'], vnd_rate: ['rate'] }),
);

/** A smaller change than this is not noticed (docs/runbooks/ledger-difference.md); 1 where a column is not listed. */
export const LEAST_NOTICED: Readonly<Record<string, bigint>> = {
  'bank_transfers.day_rate': 1_000_000n,
  'deposits.amount': 1_000n,
  'deposits.rate': 1_000_000n,
  'refunds.raw': 10n ** 12n,
  'transfers.raw': 10n ** 12n,
};

/** Not every row has something to be compared with. */
export const NOTICED_ROWS: Readonly<Record<string, string>> = {
  'refunds.amount': "status <> 'planned'",
};

/** What the check cannot notice, in the words of that page, and such a change. */
export const UNNOTICED: Readonly<Record<string, readonly string[]>> = {
  '`deposits.rate` or `bank_transfers.day_rate`, by less than a dong': [
    "update deposits set rate = rate - 1 where method = 'vietnam-bank-auto'",
    'update bank_transfers set day_rate = day_rate - 1 where day_rate is not null',
  ],
  '`transfers.raw` or `refunds.raw` by less than a micro-unit': ['update refunds set raw = raw + 1'],
  '`refunds.amount` before the refund is on its chain': ["update refunds set amount = amount + 1000000 where status = 'planned'"],
  '`invoices.payable` by a tail, once the invoice is watched no more': [
    `delete from amount_reservations where invoice_id = (select min(id) from invoices where status = 'SUCCESS');
     update invoices set monitor_until = null, payable = payable + 100 where id = (select min(id) from invoices where status = 'SUCCESS')`,
  ],
  '`amount_reservations.payable` of a remainder, by a tail': [
    `update amount_reservations r set payable = r.payable + 100 from invoices i where i.id = r.invoice_id and r.payable <> i.payable`,
  ],
  '`displaced_reservations.payable` of a remainder': [
    'update displaced_reservations set payable = payable - 100, amount = null where amount is not null',
  ],
  '`payment_links.amount`, `amount_max`, `hold_max`; `store_epusdt.rate`, `found_rate`; `vnd_rate.rate`': [
    'update payment_links set amount = amount * 2, amount_max = amount_max * 2, hold_max = hold_max * 2',
    'update store_epusdt set rate = rate * 2, found_rate = found_rate * 2',
    'update vnd_rate set rate = rate * 2',
  ],
  'amounts in texts and JSON: callbacks, events, mails': [
    `update events set payload = jsonb_set(payload, '{amount}', '"1"') where topic = 'deposit.credited'`,
  ],
};
