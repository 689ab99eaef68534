/** Which module owns a table: only it writes there, and decides what its columns mean. */
export const OWNED: Readonly<Record<string, readonly string[]>> = {
  platform: ['audit_log', 'event_tasks', 'events', 'queued_mails', 'traces'],
  ledger: ['ledger_accounts', 'ledger_checkpoints', 'ledger_checks', 'ledger_days', 'ledger_entries', 'ledger_fee_days'],
  translations: ['languages', 'reported_keys', 'reported_texts', 'retranslations', 'shipped_texts', 'translations'],
  chains: [
    'address_challenges',
    'address_owners',
    'chain_blocks',
    'chain_cursors',
    'network_alarms',
    'rpc_usage',
    'token_account_signatures',
    'transfers',
    'watched_addresses',
    'watched_token_accounts',
  ],
  accounts: [
    'failed_tries',
    'known_devices',
    'mailed_links',
    'passkeys',
    'pending_logins',
    'recovery_codes',
    'sessions',
    'team_invitations',
    'team_members',
    'totp_secrets',
    'used_challenges',
    'user_counts',
    'users',
    'whitelist_links',
  ],
  contact: ['contact_messages'],
  stores: ['api_calls', 'api_keys', 'store_epusdt', 'store_wallets', 'stores'],
  invoices: [
    'amount_reservations',
    'displaced_reservations',
    'invoice_counts',
    'invoice_texts',
    'invoice_transfers',
    'invoices',
    'refunds',
    'transfer_claims',
  ],
  links: ['payment_link_invoices', 'payment_links'],
  deposits: ['bank_transfers', 'deposit_counts', 'deposit_credits', 'deposit_days', 'deposit_totals', 'deposits', 'vnd_rate'],
  callbacks: ['callback_attempts', 'callback_deliveries', 'callback_endpoints', 'callback_retention', 'store_endpoints'],
  alarms: ['alarms', 'process_reports'],
  merchant: ['notification_settings', 'platform_revenue_days', 'revenue_days'],
};

/** Functions in apps/server/sql belong to the module whose name they begin with, and these to: */
export const FUNCTION_OWNERS: Readonly<Record<string, string>> = {
  create_invoice: 'invoices',
  is_explained: 'invoices',
  known_heads: 'invoices',
  reserve_amount: 'invoices',
  reserve_payable: 'invoices',
  take_over_amount: 'invoices',
  take_over_payable: 'invoices',
  name_grams: 'platform',
  text_grams: 'platform',
  events_followed: 'platform',
  refuse_change: 'platform',
  user_counts_add: 'accounts',
};

/** Which files read other modules' tables, and why a call of the owner's service would not do. */
export type ReadModel = { readonly file: string; readonly reads: readonly string[]; readonly why: string };
const SERVER = 'apps/server/src/modules';
const LISTED = 'a list over all users is filtered and paged in one statement';
const CHECKED = 'the ledger check compares rows of all modules in one snapshot, and must not trust their code';
const SETTLED = 'invoices and transfers are matched under the locks of one transaction';
export const READ_MODELS: readonly ReadModel[] = [
  { file: 'apps/server/sql/create_invoice.sql', reads: ['store_wallets'], why: 'an invoice is created in one round trip (ADR 12)' },
  {
    file: 'apps/server/sql/reservations/known_heads.sql',
    reads: ['chain_cursors'],
    why: 'an invoice is created in one round trip (ADR 12)',
  },
  { file: 'apps/server/sql/link_invoices_follow.sql', reads: ['invoices'], why: 'the state of invoices from before the trigger, once' },
  { file: 'apps/server/sql/invoice_transfers_part_is_certain.sql', reads: ['transfers'], why: 'a constraint between two tables' },
  {
    file: 'apps/server/src/cli/restore-report.ts',
    reads: ['callback_deliveries', 'chain_cursors', 'transfers'],
    why: 'an operator asks once, after a restore',
  },
  {
    file: 'apps/server/src/cli/shops.queries.ts',
    reads: ['invoices', 'stores', 'watched_addresses'],
    why: 'an operator asks what the shops need of the nodes',
  },
  { file: `${SERVER}/accounts/mailed-links/mailboxes.queries.ts`, reads: ['audit_log'], why: 'which mailboxes the account had' },
  { file: `${SERVER}/accounts/mailed-links/mail-language.queries.ts`, reads: ['languages'], why: 'one of the languages that exist' },
  { file: 'apps/server/src/platform/audit-log.queries.ts', reads: ['users'], why: 'the names of those who did it' },
  { file: `${SERVER}/admin/deposits.queries.ts`, reads: ['deposits', 'users'], why: LISTED },
  { file: `${SERVER}/admin/invoices.queries.ts`, reads: ['callback_deliveries', 'invoices', 'stores'], why: LISTED },
  { file: `${SERVER}/admin/stores.queries.ts`, reads: ['stores', 'users'], why: LISTED },
  { file: `${SERVER}/admin/text-match.ts`, reads: ['users'], why: LISTED },
  { file: `${SERVER}/admin/users.queries.ts`, reads: ['user_counts', 'users'], why: LISTED },
  {
    file: `${SERVER}/callbacks/store-endpoints/endpoints.queries.ts`,
    reads: ['stores'],
    why: 'the merchant ID of the body, read with the endpoints in the transaction of the change',
  },
  {
    file: `${SERVER}/deposits/bank/bank-transfers.queries.ts`,
    reads: ['users'],
    why: 'the name beside a transfer that waits for a decision',
  },
  { file: `${SERVER}/invoices/expire/sweeps.queries.ts`, reads: ['transfers', 'watched_token_accounts'], why: SETTLED },
  {
    file: `${SERVER}/invoices/invoices.queries.ts`,
    reads: ['events', 'stores', 'users'],
    why: 'the timeline with the names of people, and the store',
  },
  {
    file: `${SERVER}/invoices/read/list-events.queries.ts`,
    reads: ['events', 'stores'],
    why: 'the events of a store, with its merchant ID',
  },
  { file: `${SERVER}/invoices/read/outdated-events.queries.ts`, reads: ['events'], why: 'which callbacks no longer hold' },
  { file: `${SERVER}/invoices/read/payment-notices.queries.ts`, reads: ['transfers'], why: 'what the payment page says, in one statement' },
  { file: `${SERVER}/invoices/settle/matching.queries.ts`, reads: ['store_wallets'], why: SETTLED },
  { file: `${SERVER}/invoices/settle/settle-transfers.queries.ts`, reads: ['transfers'], why: SETTLED },
  {
    file: `${SERVER}/ledger/check/deposit-books.queries.ts`,
    reads: ['bank_transfers', 'deposit_credits', 'deposits', 'invoices', 'transfers'],
    why: CHECKED,
  },
  { file: `${SERVER}/ledger/check/entry-books.queries.ts`, reads: ['events'], why: CHECKED },
  {
    file: `${SERVER}/ledger/check/invoice-amounts.queries.ts`,
    reads: ['amount_reservations', 'displaced_reservations', 'events', 'invoices', 'payment_link_invoices'],
    why: CHECKED,
  },
  {
    file: `${SERVER}/ledger/check/invoice-books.queries.ts`,
    reads: ['invoice_transfers', 'invoices', 'refunds', 'transfers'],
    why: CHECKED,
  },
  {
    file: `${SERVER}/ledger/check/roll-ups.queries.ts`,
    reads: ['deposit_credits', 'deposit_days', 'deposits', 'invoices', 'platform_revenue_days', 'revenue_days'],
    why: CHECKED,
  },
  {
    file: `${SERVER}/links/links.queries.ts`,
    reads: ['invoices', 'stores'],
    why: 'the name of the store, and the websites that may frame an invoice',
  },
  { file: `${SERVER}/stores/epusdt/epusdt.queries.ts`, reads: ['users'], why: 'a token and its owner are read in one round trip' },
  {
    file: `${SERVER}/merchant/statements/statement.queries.ts`,
    reads: ['bank_transfers', 'deposit_credits', 'deposits', 'invoices', 'ledger_entries', 'refunds', 'transfers'],
    why: 'entries of the ledger are summed by the store of their invoices, up to a million a month, in one statement',
  },
  { file: `${SERVER}/stores/store-access.queries.ts`, reads: ['users'], why: 'a key and its owner are read in one round trip' },
  { file: `${SERVER}/stores/store-operators.queries.ts`, reads: ['address_owners'], why: 'asked under the lock that the address needs' },
];
