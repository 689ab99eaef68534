-- What an empty database gets, after the functions of ../sql: the sum of all migrations. Written by `npm run schema`; do not edit.

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

create sequence callback_attempts_id_seq;
create sequence events_id_seq;
create sequence translations_id_seq;

create table address_challenges (
  nonce text collate "C" not null,
  user_id text collate "C" not null,
  family text collate "C" not null,
  address_key text collate "C" not null,
  message text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  signature text,
  constraint address_challenges_pkey PRIMARY KEY (nonce),
  constraint address_challenges_used_is_signed CHECK (((used_at IS NULL) = (signature IS NULL)))
);

create table address_owners (
  family text collate "C" not null,
  address_key text collate "C" not null,
  user_id text collate "C",
  claimed_at timestamp with time zone not null default now(),
  is_busy boolean not null default false,
  busy_at timestamp with time zone,
  proven_at timestamp with time zone,
  constraint address_owners_pkey PRIMARY KEY (family, address_key),
  constraint address_owners_busy_has_time CHECK (((NOT is_busy) OR (busy_at IS NOT NULL))),
  constraint address_owners_family_known CHECK ((family = ANY (ARRAY['evm'::text, 'tron'::text, 'solana'::text])))
);

create table alarms (
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  detail jsonb not null,
  since timestamp with time zone not null,
  told_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint alarms_pkey PRIMARY KEY (id)
);

create table amount_reservations (
  family text collate "C" not null,
  address_key text collate "C" not null,
  payable bigint not null,
  invoice_id text collate "C" not null,
  ended_at timestamp with time zone,
  amount bigint,
  constraint amount_reservations_pkey PRIMARY KEY (family, address_key, payable)
) with (autovacuum_vacuum_scale_factor=0.02);

create table api_calls (
  id text collate "C" not null,
  store_id text collate "C" not null,
  key text collate "C" not null,
  ip text not null,
  route text not null,
  status smallint not null,
  request_id text collate "C" not null,
  constraint api_calls_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.01, autovacuum_vacuum_insert_scale_factor=0.02);

create table api_keys (
  id text collate "C" not null,
  store_id text collate "C" not null,
  name text not null,
  fingerprint bytea not null,
  last_four text not null,
  scopes text[] not null,
  allowed_ips text[] not null default '{}'::text[],
  created_by text collate "C" not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  replaced_by text collate "C",
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_have_a_scope CHECK ((cardinality(scopes) > 0)),
  constraint api_keys_replaced_ends CHECK (((replaced_by IS NULL) OR (expires_at IS NOT NULL)))
);

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  user_id text collate "C",
  ip text,
  device text,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table bank_transfers (
  id text collate "C" not null,
  provider text collate "C" not null,
  transaction_id text collate "C" not null,
  account text not null,
  amount_vnd bigint not null,
  content text not null,
  bank_number text collate "C",
  raw jsonb not null,
  received_at timestamp with time zone not null,
  state text collate "C" not null,
  reason text collate "C",
  deposit_id text collate "C",
  bank_time text collate "C",
  duplicate_of text collate "C",
  day_rate bigint,
  constraint bank_transfers_once UNIQUE (provider, transaction_id),
  constraint bank_transfers_pkey PRIMARY KEY (id),
  constraint bank_transfers_amount_positive CHECK ((amount_vnd > 0)),
  constraint bank_transfers_credited_to CHECK (((state = 'credited'::text) = (deposit_id IS NOT NULL))),
  constraint bank_transfers_day_rate_positive CHECK ((day_rate > 0)),
  constraint bank_transfers_provider_known CHECK ((provider = ANY (ARRAY['sepay'::text, 'casso'::text]))),
  constraint bank_transfers_state_known CHECK ((state = ANY (ARRAY['credited'::text, 'unmatched'::text, 'duplicate'::text])))
);

create table callback_attempts (
  id bigint not null default nextval('callback_attempts_id_seq'::regclass),
  delivery_id text collate "C" not null,
  at timestamp with time zone not null,
  outcome text collate "C" not null,
  http_status integer,
  duration_ms integer not null,
  response text,
  constraint callback_attempts_duration_not_negative CHECK ((duration_ms >= 0)),
  constraint callback_attempts_outcome_known CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'gone'::text, 'timeout'::text, 'unreachable'::text, 'blocked_address'::text])))
) partition by RANGE (at);

create table callback_deliveries (
  id text collate "C" not null,
  invoice_id text collate "C" not null,
  store_id text collate "C" not null,
  user_id text collate "C",
  event text collate "C" not null,
  url text not null,
  endpoint text collate "C" not null,
  body jsonb not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  lease_token uuid,
  lease_until timestamp with time zone,
  outcome text collate "C",
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  endpoint_id text collate "C",
  version integer not null default 1,
  occurrence integer not null default 0,
  webhook_id text collate "C",
  requeued_at timestamp with time zone,
  constraint callback_deliveries_once UNIQUE NULLS NOT DISTINCT (invoice_id, endpoint_id, event, occurrence),
  constraint callback_deliveries_pkey PRIMARY KEY (id),
  constraint callback_deliveries_ended CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint callback_deliveries_event_known CHECK ((event = ANY (ARRAY['seen'::text, 'unseen'::text, 'partly_paid'::text, 'late_payment'::text, 'completed'::text, 'overpaid'::text, 'reversed'::text, 'restored'::text, 'refunded'::text, 'expired'::text]))),
  constraint callback_deliveries_leased CHECK (((lease_token IS NULL) = (lease_until IS NULL))),
  constraint callback_deliveries_outcome_known CHECK ((outcome = ANY (ARRAY['delivered'::text, 'superseded'::text, 'dead'::text])))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.01, autovacuum_vacuum_insert_scale_factor=0.02);

create table callback_endpoints (
  endpoint text collate "C" not null,
  due_at timestamp with time zone not null,
  paused_until timestamp with time zone,
  constraint callback_endpoints_pkey PRIMARY KEY (endpoint)
);

create table callback_retention (
  one_row boolean not null default true,
  emptied_through text collate "C" not null,
  constraint callback_retention_pkey PRIMARY KEY (one_row),
  constraint callback_retention_one_row CHECK (one_row)
);

create table chain_blocks (
  network text not null,
  number bigint not null,
  hash text not null,
  time timestamp with time zone not null,
  constraint chain_blocks_pkey PRIMARY KEY (network, number)
);

create table chain_cursors (
  network text not null,
  epoch bigint not null default 0,
  holder text,
  lease_until timestamp with time zone,
  next_block bigint,
  read_through timestamp with time zone,
  head_block bigint,
  final_block bigint,
  last_error text,
  last_error_at timestamp with time zone,
  refused text,
  updated_at timestamp with time zone not null default now(),
  rescan_from bigint,
  looking_since timestamp with time zone,
  progress_at timestamp with time zone,
  pace_ms integer,
  assurance jsonb,
  unproven_from bigint,
  clock_lag_ms integer,
  constraint chain_cursors_pkey PRIMARY KEY (network),
  constraint chain_cursors_clock_lag CHECK (((clock_lag_ms >= 0) AND (clock_lag_ms <= 60000)))
);

create table contact_messages (
  id text collate "C" not null,
  name text not null,
  email text not null,
  phone text not null,
  message text not null,
  ip text not null,
  created_at timestamp with time zone not null,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_email_length CHECK (((length(email) >= 1) AND (length(email) <= 50))),
  constraint contact_messages_message_length CHECK (((length(message) >= 1) AND (length(message) <= 1500))),
  constraint contact_messages_name_length CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint contact_messages_phone_length CHECK (((length(phone) >= 1) AND (length(phone) <= 50)))
);

create table deposit_counts (
  user_id text collate "C" not null,
  status text collate "C" not null,
  total bigint not null,
  constraint deposit_counts_pkey PRIMARY KEY (user_id, status)
) with (fillfactor=50);

create table deposit_credits (
  id bigint not null generated always as identity,
  deposit_id text collate "C" not null,
  source text collate "C" not null,
  amount bigint not null,
  ledger_entry text not null,
  created_at timestamp with time zone not null,
  constraint deposit_credits_pkey PRIMARY KEY (id),
  constraint deposit_credits_move CHECK ((amount <> 0))
);

create table deposit_days (
  day date not null,
  method text collate "C" not null,
  shard smallint not null,
  received bigint not null,
  credits bigint not null,
  constraint deposit_days_pkey PRIMARY KEY (day, method, shard)
) with (fillfactor=50);

create table deposit_totals (
  method text collate "C" not null,
  status text collate "C" not null,
  shard smallint not null,
  total bigint not null,
  constraint deposit_totals_pkey PRIMARY KEY (method, status, shard)
) with (fillfactor=50);

create table deposits (
  id text collate "C" not null,
  user_id text collate "C" not null,
  method text collate "C" not null,
  status text collate "C" not null default 'PENDING'::text,
  amount bigint not null,
  received bigint not null default 0,
  topup_back text,
  note text,
  tid text,
  invoice_id text collate "C",
  trans_id text collate "C",
  reference text collate "C",
  amount_vnd bigint,
  rate bigint,
  bank jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint deposits_invoice_unique UNIQUE (invoice_id),
  constraint deposits_reference_unique UNIQUE (reference),
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_amount_positive CHECK ((amount > 0)),
  constraint deposits_fit_method CHECK (
CASE method
    WHEN 'usdt-auto'::text THEN ((invoice_id IS NOT NULL) AND (trans_id IS NOT NULL) AND (reference IS NULL))
    ELSE ((reference IS NOT NULL) AND (amount_vnd > 0) AND (rate > 0) AND (bank IS NOT NULL) AND (invoice_id IS NULL))
END),
  constraint deposits_method_known CHECK ((method = ANY (ARRAY['usdt-auto'::text, 'vietnam-bank-auto'::text]))),
  constraint deposits_received_not_negative CHECK ((received >= 0)),
  constraint deposits_status_known CHECK ((status = ANY (ARRAY['PENDING'::text, 'PAID'::text, 'CANCELED'::text])))
);

create table displaced_reservations (
  family text collate "C" not null,
  address_key text collate "C" not null,
  invoice_id text collate "C" not null,
  displaced_at timestamp with time zone not null,
  payable bigint not null default 0,
  amount bigint,
  constraint displaced_reservations_pkey PRIMARY KEY (family, address_key, payable, invoice_id)
);

create table event_tasks (
  event_id bigint not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  last_error text,
  dead boolean not null default false,
  event_at timestamp with time zone not null default now(),
  constraint event_tasks_pkey PRIMARY KEY (event_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

create table events (
  id bigint not null default nextval('events_id_seq'::regclass),
  topic text not null,
  subject text not null,
  version integer,
  payload jsonb not null,
  created_at timestamp with time zone not null default now(),
  store_id text collate "C",
  constraint events_topic_is_noun_past CHECK ((topic ~ '^[a-z_]+\.[a-z_]+$'::text))
) partition by RANGE (created_at);

create table failed_tries (
  key bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  blocked_until timestamp with time zone not null,
  constraint failed_tries_pkey PRIMARY KEY (key)
);

create table invoice_counts (
  store_id text collate "C" not null,
  status text collate "C" not null,
  shard smallint not null,
  user_id text collate "C",
  total bigint not null,
  constraint invoice_counts_pkey PRIMARY KEY (store_id, status, shard)
) with (fillfactor=50);

create table invoice_texts (
  id text collate "C" not null,
  user_id text collate "C",
  trans_start text collate "C" not null,
  name text not null,
  description text,
  hidden boolean not null default false,
  constraint invoice_texts_pkey PRIMARY KEY (id)
) partition by RANGE (id);

create table invoice_transfers (
  transfer_id text collate "C" not null,
  invoice_id text collate "C" not null,
  amount bigint not null,
  attached_at timestamp with time zone not null,
  matched_by text not null default 'exact'::text,
  constraint invoice_transfers_pkey PRIMARY KEY (transfer_id),
  constraint invoice_transfers_matched_by_known CHECK ((matched_by = ANY (ARRAY['exact'::text, 'part'::text, 'hand'::text, 'signed'::text])))
);

create table invoices (
  id text collate "C" not null,
  trans_id text collate "C" not null,
  store_id text collate "C" not null,
  user_id text collate "C",
  request_id text collate "C",
  input_hash bytea not null,
  name text not null,
  description text,
  callback_url text,
  success_url text,
  cancel_url text,
  amount bigint not null,
  fee bigint not null,
  fee_charged boolean not null,
  hold_id text collate "C",
  payable bigint not null,
  paid bigint not null default 0,
  status text collate "C" not null default 'WAITING'::text,
  flags text[] not null default '{}'::text[],
  version integer not null default 1,
  networks text[] not null,
  addresses text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  monitor_until timestamp with time zone,
  network text,
  from_address text,
  to_address text,
  trans_hash text collate "C",
  paid_at timestamp with time zone,
  hidden_at timestamp with time zone,
  notices integer not null default 0,
  metadata jsonb,
  epusdt jsonb,
  refunded bigint not null default 0,
  accepted bigint,
  with_main_key boolean not null default true,
  heads jsonb,
  constraint invoices_request_id_unique UNIQUE (store_id, request_id),
  constraint invoices_trans_id_unique UNIQUE (trans_id),
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_accepted_is_a_part CHECK (((accepted > 0) AND (accepted < payable))),
  constraint invoices_address_per_network CHECK (((cardinality(networks) = cardinality(addresses)) AND (cardinality(networks) > 0))),
  constraint invoices_amount_positive CHECK ((amount > 0)),
  constraint invoices_fee_not_negative CHECK ((fee >= 0)),
  constraint invoices_flags_known CHECK ((flags <@ ARRAY['paidLate'::text, 'paidPartial'::text, 'paidOver'::text, 'resolvedByHand'::text, 'cancelled'::text, 'reversed'::text, 'oversold'::text])),
  constraint invoices_payable_covers CHECK ((payable >= (amount + fee))),
  constraint invoices_status_known CHECK ((status = ANY (ARRAY['WAITING'::text, 'PROCESSING'::text, 'SUCCESS'::text, 'EXPIRED'::text, 'FAILED'::text])))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.01, autovacuum_vacuum_insert_scale_factor=0.02);

create table known_devices (
  user_id text collate "C" not null,
  device_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash)
);

create table languages (
  code text not null,
  name text not null,
  flag text not null,
  position integer not null default 1000,
  created_at timestamp with time zone not null default now(),
  constraint languages_pkey PRIMARY KEY (code),
  constraint languages_code_is_bcp47 CHECK ((code ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text)),
  constraint languages_flag_is_country CHECK ((flag ~ '^[a-z]{2}$'::text))
);

create table ledger_accounts (
  id bigint not null generated always as identity,
  user_id text collate "C" not null,
  balance bigint not null default 0,
  held bigint not null default 0,
  owed bigint not null default 0,
  owed_other bigint not null default 0,
  version bigint not null default 0,
  changed_at timestamp with time zone not null,
  constraint ledger_accounts_user_unique UNIQUE (user_id),
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_never_overdrawn CHECK (((held >= 0) AND (balance >= held)))
) with (fillfactor=50);

create table ledger_checkpoints (
  account_id bigint not null,
  version bigint not null,
  balance bigint not null,
  held bigint not null,
  owed bigint not null,
  owed_other bigint not null,
  lines bigint not null,
  usdt bigint not null,
  bank bigint not null,
  fee bigint not null,
  refund bigint not null,
  adjust bigint not null,
  sealed_version bigint not null default 0,
  seal bigint not null default 0,
  constraint ledger_checkpoints_pkey PRIMARY KEY (account_id)
);

create table ledger_checks (
  id bigint not null generated always as identity,
  checked_at timestamp with time zone not null,
  mode text not null,
  entries bigint not null,
  differences bigint not null,
  detail jsonb not null,
  constraint ledger_checks_pkey PRIMARY KEY (id),
  constraint ledger_checks_mode_known CHECK ((mode = ANY (ARRAY['full'::text, 'incremental'::text])))
);

create table ledger_days (
  account_id bigint not null,
  day date not null,
  lines bigint not null,
  usdt bigint not null,
  bank bigint not null,
  fee bigint not null,
  refund bigint not null,
  adjust bigint not null,
  balance_after bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (account_id, day)
);

create table ledger_entries (
  account_id bigint not null,
  version bigint not null,
  phase text collate "C" not null,
  kind text collate "C" not null,
  balance_delta bigint not null,
  receivable_delta bigint not null,
  platform_account text collate "C" not null,
  held_delta bigint not null,
  balance_after bigint not null,
  held_after bigint not null,
  owed_after bigint not null,
  ends_hold bigint,
  reference text collate "C" not null,
  idempotency_key text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint ledger_entries_key_unique UNIQUE (idempotency_key),
  constraint ledger_entries_pkey PRIMARY KEY (account_id, version)
) with (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.01);

create table ledger_fee_days (
  day date not null,
  fee bigint not null,
  refund bigint not null,
  constraint ledger_fee_days_pkey PRIMARY KEY (day)
);

create table mailed_links (
  token_hash bytea not null,
  user_id text collate "C" not null,
  purpose text not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  used_at timestamp with time zone,
  audit_id bigint,
  constraint mailed_links_pkey PRIMARY KEY (token_hash),
  constraint mailed_links_purpose_known CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text, 'account-change'::text])))
);

create table network_alarms (
  network text not null,
  kind text not null,
  since timestamp with time zone not null,
  mailed_at timestamp with time zone,
  constraint network_alarms_pkey PRIMARY KEY (network, kind),
  constraint network_alarms_kind_known CHECK ((kind = 'quorum'::text))
);

create table notification_settings (
  user_id text collate "C" not null,
  invoice_paid boolean not null default false,
  low_balance boolean not null default true,
  low_since timestamp with time zone,
  monthly_statement boolean not null default false,
  statement_month text collate "C",
  constraint notification_settings_pkey PRIMARY KEY (user_id)
);

create table passkeys (
  id text collate "C" not null,
  user_id text collate "C" not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id)
);

create table payment_link_invoices (
  invoice_id text collate "C" not null,
  link_id text collate "C" not null,
  taken boolean not null default true,
  paid boolean not null default false,
  held bigint not null default 0,
  ordered_by text,
  constraint payment_link_invoices_pkey PRIMARY KEY (invoice_id),
  constraint payment_link_invoices_held_not_negative CHECK ((held >= 0))
);

create table payment_links (
  id text collate "C" not null,
  slug text collate "C" not null,
  user_id text collate "C" not null,
  store_id text collate "C" not null,
  name text not null,
  description text,
  amount bigint,
  stock integer,
  ends_at timestamp with time zone,
  questions jsonb not null default '[]'::jsonb,
  success_message text,
  enabled boolean not null default true,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  amount_max bigint,
  hold_max bigint,
  constraint payment_links_slug_unique UNIQUE (slug),
  constraint payment_links_pkey PRIMARY KEY (id),
  constraint payment_links_amount_max_positive CHECK ((amount_max > 0)),
  constraint payment_links_amount_positive CHECK ((amount > 0)),
  constraint payment_links_hold_max_positive CHECK ((hold_max > 0)),
  constraint payment_links_stock_positive CHECK ((stock > 0))
);

create table pending_logins (
  token_hash bytea not null,
  user_id text collate "C" not null,
  method text not null,
  remember boolean not null,
  code_hash bytea,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_logins_pkey PRIMARY KEY (token_hash),
  constraint pending_logins_method_known CHECK ((method = ANY (ARRAY['totp'::text, 'email'::text, 'passkey'::text])))
);

create table platform_revenue_days (
  day date not null,
  shard smallint not null,
  amount bigint not null,
  invoices bigint not null,
  constraint platform_revenue_days_pkey PRIMARY KEY (day, shard)
) with (fillfactor=50);

create table process_reports (
  process text not null,
  host text not null,
  roles text[] not null,
  reported_at timestamp with time zone not null,
  clock_ms integer not null,
  disk_free_bytes bigint not null,
  disk_bytes bigint not null,
  connections_max integer not null,
  constraint process_reports_pkey PRIMARY KEY (process)
);

create table queued_mails (
  id text collate "C" not null,
  template text not null,
  mail_sealed bytea not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamp with time zone not null,
  given_up_at timestamp with time zone,
  constraint queued_mails_pkey PRIMARY KEY (id)
);

create table recovery_codes (
  user_id text collate "C" not null,
  slot smallint not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, slot),
  constraint recovery_codes_slot_is_one_of_ten CHECK (((slot >= 0) AND (slot <= 9)))
);

create table refunds (
  id text collate "C" not null,
  invoice_id text collate "C" not null,
  user_id text collate "C" not null,
  network text not null,
  to_address text not null,
  to_key text collate "C" not null,
  amount bigint not null,
  reason text not null,
  status text not null default 'planned'::text,
  created_by text collate "C" not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  tx_hash text,
  problem text,
  check_at timestamp with time zone,
  checks integer not null default 0,
  log_key text collate "C",
  log_index integer,
  from_address text,
  raw numeric(78,0),
  block_number bigint,
  block_hash text,
  block_time timestamp with time zone,
  seen_at timestamp with time zone,
  final_at timestamp with time zone,
  search_at timestamp with time zone,
  search_from bigint,
  is_found boolean not null default false,
  request_id text collate "C",
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_amount_positive CHECK ((amount > 0)),
  constraint refunds_confirmed_when_final CHECK (((status = 'confirmed'::text) = (final_at IS NOT NULL))),
  constraint refunds_proof_is_whole CHECK (((log_key IS NULL) OR ((tx_hash IS NOT NULL) AND (log_index IS NOT NULL) AND (from_address IS NOT NULL) AND (raw IS NOT NULL) AND (block_number IS NOT NULL) AND (block_hash IS NOT NULL) AND (block_time IS NOT NULL) AND (seen_at IS NOT NULL)))),
  constraint refunds_reason_known CHECK ((reason = ANY (ARRAY['overpaid'::text, 'double'::text, 'late'::text, 'underpaid'::text, 'returned'::text, 'other'::text]))),
  constraint refunds_seen_by_proof CHECK (((status = ANY (ARRAY['seen'::text, 'confirmed'::text])) = (log_key IS NOT NULL))),
  constraint refunds_status_known CHECK ((status = ANY (ARRAY['planned'::text, 'seen'::text, 'confirmed'::text, 'cancelled'::text])))
);

create table reported_keys (
  key text not null,
  reported_at timestamp with time zone not null default now(),
  id bigint not null default nextval('translations_id_seq'::regclass),
  constraint reported_keys_id_unique UNIQUE (id),
  constraint reported_keys_pkey PRIMARY KEY (key),
  constraint reported_keys_key_length CHECK (((length(key) >= 1) AND (length(key) <= 500)))
);

create table reported_texts (
  key text not null,
  language text not null,
  value text not null,
  constraint reported_texts_pkey PRIMARY KEY (key, language)
);

create table retranslations (
  language text not null,
  run uuid not null,
  state text not null,
  total integer not null,
  done integer not null default 0,
  refused integer not null default 0,
  after_id bigint not null default 0,
  started_at timestamp with time zone not null default now(),
  progressed_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint retranslations_pkey PRIMARY KEY (language),
  constraint retranslations_finished CHECK (((state = 'running'::text) = (finished_at IS NULL))),
  constraint retranslations_state_known CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);

create table revenue_days (
  user_id text collate "C" not null,
  day date not null,
  amount bigint not null,
  invoices bigint not null,
  constraint revenue_days_pkey PRIMARY KEY (user_id, day)
) with (fillfactor=70);

create table rpc_usage (
  network text not null,
  node text not null,
  day date not null,
  requests bigint not null default 0,
  budget bigint,
  warned_at timestamp with time zone,
  look_ups bigint not null default 0,
  constraint rpc_usage_pkey PRIMARY KEY (network, node, day),
  constraint rpc_usage_budget_positive CHECK ((budget > 0)),
  constraint rpc_usage_look_ups_within CHECK (((look_ups >= 0) AND (look_ups <= requests))),
  constraint rpc_usage_requests_not_negative CHECK ((requests >= 0))
);

create table sessions (
  id text collate "C" not null,
  token_hash bytea not null,
  user_id text collate "C" not null,
  remember boolean not null,
  ip text not null,
  device text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  account_id text collate "C",
  second_factor_at timestamp with time zone,
  constraint sessions_token_unique UNIQUE (token_hash),
  constraint sessions_pkey PRIMARY KEY (id)
);

create table shipped_texts (
  id boolean not null default true,
  digest text not null,
  installed_at timestamp with time zone not null default now(),
  constraint shipped_texts_pkey PRIMARY KEY (id),
  constraint shipped_texts_is_one_row CHECK (id)
);

create table store_endpoints (
  id text collate "C" not null,
  store_id text collate "C" not null,
  url text,
  version integer not null,
  events text[] not null,
  enabled boolean not null,
  secret_sealed bytea,
  previous_secret_sealed bytea,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint store_endpoints_pkey PRIMARY KEY (id),
  constraint store_endpoints_has_secret CHECK (((url IS NULL) = (secret_sealed IS NULL))),
  constraint store_endpoints_version_fits CHECK (((version = 2) OR (events <@ ARRAY['completed'::text, 'expired'::text]))),
  constraint store_endpoints_version_known CHECK ((version = ANY (ARRAY[1, 2])))
);

create table store_epusdt (
  store_id text collate "C" not null,
  enabled boolean not null,
  token_sealed bytea not null,
  rate_source text not null,
  rate bigint,
  rate_url text,
  rate_path text,
  found_rate bigint,
  found_at timestamp with time zone,
  created_at timestamp with time zone not null,
  read_failures integer not null default 0,
  read_at timestamp with time zone,
  next_rate jsonb,
  next_rate_at timestamp with time zone,
  constraint store_epusdt_pkey PRIMARY KEY (store_id),
  constraint store_epusdt_found_together CHECK (((found_rate IS NULL) = (found_at IS NULL))),
  constraint store_epusdt_has_address CHECK (((rate_source = 'address'::text) = ((rate_url IS NOT NULL) AND (rate_path IS NOT NULL)))),
  constraint store_epusdt_has_rate CHECK ((((rate_source = 'usdt'::text) = (rate IS NULL)) AND (rate > 0))),
  constraint store_epusdt_next_together CHECK (((next_rate IS NULL) = (next_rate_at IS NULL))),
  constraint store_epusdt_rate_source_known CHECK ((rate_source = ANY (ARRAY['fixed'::text, 'address'::text, 'usdt'::text]))),
  constraint store_epusdt_read_failures_not_negative CHECK ((read_failures >= 0))
);

create table store_wallets (
  id text collate "C" not null,
  store_id text collate "C" not null,
  network text not null,
  family text collate "C" not null,
  address_key text collate "C" not null,
  address text not null,
  created_at timestamp with time zone not null,
  next_address text,
  next_address_key text collate "C",
  next_at timestamp with time zone,
  active_from timestamp with time zone,
  constraint store_wallets_network_unique UNIQUE (store_id, network),
  constraint store_wallets_pkey PRIMARY KEY (id),
  constraint store_wallets_network_form CHECK ((network ~ '^[A-Z][A-Z0-9]+$'::text)),
  constraint store_wallets_next_is_whole CHECK ((((next_address IS NULL) = (next_at IS NULL)) AND ((next_address_key IS NULL) = (next_at IS NULL))))
);

create table stores (
  id text collate "C" not null,
  user_id text collate "C",
  name text not null,
  note text,
  merchant_id text collate "C" not null,
  status text not null default 'Active'::text,
  invoice_expiry_minutes integer not null,
  api_key_sealed bytea,
  api_key_fingerprint bytea,
  callback_secret_sealed bytea not null,
  previous_callback_secret_sealed bytea,
  previous_callback_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  first_address_at timestamp with time zone,
  used_networks text[] not null default '{}'::text[],
  key_in_callbacks boolean not null default true,
  embed_origins text[] not null default '{}'::text[],
  shares_addresses boolean not null default false,
  allowed_ips text[] not null default '{}'::text[],
  constraint stores_api_key_unique UNIQUE (api_key_fingerprint),
  constraint stores_merchant_id_unique UNIQUE (merchant_id),
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_deleted_have_no_key CHECK (((deleted_at IS NULL) OR (api_key_fingerprint IS NULL))),
  constraint stores_expiry_offered CHECK ((invoice_expiry_minutes = ANY (ARRAY[10, 15, 20, 30, 45, 60]))),
  constraint stores_status_known CHECK ((status = ANY (ARRAY['Active'::text, 'Inactive'::text])))
);

create table team_invitations (
  id text collate "C" not null,
  account_id text collate "C" not null,
  email text not null,
  email_key text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint team_invitations_once UNIQUE (account_id, email_key),
  constraint team_invitations_token_unique UNIQUE (token_hash),
  constraint team_invitations_pkey PRIMARY KEY (id),
  constraint team_invitations_role_known CHECK ((role = ANY (ARRAY['manager'::text, 'support'::text, 'accountant'::text, 'read-only'::text])))
);

create table team_members (
  account_id text collate "C" not null,
  member_id text collate "C" not null,
  role text not null,
  added_at timestamp with time zone not null,
  constraint team_members_pkey PRIMARY KEY (account_id, member_id),
  constraint team_members_are_others CHECK ((account_id <> member_id)),
  constraint team_members_role_known CHECK ((role = ANY (ARRAY['manager'::text, 'support'::text, 'accountant'::text, 'read-only'::text])))
);

create table token_account_signatures (
  network text not null,
  token_account text not null,
  signature text collate "C" not null,
  slot bigint not null,
  block_time timestamp with time zone,
  first_seen_at timestamp with time zone not null,
  read_at timestamp with time zone,
  is_recheck boolean not null default false,
  tries integer not null default 0,
  last_error text,
  next_try_at timestamp with time zone,
  constraint token_account_signatures_pkey PRIMARY KEY (network, token_account, signature),
  constraint token_account_signatures_read_or_due CHECK (((read_at IS NULL) = (next_try_at IS NOT NULL))),
  constraint token_account_signatures_tries_not_negative CHECK ((tries >= 0))
);

create table totp_secrets (
  user_id text collate "C" not null,
  secret_sealed bytea not null,
  setup_session_id text collate "C" not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  enabled_at timestamp with time zone,
  constraint totp_secrets_pkey PRIMARY KEY (user_id)
);

create table traces (
  subject text collate "C" not null,
  parent text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  constraint traces_pkey PRIMARY KEY (subject)
);

create table transfer_claims (
  invoice_id text collate "C" not null,
  network text not null,
  tx_hash text not null,
  claimed_at timestamp with time zone not null,
  signed_at timestamp with time zone,
  constraint transfer_claims_pkey PRIMARY KEY (invoice_id, network, tx_hash)
);

create table transfers (
  id text collate "C" not null,
  network text not null,
  family text collate "C" not null,
  tx_hash text not null,
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  to_key text collate "C" not null,
  owner_id text collate "C",
  amount bigint not null,
  raw numeric(78,0) not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamp with time zone not null,
  state text not null,
  reason text,
  seen_at timestamp with time zone not null,
  final_at timestamp with time zone,
  reorged_at timestamp with time zone,
  log_key text collate "C" not null,
  is_busy boolean not null default false,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_amount_not_negative CHECK ((amount >= 0)),
  constraint transfers_raw_positive CHECK ((raw > (0)::numeric)),
  constraint transfers_reorged_has_time CHECK (((state <> 'reorged'::text) OR (reorged_at IS NOT NULL))),
  constraint transfers_state_known CHECK ((state = ANY (ARRAY['seen'::text, 'matched'::text, 'unmatched'::text, 'ignored'::text, 'reorged'::text])))
);

create table translations (
  id bigint not null default nextval('translations_id_seq'::regclass),
  language text not null,
  key text not null,
  value text not null,
  edited boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  missing boolean not null default false,
  constraint translations_language_key_unique UNIQUE (language, key),
  constraint translations_pkey PRIMARY KEY (id),
  constraint translations_key_length CHECK (((length(key) >= 1) AND (length(key) <= 500)))
);

create table used_challenges (
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_challenges_pkey PRIMARY KEY (challenge_hash)
);

create table user_counts (
  since timestamp with time zone not null,
  shard smallint not null,
  total bigint not null,
  constraint user_counts_pkey PRIMARY KEY (since, shard)
) with (fillfactor=70);

create table users (
  id text collate "C" not null,
  username text not null,
  username_key text not null,
  email text not null,
  email_key text not null,
  email_verified_at timestamp with time zone,
  pending_email text,
  password_hash text not null,
  role text not null default 'USER'::text,
  disabled_at timestamp with time zone,
  language text not null default 'en'::text,
  last_ip text,
  last_device text,
  created_at timestamp with time zone not null,
  email_otp boolean not null default false,
  login_notifications boolean not null default true,
  whitelist_ip boolean not null default false,
  allowed_ips text[] not null default '{}'::text[],
  email_released_at timestamp with time zone,
  address_lock_hours integer,
  pending_lock_hours integer,
  pending_lock_at timestamp with time zone,
  addresses_frozen_at timestamp with time zone,
  two_factor_required boolean not null default false,
  member_floor smallint not null default 0,
  second_factor_for text[] not null default '{}'::text[],
  constraint users_username_unique UNIQUE (username_key),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_address_lock_range CHECK (((address_lock_hours >= 0) AND (address_lock_hours <= 72))),
  constraint users_email_key_is_lower CHECK ((email_key = lower(email))),
  constraint users_member_floor_is_a_percentage CHECK (((member_floor >= 0) AND (member_floor <= 100))),
  constraint users_pending_lock_has_time CHECK (((pending_lock_hours IS NULL) = (pending_lock_at IS NULL))),
  constraint users_role_known CHECK ((role = ANY (ARRAY['USER'::text, 'ADMIN'::text]))),
  constraint users_second_factor_for_known CHECK ((second_factor_for <@ ARRAY['addresses'::text, 'keys'::text, 'accept'::text, 'links'::text])),
  constraint users_username_key_is_lower CHECK ((username_key = lower(username))),
  constraint users_verified_email_is_held CHECK (((email_released_at IS NULL) OR (email_verified_at IS NULL)))
);

create table vnd_rate (
  id boolean not null default true,
  rate bigint not null,
  fetched_at timestamp with time zone not null,
  constraint vnd_rate_pkey PRIMARY KEY (id),
  constraint vnd_rate_is_one_row CHECK (id),
  constraint vnd_rate_positive CHECK ((rate > 0))
);

create table watched_addresses (
  family text collate "C" not null,
  address_key text collate "C" not null,
  reason text not null,
  ref text not null,
  added_xid xid8 not null default pg_current_xact_id(),
  added_at timestamp with time zone not null default now(),
  constraint watched_addresses_pkey PRIMARY KEY (family, address_key, reason, ref),
  constraint watched_addresses_reason_known CHECK ((reason = ANY (ARRAY['wallet'::text, 'invoice'::text, 'platform'::text])))
);

create table watched_token_accounts (
  network text not null,
  token_account text not null,
  owner_key text not null,
  polled_at timestamp with time zone,
  anchor_slot bigint,
  anchor_signature text collate "C",
  resume_before text collate "C",
  resume_slot bigint,
  read_through timestamp with time zone,
  failures integer not null default 0,
  last_error text,
  owner_listed_at timestamp with time zone,
  busy_at timestamp with time zone,
  constraint watched_token_accounts_pkey PRIMARY KEY (network, token_account)
);

create table whitelist_links (
  token_hash bytea not null,
  user_id text collate "C" not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint whitelist_links_pkey PRIMARY KEY (token_hash)
);

alter sequence callback_attempts_id_seq owned by callback_attempts.id;
alter sequence events_id_seq owned by events.id;
alter sequence translations_id_seq owned by translations.id;

create table callback_attempts_default partition of callback_attempts (constraint callback_attempts_default_pkey PRIMARY KEY (id)) default;
create table events_default partition of events (constraint events_default_pkey PRIMARY KEY (id), constraint events_default_subject_version_key UNIQUE (subject, version)) default;
create table invoice_texts_default partition of invoice_texts default;

alter table address_challenges add constraint address_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table address_owners add constraint address_owners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table api_keys add constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table api_keys add constraint api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys(id);
alter table api_keys add constraint api_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id);
alter table audit_log add constraint audit_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table bank_transfers add constraint bank_transfers_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id);
alter table bank_transfers add constraint bank_transfers_duplicate_of_fkey FOREIGN KEY (duplicate_of) REFERENCES bank_transfers(id);
alter table callback_attempts add constraint callback_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES callback_deliveries(id);
alter table callback_deliveries add constraint callback_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES store_endpoints(id);
alter table callback_deliveries add constraint callback_deliveries_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table chain_blocks add constraint chain_blocks_network_fkey FOREIGN KEY (network) REFERENCES chain_cursors(network);
alter table deposit_credits add constraint deposit_credits_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id);
alter table deposits add constraint deposits_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table deposits add constraint deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table invoice_transfers add constraint invoice_transfers_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table invoice_transfers add constraint invoice_transfers_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id);
alter table invoices add constraint invoices_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id);
alter table known_devices add constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table ledger_accounts add constraint ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table mailed_links add constraint mailed_links_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id);
alter table mailed_links add constraint mailed_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table notification_settings add constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table passkeys add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table pending_logins add constraint pending_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table refunds add constraint refunds_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table reported_texts add constraint reported_texts_key_fkey FOREIGN KEY (key) REFERENCES reported_keys(key) ON DELETE CASCADE;
alter table reported_texts add constraint reported_texts_language_fkey FOREIGN KEY (language) REFERENCES languages(code);
alter table retranslations add constraint retranslations_language_fkey FOREIGN KEY (language) REFERENCES languages(code);
alter table sessions add constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES users(id);
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table store_endpoints add constraint store_endpoints_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id);
alter table store_epusdt add constraint store_epusdt_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id);
alter table store_wallets add constraint store_wallets_are_owned FOREIGN KEY (family, address_key) REFERENCES address_owners(family, address_key);
alter table store_wallets add constraint store_wallets_next_is_owned FOREIGN KEY (family, next_address_key) REFERENCES address_owners(family, address_key);
alter table store_wallets add constraint store_wallets_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id);
alter table stores add constraint stores_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table team_invitations add constraint team_invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES users(id);
alter table team_members add constraint team_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES users(id);
alter table team_members add constraint team_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id);
alter table token_account_signatures add constraint token_account_signatures_network_token_account_fkey FOREIGN KEY (network, token_account) REFERENCES watched_token_accounts(network, token_account) ON DELETE CASCADE;
alter table totp_secrets add constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table transfer_claims add constraint transfer_claims_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table transfers add constraint transfers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table translations add constraint translations_language_fkey FOREIGN KEY (language) REFERENCES languages(code);
alter table watched_addresses add constraint watched_addresses_are_owned FOREIGN KEY (family, address_key) REFERENCES address_owners(family, address_key);
alter table whitelist_links add constraint whitelist_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

CREATE INDEX address_challenges_unused ON address_challenges USING btree (expires_at) WHERE (used_at IS NULL);
CREATE INDEX address_challenges_user ON address_challenges USING btree (user_id);
CREATE INDEX address_owners_busy ON address_owners USING btree (family, address_key) WHERE is_busy;
CREATE INDEX address_owners_of_user ON address_owners USING btree (user_id, family) WHERE (user_id IS NOT NULL);
CREATE INDEX address_owners_user ON address_owners USING btree (user_id);
CREATE INDEX alarms_by_time ON alarms USING btree (since);
CREATE UNIQUE INDEX alarms_open ON alarms USING btree (kind, subject) WHERE (ended_at IS NULL);
CREATE INDEX amount_reservations_invoice ON amount_reservations USING btree (invoice_id);
CREATE INDEX amount_reservations_open ON amount_reservations USING btree (family, address_key) WHERE (ended_at IS NULL);
CREATE INDEX amount_reservations_plain ON amount_reservations USING btree (family, address_key, amount);
CREATE INDEX api_calls_store ON api_calls USING btree (store_id, id);
CREATE UNIQUE INDEX api_keys_fingerprint ON api_keys USING btree (fingerprint);
CREATE INDEX api_keys_store ON api_keys USING btree (store_id, id);
CREATE INDEX audit_log_account ON audit_log USING btree (user_id, id DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX audit_log_action ON audit_log USING btree (action text_pattern_ops, id DESC);
CREATE INDEX audit_log_subject ON audit_log USING btree (subject, id);
CREATE INDEX bank_transfers_deposit ON bank_transfers USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);
CREATE INDEX bank_transfers_duplicate_of ON bank_transfers USING btree (duplicate_of) WHERE (duplicate_of IS NOT NULL);
CREATE INDEX bank_transfers_inbox ON bank_transfers USING btree (id DESC) WHERE (state = 'unmatched'::text);
CREATE INDEX bank_transfers_number ON bank_transfers USING btree (bank_number) WHERE (bank_number IS NOT NULL);
CREATE INDEX callback_attempts_of_delivery ON callback_attempts USING btree (delivery_id, id);
CREATE INDEX callback_deliveries_dead ON callback_deliveries USING btree (store_id, ended_at) WHERE (outcome = 'dead'::text);
CREATE INDEX callback_deliveries_lease_ends ON callback_deliveries USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX callback_deliveries_leased ON callback_deliveries USING btree (invoice_id) WHERE (lease_until IS NOT NULL);
CREATE INDEX callback_deliveries_of_store ON callback_deliveries USING btree (store_id, id);
CREATE INDEX callback_deliveries_ready ON callback_deliveries USING btree (endpoint, due_at) WHERE ((outcome IS NULL) AND (lease_until IS NULL));
CREATE INDEX callback_deliveries_waiting ON callback_deliveries USING btree (created_at) WHERE (outcome IS NULL);
CREATE INDEX callback_endpoints_next ON callback_endpoints USING btree (GREATEST(due_at, paused_until));
CREATE INDEX contact_messages_created ON contact_messages USING btree (created_at DESC);
CREATE INDEX deposit_credits_deposit ON deposit_credits USING btree (deposit_id, source);
CREATE INDEX deposits_method ON deposits USING btree (method, status, id DESC);
CREATE INDEX deposits_of_user ON deposits USING btree (user_id, id DESC);
CREATE INDEX deposits_open_amount ON deposits USING btree (amount_vnd) WHERE ((status = 'PENDING'::text) AND (method = 'vietnam-bank-auto'::text));
CREATE INDEX deposits_open_of_user ON deposits USING btree (user_id) WHERE ((status = 'PENDING'::text) AND (method = 'usdt-auto'::text));
CREATE INDEX deposits_status ON deposits USING btree (status, id DESC);
CREATE INDEX deposits_to_cancel ON deposits USING btree (expires_at) WHERE ((status = 'PENDING'::text) AND (method = 'vietnam-bank-auto'::text));
CREATE INDEX displaced_reservations_invoice ON displaced_reservations USING btree (invoice_id);
CREATE INDEX displaced_reservations_plain ON displaced_reservations USING btree (family, address_key, amount);
CREATE INDEX event_tasks_due ON event_tasks USING btree (due_at) WHERE (NOT dead);
CREATE INDEX events_of_store ON events USING btree (store_id, created_at, id) WHERE (store_id IS NOT NULL);
CREATE INDEX failed_tries_age ON failed_tries USING btree (last_at);
CREATE INDEX invoice_counts_user ON invoice_counts USING btree (user_id);
CREATE INDEX invoice_texts_of_user ON invoice_texts USING btree (user_id, id DESC) INCLUDE (name) WHERE (NOT hidden);
CREATE INDEX invoice_texts_search ON invoice_texts USING gin (user_id, trans_start gin_trgm_ops, name gin_trgm_ops, description gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='1024');
CREATE INDEX invoice_transfers_invoice ON invoice_transfers USING btree (invoice_id);
CREATE INDEX invoices_amount ON invoices USING btree (amount);
CREATE INDEX invoices_monitored ON invoices USING btree (monitor_until) WHERE (monitor_until IS NOT NULL);
CREATE INDEX invoices_of_platform ON invoices USING btree (id DESC) WHERE (user_id IS NULL);
CREATE INDEX invoices_of_store_status ON invoices USING btree (store_id, status, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX invoices_of_user ON invoices USING btree (user_id, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX invoices_of_user_amount ON invoices USING btree (user_id, amount, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX invoices_of_user_status ON invoices USING btree (user_id, status, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX invoices_paid_from ON invoices USING btree (lower(from_address) text_pattern_ops, id DESC) WHERE (from_address IS NOT NULL);
CREATE INDEX invoices_paid_hash ON invoices USING btree (lower(trans_hash)) WHERE (trans_hash IS NOT NULL);
CREATE INDEX invoices_paid_network ON invoices USING btree (network, id DESC) WHERE (network IS NOT NULL);
CREATE INDEX invoices_paid_to ON invoices USING btree (lower(to_address) text_pattern_ops, id DESC) WHERE (to_address IS NOT NULL);
CREATE INDEX invoices_request_id_start ON invoices USING btree (lower(request_id)) WHERE (request_id IS NOT NULL);
CREATE INDEX invoices_status ON invoices USING btree (status, id DESC) WHERE (status <> 'WAITING'::text);
CREATE INDEX invoices_to_expire ON invoices USING btree (expires_at) WHERE (status = 'WAITING'::text);
CREATE INDEX ledger_days_day ON ledger_days USING btree (day);
CREATE INDEX ledger_entries_all_lines ON ledger_entries USING btree (kind, created_at, account_id, version) WHERE (balance_delta <> 0);
CREATE INDEX ledger_entries_lines ON ledger_entries USING btree (account_id, kind, created_at, version) WHERE (balance_delta <> 0);
CREATE INDEX ledger_entries_owed_lines ON ledger_entries USING btree (created_at) WHERE ((balance_delta = 0) AND (receivable_delta <> 0));
CREATE INDEX mailed_links_newest ON mailed_links USING btree (user_id, purpose, created_at DESC);
CREATE INDEX notification_settings_low ON notification_settings USING btree (user_id) WHERE (low_since IS NOT NULL);
CREATE INDEX notification_settings_statements ON notification_settings USING btree (user_id) WHERE monthly_statement;
CREATE UNIQUE INDEX passkeys_credential ON passkeys USING btree (credential_id);
CREATE INDEX passkeys_of_user ON passkeys USING btree (user_id, id);
CREATE INDEX payment_link_invoices_by_link ON payment_link_invoices USING btree (link_id);
CREATE INDEX payment_link_invoices_taken ON payment_link_invoices USING btree (link_id, paid) WHERE taken;
CREATE INDEX payment_link_invoices_unpaid ON payment_link_invoices USING btree (link_id, ordered_by) INCLUDE (held) WHERE (taken AND (NOT paid));
CREATE INDEX payment_links_by_user ON payment_links USING btree (user_id, id);
CREATE INDEX pending_logins_by_user ON pending_logins USING btree (user_id);
CREATE INDEX pending_logins_expiry ON pending_logins USING btree (expires_at);
CREATE INDEX refunds_due ON refunds USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX refunds_of_invoice ON refunds USING btree (invoice_id, id);
CREATE INDEX refunds_of_month ON refunds USING btree (user_id, final_at, id) WHERE (final_at IS NOT NULL);
CREATE UNIQUE INDEX refunds_request_once ON refunds USING btree (invoice_id, request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX refunds_searched ON refunds USING btree (search_at) WHERE ((search_at IS NOT NULL) AND (status = 'planned'::text) AND (tx_hash IS NULL));
CREATE UNIQUE INDEX refunds_transfer_once ON refunds USING btree (user_id, network, tx_hash, log_key) WHERE (log_key IS NOT NULL);
CREATE INDEX sessions_open_by_user ON sessions USING btree (user_id, last_seen_at DESC) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX store_endpoints_default ON store_endpoints USING btree (store_id) WHERE (url IS NULL);
CREATE INDEX store_endpoints_of_store ON store_endpoints USING btree (store_id, id) WHERE (removed_at IS NULL);
CREATE INDEX store_wallets_address ON store_wallets USING btree (family, address_key);
CREATE INDEX store_wallets_next_address ON store_wallets USING btree (family, next_address_key) WHERE (next_address_key IS NOT NULL);
CREATE INDEX store_wallets_waiting ON store_wallets USING btree (COALESCE(next_at, active_from)) WHERE ((next_at IS NOT NULL) OR (active_from IS NOT NULL));
CREATE INDEX stores_merchant_id_start ON stores USING btree (merchant_id text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX stores_name_grams ON stores USING gin (name_grams(lower(name))) WITH (fastupdate=off) WHERE (deleted_at IS NULL);
CREATE INDEX stores_name_start ON stores USING btree (lower(name) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX stores_newest ON stores USING btree (id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX stores_of_user ON stores USING btree (user_id, id DESC);
CREATE INDEX team_members_of_member ON team_members USING btree (member_id);
CREATE INDEX token_account_signatures_unread ON token_account_signatures USING btree (network, next_try_at) WHERE (read_at IS NULL);
CREATE INDEX transfer_claims_transaction ON transfer_claims USING btree (tx_hash, network);
CREATE INDEX transfers_address ON transfers USING btree (family, to_key, id DESC);
CREATE INDEX transfers_address_state ON transfers USING btree (family, to_key, state, id DESC);
CREATE INDEX transfers_block ON transfers USING btree (network, block_number);
CREATE INDEX transfers_due_busy ON transfers USING btree (network, block_number) WHERE ((final_at IS NULL) AND (state = ANY (ARRAY['seen'::text, 'unmatched'::text, 'ignored'::text])) AND is_busy);
CREATE INDEX transfers_due_matched ON transfers USING btree (network, block_number) WHERE ((final_at IS NULL) AND (state = 'matched'::text));
CREATE INDEX transfers_due_other ON transfers USING btree (network, block_number) WHERE ((final_at IS NULL) AND (state = ANY (ARRAY['seen'::text, 'unmatched'::text, 'ignored'::text])) AND (NOT is_busy));
CREATE UNIQUE INDEX transfers_log_unique ON transfers USING btree (tx_hash, network, log_key) WHERE (state <> 'reorged'::text);
CREATE INDEX transfers_owner ON transfers USING btree (owner_id, id DESC);
CREATE INDEX transfers_owner_state ON transfers USING btree (owner_id, state, id DESC);
CREATE INDEX transfers_removed ON transfers USING btree (tx_hash, network) WHERE (state = 'reorged'::text);
CREATE INDEX transfers_unmatched ON transfers USING btree (id) WHERE (state = 'unmatched'::text);
CREATE INDEX used_challenges_expiry ON used_challenges USING btree (expires_at);
CREATE INDEX users_admins ON users USING btree (created_at DESC, id DESC) WHERE (role = 'ADMIN'::text);
CREATE INDEX users_created ON users USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX users_email_unique ON users USING btree (email_key) WHERE (email_released_at IS NULL);
CREATE INDEX users_ip_start ON users USING btree (last_ip text_pattern_ops) WHERE (last_ip IS NOT NULL);
CREATE INDEX users_username_grams ON users USING gin (name_grams(username_key)) WITH (fastupdate=off);
CREATE INDEX users_username_start ON users USING btree (username_key text_pattern_ops);
CREATE INDEX watched_addresses_news ON watched_addresses USING btree (family, added_xid);
CREATE INDEX watched_addresses_ref ON watched_addresses USING btree (reason, ref);
CREATE INDEX watched_token_accounts_owner ON watched_token_accounts USING btree (network, owner_key);
CREATE INDEX whitelist_links_by_user ON whitelist_links USING btree (user_id);

create view ledger_legs as
 SELECT ledger_entries.account_id,
    ledger_entries.version,
    'balance'::text AS account,
    ledger_entries.balance_delta AS amount,
    ledger_entries.balance_after,
    ledger_entries.kind,
    ledger_entries.created_at
   FROM ledger_entries
  WHERE (ledger_entries.balance_delta <> 0)
UNION ALL
 SELECT ledger_entries.account_id,
    ledger_entries.version,
    'receivable'::text AS account,
    ledger_entries.receivable_delta AS amount,
    (- ledger_entries.owed_after) AS balance_after,
    ledger_entries.kind,
    ledger_entries.created_at
   FROM ledger_entries
  WHERE (ledger_entries.receivable_delta <> 0)
UNION ALL
 SELECT ledger_entries.account_id,
    ledger_entries.version,
    ledger_entries.platform_account AS account,
    (- (ledger_entries.balance_delta + ledger_entries.receivable_delta)) AS amount,
    NULL::bigint AS balance_after,
    ledger_entries.kind,
    ledger_entries.created_at
   FROM ledger_entries
  WHERE ((ledger_entries.balance_delta + ledger_entries.receivable_delta) <> 0);

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER callback_attempts_append_only BEFORE UPDATE ON callback_attempts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER callback_attempts_kept BEFORE DELETE ON callback_attempts FOR EACH ROW WHEN ((old.at > (now() - '90 days'::interval))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER callback_deliveries_wait_changed AFTER UPDATE ON callback_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION callback_deliveries_wait();
CREATE TRIGGER callback_deliveries_wait_new AFTER INSERT ON callback_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION callback_deliveries_wait();
CREATE TRIGGER deposit_credits_append_only BEFORE DELETE OR UPDATE ON deposit_credits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_credits_no_truncate BEFORE TRUNCATE ON deposit_credits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposits_count_moved AFTER UPDATE ON deposits REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION deposit_counts_move();
CREATE TRIGGER deposits_count_new AFTER INSERT ON deposits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION deposit_counts_add();
CREATE TRIGGER deposits_stay BEFORE UPDATE ON deposits FOR EACH ROW EXECUTE FUNCTION deposits_stay();
CREATE TRIGGER events_append_only BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_followed BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION events_followed();
CREATE TRIGGER events_kept BEFORE DELETE ON events FOR EACH ROW WHEN ((old.created_at > (now() - '400 days'::interval))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_transfers_part_is_certain BEFORE INSERT ON invoice_transfers FOR EACH ROW WHEN ((new.matched_by = 'part'::text)) EXECUTE FUNCTION invoice_transfers_part_is_certain();
CREATE TRIGGER invoices_count_moved AFTER UPDATE ON invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoice_counts_move();
CREATE TRIGGER invoices_count_new AFTER INSERT ON invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoice_counts_add();
CREATE TRIGGER invoices_hide_texts AFTER UPDATE ON invoices FOR EACH ROW WHEN ((old.hidden_at IS DISTINCT FROM new.hidden_at)) EXECUTE FUNCTION invoice_texts_hide();
CREATE TRIGGER invoices_of_links AFTER UPDATE ON invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION link_invoices_follow();
CREATE TRIGGER invoices_stay BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION invoices_stay();
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER users_count_new AFTER INSERT ON users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION user_counts_add();

select add_months(now());
