// Written by `npm run schema` from the migrated database; do not edit.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { ApiKeyId, BankTransferId, ContactMessageId, DeliveryId, DepositId, EndpointId, EntryId, HoldId, InvitationId, InvoiceId, MailId, PasskeyId, PaymentLinkId, RefundId, SessionId, StoreId, TransferId, UserId, WalletId } from '../id-types';

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type Json = ColumnType<unknown, string, string>;

export interface AddressChallengesTable {
  nonce: string;
  user_id: UserId;
  family: string;
  address_key: string;
  message: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  signature: string | null;
}

export interface AddressOwnersTable {
  family: string;
  address_key: string;
  user_id: UserId | null;
  claimed_at: Generated<Timestamp>;
  is_busy: Generated<boolean>;
  busy_at: Timestamp | null;
  proven_at: Timestamp | null;
}

export interface AlarmsTable {
  id: GeneratedAlways<bigint>;
  kind: string;
  subject: string;
  detail: Json;
  since: Timestamp;
  told_at: Timestamp | null;
  ended_at: Timestamp | null;
}

export interface AmountReservationsTable {
  family: string;
  address_key: string;
  payable: bigint;
  invoice_id: InvoiceId;
  ended_at: Timestamp | null;
  amount: bigint | null;
}

export interface ApiCallsTable {
  id: string;
  store_id: StoreId;
  key: string;
  ip: string;
  route: string;
  status: number;
  request_id: string;
}

export interface ApiKeysTable {
  id: ApiKeyId;
  store_id: StoreId;
  name: string;
  fingerprint: Buffer;
  last_four: string;
  scopes: string[];
  allowed_ips: Generated<string[]>;
  created_by: UserId;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  replaced_by: ApiKeyId | null;
  revoked_at: Timestamp | null;
}

export interface AuditLogTable {
  id: GeneratedAlways<bigint>;
  at: Generated<Timestamp>;
  actor: string;
  action: string;
  subject: string;
  detail: Generated<Json>;
  user_id: UserId | null;
  ip: string | null;
  device: string | null;
  before: Json | null;
  after: Json | null;
}

export interface BankTransfersTable {
  id: BankTransferId;
  provider: string;
  transaction_id: string;
  account: string;
  amount_vnd: bigint;
  content: string;
  bank_number: string | null;
  raw: Json;
  received_at: Timestamp;
  state: string;
  reason: string | null;
  deposit_id: DepositId | null;
  bank_time: string | null;
  duplicate_of: string | null;
  day_rate: bigint | null;
}

export interface CallbackAttemptsTable {
  id: Generated<bigint>;
  delivery_id: DeliveryId;
  at: Timestamp;
  outcome: string;
  http_status: number | null;
  duration_ms: number;
  response: string | null;
}

export interface CallbackDeliveriesTable {
  id: DeliveryId;
  invoice_id: InvoiceId;
  store_id: StoreId;
  user_id: UserId | null;
  event: string;
  url: string;
  endpoint: string;
  body: Json;
  attempts: Generated<number>;
  due_at: Timestamp;
  lease_token: string | null;
  lease_until: Timestamp | null;
  outcome: string | null;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  endpoint_id: EndpointId | null;
  version: Generated<number>;
  occurrence: Generated<number>;
  webhook_id: string | null;
  requeued_at: Timestamp | null;
}

export interface CallbackEndpointsTable {
  endpoint: string;
  due_at: Timestamp;
  paused_until: Timestamp | null;
}

export interface CallbackRetentionTable {
  one_row: Generated<boolean>;
  emptied_through: string;
}

export interface ChainBlocksTable {
  network: string;
  number: bigint;
  hash: string;
  time: Timestamp;
}

export interface ChainCursorsTable {
  network: string;
  epoch: Generated<bigint>;
  holder: string | null;
  lease_until: Timestamp | null;
  next_block: bigint | null;
  read_through: Timestamp | null;
  head_block: bigint | null;
  final_block: bigint | null;
  last_error: string | null;
  last_error_at: Timestamp | null;
  refused: string | null;
  updated_at: Generated<Timestamp>;
  rescan_from: bigint | null;
  looking_since: Timestamp | null;
  progress_at: Timestamp | null;
  pace_ms: number | null;
  assurance: Json | null;
  unproven_from: bigint | null;
  clock_lag_ms: number | null;
}

export interface ContactMessagesTable {
  id: ContactMessageId;
  name: string;
  email: string;
  phone: string;
  message: string;
  ip: string;
  created_at: Timestamp;
}

export interface DepositCountsTable {
  user_id: UserId;
  status: string;
  total: bigint;
}

export interface DepositCreditsTable {
  id: GeneratedAlways<bigint>;
  deposit_id: DepositId;
  source: string;
  amount: bigint;
  ledger_entry: EntryId;
  created_at: Timestamp;
}

export interface DepositDaysTable {
  day: string;
  method: string;
  shard: number;
  received: bigint;
  credits: bigint;
}

export interface DepositTotalsTable {
  method: string;
  status: string;
  shard: number;
  total: bigint;
}

export interface DepositsTable {
  id: DepositId;
  user_id: UserId;
  method: string;
  status: Generated<string>;
  amount: bigint;
  received: Generated<bigint>;
  topup_back: string | null;
  note: string | null;
  tid: string | null;
  invoice_id: InvoiceId | null;
  trans_id: string | null;
  reference: string | null;
  amount_vnd: bigint | null;
  rate: bigint | null;
  bank: Json | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  expires_at: Timestamp;
}

export interface DisplacedReservationsTable {
  family: string;
  address_key: string;
  invoice_id: InvoiceId;
  displaced_at: Timestamp;
  payable: Generated<bigint>;
  amount: bigint | null;
}

export interface EventTasksTable {
  event_id: bigint;
  attempts: Generated<number>;
  due_at: Generated<Timestamp>;
  last_error: string | null;
  dead: Generated<boolean>;
  event_at: Generated<Timestamp>;
}

export interface EventsTable {
  id: Generated<bigint>;
  topic: string;
  subject: string;
  version: number | null;
  payload: Json;
  created_at: Generated<Timestamp>;
  store_id: StoreId | null;
}

export interface FailedTriesTable {
  key: Buffer;
  failures: number;
  last_at: Timestamp;
  blocked_until: Timestamp;
}

export interface InvoiceCountsTable {
  store_id: StoreId;
  status: string;
  shard: number;
  user_id: UserId | null;
  total: bigint;
}

export interface InvoiceTextsTable {
  id: InvoiceId;
  user_id: UserId | null;
  trans_start: string;
  name: string;
  description: string | null;
  hidden: Generated<boolean>;
}

export interface InvoiceTransfersTable {
  transfer_id: TransferId;
  invoice_id: InvoiceId;
  amount: bigint;
  attached_at: Timestamp;
  matched_by: Generated<string>;
}

export interface InvoicesTable {
  id: InvoiceId;
  trans_id: string;
  store_id: StoreId;
  user_id: UserId | null;
  request_id: string | null;
  input_hash: Buffer;
  name: string;
  description: string | null;
  callback_url: string | null;
  success_url: string | null;
  cancel_url: string | null;
  amount: bigint;
  fee: bigint;
  fee_charged: boolean;
  hold_id: HoldId | null;
  payable: bigint;
  paid: Generated<bigint>;
  status: Generated<string>;
  flags: Generated<string[]>;
  version: Generated<number>;
  networks: string[];
  addresses: string[];
  created_at: Timestamp;
  expires_at: Timestamp;
  monitor_until: Timestamp | null;
  network: string | null;
  from_address: string | null;
  to_address: string | null;
  trans_hash: string | null;
  paid_at: Timestamp | null;
  hidden_at: Timestamp | null;
  notices: Generated<number>;
  metadata: Json | null;
  epusdt: Json | null;
  refunded: Generated<bigint>;
  accepted: bigint | null;
  with_main_key: Generated<boolean>;
  heads: Json | null;
}

export interface KnownDevicesTable {
  user_id: UserId;
  device_hash: Buffer;
  created_at: Timestamp;
  last_seen_at: Timestamp;
}

export interface LanguagesTable {
  code: string;
  name: string;
  flag: string;
  position: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface LedgerAccountsTable {
  id: GeneratedAlways<bigint>;
  user_id: UserId;
  balance: Generated<bigint>;
  held: Generated<bigint>;
  owed: Generated<bigint>;
  owed_other: Generated<bigint>;
  version: Generated<bigint>;
  changed_at: Timestamp;
}

export interface LedgerCheckpointsTable {
  account_id: UserId;
  version: bigint;
  balance: bigint;
  held: bigint;
  owed: bigint;
  owed_other: bigint;
  lines: bigint;
  usdt: bigint;
  bank: bigint;
  fee: bigint;
  refund: bigint;
  adjust: bigint;
  sealed_version: Generated<bigint>;
  seal: Generated<bigint>;
}

export interface LedgerChecksTable {
  id: GeneratedAlways<bigint>;
  checked_at: Timestamp;
  mode: string;
  entries: bigint;
  differences: bigint;
  detail: Json;
}

export interface LedgerDaysTable {
  account_id: UserId;
  day: string;
  lines: bigint;
  usdt: bigint;
  bank: bigint;
  fee: bigint;
  refund: bigint;
  adjust: bigint;
  balance_after: bigint;
}

export interface LedgerEntriesTable {
  account_id: UserId;
  version: bigint;
  phase: string;
  kind: string;
  balance_delta: bigint;
  receivable_delta: bigint;
  platform_account: string;
  held_delta: bigint;
  balance_after: bigint;
  held_after: bigint;
  owed_after: bigint;
  ends_hold: bigint | null;
  reference: string;
  idempotency_key: string;
  created_at: Timestamp;
}

export interface LedgerFeeDaysTable {
  day: string;
  fee: bigint;
  refund: bigint;
}

export interface MailedLinksTable {
  token_hash: Buffer;
  user_id: UserId;
  purpose: string;
  email: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  replaced_at: Timestamp | null;
  used_at: Timestamp | null;
  audit_id: bigint | null;
}

export interface NetworkAlarmsTable {
  network: string;
  kind: string;
  since: Timestamp;
  mailed_at: Timestamp | null;
}

export interface NotificationSettingsTable {
  user_id: UserId;
  invoice_paid: Generated<boolean>;
  low_balance: Generated<boolean>;
  low_since: Timestamp | null;
  monthly_statement: Generated<boolean>;
  statement_month: string | null;
}

export interface PasskeysTable {
  id: PasskeyId;
  user_id: UserId;
  credential_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  backed_up: boolean;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface PaymentLinkInvoicesTable {
  invoice_id: InvoiceId;
  link_id: PaymentLinkId;
  taken: Generated<boolean>;
  paid: Generated<boolean>;
  held: Generated<bigint>;
  ordered_by: string | null;
}

export interface PaymentLinksTable {
  id: PaymentLinkId;
  slug: string;
  user_id: UserId;
  store_id: StoreId;
  name: string;
  description: string | null;
  amount: bigint | null;
  stock: number | null;
  ends_at: Timestamp | null;
  questions: Generated<Json>;
  success_message: string | null;
  enabled: Generated<boolean>;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  amount_max: bigint | null;
  hold_max: bigint | null;
}

export interface PendingLoginsTable {
  token_hash: Buffer;
  user_id: UserId;
  method: string;
  remember: boolean;
  code_hash: Buffer | null;
  tries: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface PlatformRevenueDaysTable {
  day: string;
  shard: number;
  amount: bigint;
  invoices: bigint;
}

export interface ProcessReportsTable {
  process: string;
  host: string;
  roles: string[];
  reported_at: Timestamp;
  clock_ms: number;
  disk_free_bytes: bigint;
  disk_bytes: bigint;
  connections_max: number;
}

export interface QueuedMailsTable {
  id: MailId;
  template: string;
  mail_sealed: Buffer;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Timestamp;
  given_up_at: Timestamp | null;
}

export interface RecoveryCodesTable {
  user_id: UserId;
  slot: number;
  code_hash: string;
  used_at: Timestamp | null;
}

export interface RefundsTable {
  id: RefundId;
  invoice_id: InvoiceId;
  user_id: UserId;
  network: string;
  to_address: string;
  to_key: string;
  amount: bigint;
  reason: string;
  status: Generated<string>;
  created_by: UserId;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  tx_hash: string | null;
  problem: string | null;
  check_at: Timestamp | null;
  checks: Generated<number>;
  log_key: string | null;
  log_index: number | null;
  from_address: string | null;
  raw: string | null;
  block_number: bigint | null;
  block_hash: string | null;
  block_time: Timestamp | null;
  seen_at: Timestamp | null;
  final_at: Timestamp | null;
  search_at: Timestamp | null;
  search_from: bigint | null;
  is_found: Generated<boolean>;
  request_id: string | null;
}

export interface ReportedKeysTable {
  key: string;
  reported_at: Generated<Timestamp>;
  id: Generated<bigint>;
}

export interface ReportedTextsTable {
  key: string;
  language: string;
  value: string;
}

export interface RetranslationsTable {
  language: string;
  run: string;
  state: string;
  total: number;
  done: Generated<number>;
  refused: Generated<number>;
  after_id: Generated<bigint>;
  started_at: Generated<Timestamp>;
  progressed_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
}

export interface RevenueDaysTable {
  user_id: UserId;
  day: string;
  amount: bigint;
  invoices: bigint;
}

export interface RpcUsageTable {
  network: string;
  node: string;
  day: string;
  requests: Generated<bigint>;
  budget: bigint | null;
  warned_at: Timestamp | null;
  look_ups: Generated<bigint>;
}

export interface SessionsTable {
  id: SessionId;
  token_hash: Buffer;
  user_id: UserId;
  remember: boolean;
  ip: string;
  device: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  confirmed_at: Timestamp;
  ended_at: Timestamp | null;
  account_id: UserId | null;
  second_factor_at: Timestamp | null;
}

export interface ShippedTextsTable {
  id: Generated<boolean>;
  digest: string;
  installed_at: Generated<Timestamp>;
}

export interface StoreEndpointsTable {
  id: EndpointId;
  store_id: StoreId;
  url: string | null;
  version: number;
  events: string[];
  enabled: boolean;
  secret_sealed: Buffer | null;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: Timestamp | null;
  created_at: Timestamp;
  removed_at: Timestamp | null;
}

export interface StoreEpusdtTable {
  store_id: StoreId;
  enabled: boolean;
  token_sealed: Buffer;
  rate_source: string;
  rate: bigint | null;
  rate_url: string | null;
  rate_path: string | null;
  found_rate: bigint | null;
  found_at: Timestamp | null;
  created_at: Timestamp;
  read_failures: Generated<number>;
  read_at: Timestamp | null;
  next_rate: Json | null;
  next_rate_at: Timestamp | null;
}

export interface StoreWalletsTable {
  id: WalletId;
  store_id: StoreId;
  network: string;
  family: string;
  address_key: string;
  address: string;
  created_at: Timestamp;
  next_address: string | null;
  next_address_key: string | null;
  next_at: Timestamp | null;
  active_from: Timestamp | null;
}

export interface StoresTable {
  id: StoreId;
  user_id: UserId | null;
  name: string;
  note: string | null;
  merchant_id: string;
  status: Generated<string>;
  invoice_expiry_minutes: number;
  api_key_sealed: Buffer | null;
  api_key_fingerprint: Buffer | null;
  callback_secret_sealed: Buffer;
  previous_callback_secret_sealed: Buffer | null;
  previous_callback_secret_until: Timestamp | null;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  first_address_at: Timestamp | null;
  used_networks: Generated<string[]>;
  key_in_callbacks: Generated<boolean>;
  embed_origins: Generated<string[]>;
  shares_addresses: Generated<boolean>;
  allowed_ips: Generated<string[]>;
}

export interface TeamInvitationsTable {
  id: InvitationId;
  account_id: UserId;
  email: string;
  email_key: string;
  role: string;
  token_hash: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface TeamMembersTable {
  account_id: UserId;
  member_id: UserId;
  role: string;
  added_at: Timestamp;
}

export interface TokenAccountSignaturesTable {
  network: string;
  token_account: string;
  signature: string;
  slot: bigint;
  block_time: Timestamp | null;
  first_seen_at: Timestamp;
  read_at: Timestamp | null;
  is_recheck: Generated<boolean>;
  tries: Generated<number>;
  last_error: string | null;
  next_try_at: Timestamp | null;
}

export interface TotpSecretsTable {
  user_id: UserId;
  secret_sealed: Buffer;
  setup_session_id: SessionId;
  last_step: Generated<bigint>;
  created_at: Timestamp;
  enabled_at: Timestamp | null;
}

export interface TracesTable {
  subject: string;
  parent: string;
  created_at: Generated<Timestamp>;
}

export interface TransferClaimsTable {
  invoice_id: InvoiceId;
  network: string;
  tx_hash: string;
  claimed_at: Timestamp;
  signed_at: Timestamp | null;
}

export interface TransfersTable {
  id: TransferId;
  network: string;
  family: string;
  tx_hash: string;
  log_index: number;
  from_address: string;
  to_address: string;
  to_key: string;
  owner_id: UserId | null;
  amount: bigint;
  raw: string;
  block_number: bigint;
  block_hash: string;
  block_time: Timestamp;
  state: string;
  reason: string | null;
  seen_at: Timestamp;
  final_at: Timestamp | null;
  reorged_at: Timestamp | null;
  log_key: string;
  is_busy: Generated<boolean>;
}

export interface TranslationsTable {
  id: Generated<bigint>;
  language: string;
  key: string;
  value: string;
  edited: Generated<boolean>;
  updated_at: Generated<Timestamp>;
  missing: Generated<boolean>;
}

export interface UsedChallengesTable {
  challenge_hash: Buffer;
  expires_at: Timestamp;
}

export interface UserCountsTable {
  since: Timestamp;
  shard: number;
  total: bigint;
}

export interface UsersTable {
  id: UserId;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  email_verified_at: Timestamp | null;
  pending_email: string | null;
  password_hash: string;
  role: Generated<string>;
  disabled_at: Timestamp | null;
  language: Generated<string>;
  last_ip: string | null;
  last_device: string | null;
  created_at: Timestamp;
  email_otp: Generated<boolean>;
  login_notifications: Generated<boolean>;
  whitelist_ip: Generated<boolean>;
  allowed_ips: Generated<string[]>;
  email_released_at: Timestamp | null;
  address_lock_hours: number | null;
  pending_lock_hours: number | null;
  pending_lock_at: Timestamp | null;
  addresses_frozen_at: Timestamp | null;
  two_factor_required: Generated<boolean>;
  member_floor: Generated<number>;
  second_factor_for: Generated<string[]>;
}

export interface VndRateTable {
  id: Generated<boolean>;
  rate: bigint;
  fetched_at: Timestamp;
}

export interface WatchedAddressesTable {
  family: string;
  address_key: string;
  reason: string;
  ref: string;
  added_xid: Generated<string>;
  added_at: Generated<Timestamp>;
}

export interface WatchedTokenAccountsTable {
  network: string;
  token_account: string;
  owner_key: string;
  polled_at: Timestamp | null;
  anchor_slot: bigint | null;
  anchor_signature: string | null;
  resume_before: string | null;
  resume_slot: bigint | null;
  read_through: Timestamp | null;
  failures: Generated<number>;
  last_error: string | null;
  owner_listed_at: Timestamp | null;
  busy_at: Timestamp | null;
}

export interface WhitelistLinksTable {
  token_hash: Buffer;
  user_id: UserId;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface Database {
  address_challenges: AddressChallengesTable;
  address_owners: AddressOwnersTable;
  alarms: AlarmsTable;
  amount_reservations: AmountReservationsTable;
  api_calls: ApiCallsTable;
  api_keys: ApiKeysTable;
  audit_log: AuditLogTable;
  bank_transfers: BankTransfersTable;
  callback_attempts: CallbackAttemptsTable;
  callback_deliveries: CallbackDeliveriesTable;
  callback_endpoints: CallbackEndpointsTable;
  callback_retention: CallbackRetentionTable;
  chain_blocks: ChainBlocksTable;
  chain_cursors: ChainCursorsTable;
  contact_messages: ContactMessagesTable;
  deposit_counts: DepositCountsTable;
  deposit_credits: DepositCreditsTable;
  deposit_days: DepositDaysTable;
  deposit_totals: DepositTotalsTable;
  deposits: DepositsTable;
  displaced_reservations: DisplacedReservationsTable;
  event_tasks: EventTasksTable;
  events: EventsTable;
  failed_tries: FailedTriesTable;
  invoice_counts: InvoiceCountsTable;
  invoice_texts: InvoiceTextsTable;
  invoice_transfers: InvoiceTransfersTable;
  invoices: InvoicesTable;
  known_devices: KnownDevicesTable;
  languages: LanguagesTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_checkpoints: LedgerCheckpointsTable;
  ledger_checks: LedgerChecksTable;
  ledger_days: LedgerDaysTable;
  ledger_entries: LedgerEntriesTable;
  ledger_fee_days: LedgerFeeDaysTable;
  mailed_links: MailedLinksTable;
  network_alarms: NetworkAlarmsTable;
  notification_settings: NotificationSettingsTable;
  passkeys: PasskeysTable;
  payment_link_invoices: PaymentLinkInvoicesTable;
  payment_links: PaymentLinksTable;
  pending_logins: PendingLoginsTable;
  platform_revenue_days: PlatformRevenueDaysTable;
  process_reports: ProcessReportsTable;
  queued_mails: QueuedMailsTable;
  recovery_codes: RecoveryCodesTable;
  refunds: RefundsTable;
  reported_keys: ReportedKeysTable;
  reported_texts: ReportedTextsTable;
  retranslations: RetranslationsTable;
  revenue_days: RevenueDaysTable;
  rpc_usage: RpcUsageTable;
  sessions: SessionsTable;
  shipped_texts: ShippedTextsTable;
  store_endpoints: StoreEndpointsTable;
  store_epusdt: StoreEpusdtTable;
  store_wallets: StoreWalletsTable;
  stores: StoresTable;
  team_invitations: TeamInvitationsTable;
  team_members: TeamMembersTable;
  token_account_signatures: TokenAccountSignaturesTable;
  totp_secrets: TotpSecretsTable;
  traces: TracesTable;
  transfer_claims: TransferClaimsTable;
  transfers: TransfersTable;
  translations: TranslationsTable;
  used_challenges: UsedChallengesTable;
  user_counts: UserCountsTable;
  users: UsersTable;
  vnd_rate: VndRateTable;
  watched_addresses: WatchedAddressesTable;
  watched_token_accounts: WatchedTokenAccountsTable;
  whitelist_links: WhitelistLinksTable;
}

