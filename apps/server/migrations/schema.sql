-- What the migrations add up to. Written by `npm run schema`; do not edit.

create table address_owners (
  family text not null,
  address_key text not null,
  user_id text,
  claimed_at timestamp with time zone not null default now(),
  constraint address_owners_pkey PRIMARY KEY (family, address_key),
  constraint address_owners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint address_owners_family_known CHECK ((family = ANY (ARRAY['evm'::text, 'tron'::text, 'solana'::text])))
);

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table chain_blocks (
  network text not null,
  number bigint not null,
  hash text not null,
  time timestamp with time zone not null,
  constraint chain_blocks_pkey PRIMARY KEY (network, number),
  constraint chain_blocks_network_fkey FOREIGN KEY (network) REFERENCES chain_cursors(network)
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
  constraint chain_cursors_pkey PRIMARY KEY (network)
);

create table contact_messages (
  id text not null,
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

create table event_tasks (
  consumer text not null,
  event_id bigint not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  lease_token uuid,
  last_error text,
  dead boolean not null default false,
  constraint event_tasks_pkey PRIMARY KEY (consumer, event_id),
  constraint event_tasks_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id)
);

create table events (
  id bigint not null generated always as identity,
  topic text not null,
  subject text not null,
  version integer,
  payload jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint events_subject_version_unique UNIQUE (subject, version),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_topic_is_noun_past CHECK ((topic ~ '^[a-z_]+\.[a-z_]+$'::text))
);

create table failed_tries (
  key bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  blocked_until timestamp with time zone not null,
  constraint failed_tries_pkey PRIMARY KEY (key)
);

create table known_devices (
  user_id text not null,
  device_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
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

create table ledger_checkpoints (
  wallet_id bigint not null,
  version bigint not null,
  balance bigint not null,
  held bigint not null,
  owed bigint not null,
  owed_fees bigint not null,
  lines bigint not null,
  usdt bigint not null,
  bank bigint not null,
  fee bigint not null,
  refund bigint not null,
  adjust bigint not null,
  constraint ledger_checkpoints_pkey PRIMARY KEY (wallet_id)
);

create table ledger_checks (
  id bigint not null generated always as identity,
  checked_at timestamp with time zone not null,
  mode text not null,
  transfers bigint not null,
  differences bigint not null,
  detail jsonb not null,
  constraint ledger_checks_pkey PRIMARY KEY (id),
  constraint ledger_checks_mode_known CHECK ((mode = ANY (ARRAY['full'::text, 'incremental'::text])))
);

create table ledger_days (
  wallet_id bigint not null,
  day date not null,
  lines bigint not null,
  usdt bigint not null,
  bank bigint not null,
  fee bigint not null,
  refund bigint not null,
  adjust bigint not null,
  balance_after bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (wallet_id, day)
);

create table ledger_transfers (
  wallet_id bigint not null,
  version bigint not null,
  phase text not null,
  kind text not null,
  wallet_delta bigint not null,
  receivable_delta bigint not null,
  platform_delta bigint not null,
  platform_account text,
  held_delta bigint not null,
  balance_after bigint not null,
  held_after bigint not null,
  owed_after bigint not null,
  ends_hold bigint,
  reference text not null,
  idempotency_key text not null,
  created_at timestamp with time zone not null,
  constraint ledger_transfers_key_unique UNIQUE (idempotency_key),
  constraint ledger_transfers_pkey PRIMARY KEY (wallet_id, version),
  constraint ledger_transfers_sum_to_zero CHECK ((((wallet_delta + receivable_delta) + platform_delta) = 0))
);

create table ledger_wallets (
  id bigint not null generated always as identity,
  user_id text not null,
  balance bigint not null default 0,
  held bigint not null default 0,
  owed_fees bigint not null default 0,
  owed_other bigint not null default 0,
  version bigint not null default 0,
  lines bigint not null default 0,
  used bigint not null default 0,
  deposited bigint not null default 0,
  day date not null,
  day_lines bigint not null default 0,
  day_usdt bigint not null default 0,
  day_bank bigint not null default 0,
  day_fee bigint not null default 0,
  day_refund bigint not null default 0,
  day_adjust bigint not null default 0,
  changed_at timestamp with time zone not null,
  constraint ledger_wallets_user_unique UNIQUE (user_id),
  constraint ledger_wallets_pkey PRIMARY KEY (id),
  constraint ledger_wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint ledger_wallets_never_overdrawn CHECK (((held >= 0) AND (balance >= held)))
);

create table mailed_links (
  token_hash bytea not null,
  user_id text not null,
  purpose text not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint mailed_links_pkey PRIMARY KEY (token_hash),
  constraint mailed_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint mailed_links_purpose_known CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text])))
);

create table pending_logins (
  token_hash bytea not null,
  user_id text not null,
  method text not null,
  remember boolean not null,
  code_hash bytea,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_logins_pkey PRIMARY KEY (token_hash),
  constraint pending_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint pending_logins_method_known CHECK ((method = ANY (ARRAY['totp'::text, 'email'::text])))
);

create table queued_mails (
  id text not null,
  template text not null,
  mail_sealed bytea not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamp with time zone not null,
  given_up_at timestamp with time zone,
  constraint queued_mails_pkey PRIMARY KEY (id)
);

create table recovery_codes (
  user_id text not null,
  slot smallint not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, slot),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint recovery_codes_slot_is_one_of_ten CHECK (((slot >= 0) AND (slot <= 9)))
);

create table reported_keys (
  key text not null,
  reported_at timestamp with time zone not null default now(),
  constraint reported_keys_pkey PRIMARY KEY (key),
  constraint reported_keys_key_length CHECK (((length(key) >= 1) AND (length(key) <= 500)))
);

create table sessions (
  id text not null,
  token_hash bytea not null,
  user_id text not null,
  remember boolean not null,
  ip text not null,
  device text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sessions_token_unique UNIQUE (token_hash),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table store_wallets (
  id text not null,
  store_id text not null,
  network text not null,
  family text not null,
  address_key text not null,
  address text not null,
  created_at timestamp with time zone not null,
  constraint store_wallets_network_unique UNIQUE (store_id, network),
  constraint store_wallets_pkey PRIMARY KEY (id),
  constraint store_wallets_are_owned FOREIGN KEY (family, address_key) REFERENCES address_owners(family, address_key),
  constraint store_wallets_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint store_wallets_network_known CHECK ((network = ANY (ARRAY['TRON'::text, 'BEP20'::text, 'ERC20'::text, 'POLYGON'::text, 'SOLANA'::text])))
);

create table stores (
  id text not null,
  user_id text,
  name text not null,
  note text,
  merchant_id text not null,
  status text not null default 'Active'::text,
  invoice_expiry_minutes integer not null,
  api_key_sealed bytea,
  api_key_fingerprint bytea,
  callback_secret_sealed bytea not null,
  previous_callback_secret_sealed bytea,
  previous_callback_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint stores_api_key_unique UNIQUE (api_key_fingerprint),
  constraint stores_merchant_id_unique UNIQUE (merchant_id),
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint stores_deleted_have_no_key CHECK (((deleted_at IS NULL) OR (api_key_fingerprint IS NULL))),
  constraint stores_expiry_offered CHECK ((invoice_expiry_minutes = ANY (ARRAY[10, 15, 20, 30, 45, 60]))),
  constraint stores_status_known CHECK ((status = ANY (ARRAY['Active'::text, 'Inactive'::text])))
);

create table totp_secrets (
  user_id text not null,
  secret_sealed bytea not null,
  setup_session_id text not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  enabled_at timestamp with time zone,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table transfers (
  id text not null,
  network text not null,
  family text not null,
  tx_hash text not null,
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  to_key text not null,
  owner_id text,
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
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint transfers_amount_not_negative CHECK ((amount >= 0)),
  constraint transfers_raw_positive CHECK ((raw > (0)::numeric)),
  constraint transfers_reorged_has_time CHECK (((state <> 'reorged'::text) OR (reorged_at IS NOT NULL))),
  constraint transfers_state_known CHECK ((state = ANY (ARRAY['seen'::text, 'matched'::text, 'unmatched'::text, 'ignored'::text, 'reorged'::text])))
);

create table translations (
  id bigint not null generated always as identity,
  language text not null,
  key text not null,
  value text not null,
  edited boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint translations_language_key_unique UNIQUE (language, key),
  constraint translations_pkey PRIMARY KEY (id),
  constraint translations_language_fkey FOREIGN KEY (language) REFERENCES languages(code),
  constraint translations_key_length CHECK (((length(key) >= 1) AND (length(key) <= 500)))
);

create table users (
  id text not null,
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
  constraint users_email_unique UNIQUE (email_key),
  constraint users_username_unique UNIQUE (username_key),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key_is_lower CHECK ((email_key = lower(email))),
  constraint users_role_known CHECK ((role = ANY (ARRAY['USER'::text, 'ADMIN'::text]))),
  constraint users_username_key_is_lower CHECK ((username_key = lower(username)))
);

create table watched_addresses (
  family text not null,
  address_key text not null,
  reason text not null,
  ref text not null,
  added_xid xid8 not null default pg_current_xact_id(),
  added_at timestamp with time zone not null default now(),
  constraint watched_addresses_pkey PRIMARY KEY (family, address_key, reason, ref),
  constraint watched_addresses_are_owned FOREIGN KEY (family, address_key) REFERENCES address_owners(family, address_key),
  constraint watched_addresses_reason_known CHECK ((reason = ANY (ARRAY['wallet'::text, 'invoice'::text, 'platform'::text])))
);

create table watched_token_accounts (
  network text not null,
  token_account text not null,
  owner_key text not null,
  last_signature text,
  last_slot bigint not null default 0,
  polled_at timestamp with time zone,
  constraint watched_token_accounts_pkey PRIMARY KEY (network, token_account)
);

create table whitelist_links (
  token_hash bytea not null,
  user_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint whitelist_links_pkey PRIMARY KEY (token_hash),
  constraint whitelist_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX address_owners_user ON public.address_owners USING btree (user_id);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, id);
CREATE INDEX contact_messages_created ON public.contact_messages USING btree (created_at DESC);
CREATE INDEX event_tasks_due ON public.event_tasks USING btree (consumer, due_at) WHERE (NOT dead);
CREATE INDEX failed_tries_age ON public.failed_tries USING btree (last_at);
CREATE INDEX ledger_days_day ON public.ledger_days USING btree (day);
CREATE INDEX ledger_transfers_all_lines ON public.ledger_transfers USING btree (kind, created_at, wallet_id, version) WHERE (wallet_delta <> 0);
CREATE INDEX ledger_transfers_lines ON public.ledger_transfers USING btree (wallet_id, kind, created_at, version) WHERE (wallet_delta <> 0);
CREATE INDEX mailed_links_newest ON public.mailed_links USING btree (user_id, purpose, created_at DESC);
CREATE INDEX pending_logins_by_user ON public.pending_logins USING btree (user_id);
CREATE INDEX pending_logins_expiry ON public.pending_logins USING btree (expires_at);
CREATE INDEX sessions_open_by_user ON public.sessions USING btree (user_id, last_seen_at DESC) WHERE (ended_at IS NULL);
CREATE INDEX store_wallets_address ON public.store_wallets USING btree (family, address_key);
CREATE INDEX stores_newest ON public.stores USING btree (id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX stores_of_user ON public.stores USING btree (user_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX transfers_address ON public.transfers USING btree (family, to_key, id DESC);
CREATE INDEX transfers_address_state ON public.transfers USING btree (family, to_key, state, id DESC);
CREATE INDEX transfers_block ON public.transfers USING btree (network, block_number);
CREATE UNIQUE INDEX transfers_log_unique ON public.transfers USING btree (tx_hash, network, log_index) WHERE (state <> 'reorged'::text);
CREATE INDEX transfers_not_final ON public.transfers USING btree (network, block_number) WHERE ((final_at IS NULL) AND (state <> 'reorged'::text));
CREATE INDEX transfers_owner ON public.transfers USING btree (owner_id, id DESC);
CREATE INDEX transfers_owner_state ON public.transfers USING btree (owner_id, state, id DESC);
CREATE INDEX transfers_removed ON public.transfers USING btree (tx_hash, network) WHERE (state = 'reorged'::text);
CREATE INDEX transfers_unmatched ON public.transfers USING btree (id) WHERE (state = 'unmatched'::text);
CREATE INDEX users_created ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX watched_addresses_news ON public.watched_addresses USING btree (family, added_xid);
CREATE INDEX watched_token_accounts_owner ON public.watched_token_accounts USING btree (network, owner_key);
CREATE INDEX whitelist_links_by_user ON public.whitelist_links USING btree (user_id);

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_days_append_only BEFORE DELETE OR UPDATE ON public.ledger_days FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_days_no_truncate BEFORE TRUNCATE ON public.ledger_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_guard BEFORE INSERT ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION ledger_transfers_guard();
CREATE TRIGGER ledger_transfers_no_truncate BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_wallets_no_truncate BEFORE TRUNCATE ON public.ledger_wallets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_wallets_stay BEFORE DELETE ON public.ledger_wallets FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION public.ledger_end_hold(p_wallet_id bigint, p_hold bigint, p_phase text, p_amount bigint, p_at timestamp with time zone, p_zone text, OUT outcome text, OUT wallet bigint, OUT number bigint, OUT moved bigint, OUT owed bigint, OUT balance bigint, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  hold ledger_transfers;
  amount bigint;
begin
  -- Needs no lock: a pending row never changes.
  select * into hold from ledger_transfers t where t.wallet_id = p_wallet_id and t.version = p_hold and t.phase = 'pending';
  if not found then outcome := 'unknown_hold'; return; end if;
  amount := case p_phase when 'posted' then coalesce(p_amount, hold.held_delta) else 0 end;
  if amount > hold.held_delta then outcome := 'more_than_held'; return; end if;
  select * into outcome, wallet, number, moved, owed, balance, available
    from ledger_post((select w.user_id from ledger_wallets w where w.id = p_wallet_id), p_phase, hold.kind, -amount, 0, -hold.held_delta,
      hold.platform_account, false, hold.version, hold.reference, 'hold-end:' || hold.wallet_id || ':' || hold.version, p_at, p_zone);
end $function$


CREATE OR REPLACE FUNCTION public.ledger_post(p_user text, p_phase text, p_kind text, p_wallet bigint, p_receivable bigint, p_held bigint, p_account text, p_may_owe boolean, p_ends_hold bigint, p_reference text, p_key text, p_at timestamp with time zone, p_zone text, OUT outcome text, OUT wallet bigint, OUT number bigint, OUT moved bigint, OUT owed bigint, OUT balance bigint, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  w ledger_wallets;
  today date;
  lacking bigint;
begin
  select * into w from ledger_wallets where user_id = p_user for no key update;
  if not found then -- a row that does not exist cannot be locked: insert it first
    insert into ledger_wallets (user_id, day, changed_at) values (p_user, (p_at at time zone p_zone)::date, p_at) on conflict do nothing;
    select * into strict w from ledger_wallets where user_id = p_user for no key update;
  end if;
  wallet := w.id;
  available := w.balance - w.held;

  if p_may_owe and available + p_wallet < 0 then -- what is held belongs to open invoices and is not touched
    lacking := -(available + p_wallet);
    p_wallet := p_wallet + lacking;
    p_receivable := p_receivable - lacking;
  end if;
  if available + p_wallet - p_held < 0 or w.held + p_held < 0 then -- not possible now, but perhaps it was done before
    select * into outcome, number, moved, owed, balance
      from ledger_replay(w.id, p_phase, p_kind, p_wallet + p_receivable, p_held, p_account, p_ends_hold, p_reference, p_key);
    outcome := coalesce(outcome, 'insufficient');
    return;
  end if;

  if p_receivable <> 0 then
    if p_kind = 'fee' then w.owed_fees := w.owed_fees - p_receivable; else w.owed_other := w.owed_other - p_receivable; end if;
  end if;
  insert into ledger_transfers (wallet_id, version, phase, kind, wallet_delta, receivable_delta, platform_delta, platform_account,
      held_delta, balance_after, held_after, owed_after, ends_hold, reference, idempotency_key, created_at)
    values (w.id, w.version + 1, p_phase, p_kind, p_wallet, p_receivable, -(p_wallet + p_receivable), p_account,
      p_held, w.balance + p_wallet, w.held + p_held, w.owed_fees + w.owed_other, p_ends_hold, p_reference, p_key,
      greatest(p_at, w.changed_at))
    on conflict (idempotency_key) do nothing;
  if not found then
    select * into strict outcome, number, moved, owed, balance
      from ledger_replay(w.id, p_phase, p_kind, p_wallet + p_receivable, p_held, p_account, p_ends_hold, p_reference, p_key);
    return;
  end if;

  if p_at > w.changed_at then
    w.changed_at := p_at;
    today := (p_at at time zone p_zone)::date;
    if today > w.day then
      if w.day_lines > 0 then
        insert into ledger_days (wallet_id, day, lines, usdt, bank, fee, refund, adjust, balance_after)
          values (w.id, w.day, w.day_lines, w.day_usdt, w.day_bank, w.day_fee, w.day_refund, w.day_adjust, w.balance);
      end if;
      w.day := today;
      w.day_lines := 0; w.day_usdt := 0; w.day_bank := 0; w.day_fee := 0; w.day_refund := 0; w.day_adjust := 0;
    end if;
  end if;
  w.version := w.version + 1;
  w.balance := w.balance + p_wallet;
  w.held := w.held + p_held;
  if p_wallet <> 0 then
    w.lines := w.lines + 1;
    w.day_lines := w.day_lines + 1;
    case p_kind
      when 'fee' then w.day_fee := w.day_fee + p_wallet; w.used := w.used - p_wallet;
      when 'refund' then w.day_refund := w.day_refund + p_wallet; w.used := w.used - p_wallet;
      when 'usdt' then w.day_usdt := w.day_usdt + p_wallet; w.deposited := w.deposited + p_wallet;
      when 'bank' then w.day_bank := w.day_bank + p_wallet; w.deposited := w.deposited + p_wallet;
      else w.day_adjust := w.day_adjust + p_wallet;
    end case;
  end if;
  update ledger_wallets set balance = w.balance, held = w.held, owed_fees = w.owed_fees, owed_other = w.owed_other,
      version = w.version, lines = w.lines, used = w.used, deposited = w.deposited, day = w.day, day_lines = w.day_lines,
      day_usdt = w.day_usdt, day_bank = w.day_bank, day_fee = w.day_fee, day_refund = w.day_refund, day_adjust = w.day_adjust,
      changed_at = w.changed_at
    where id = w.id;

  outcome := 'posted'; number := w.version; moved := p_wallet; owed := -p_receivable; balance := w.balance;
  available := w.balance - w.held;
  if p_wallet > 0 and w.owed_fees + w.owed_other > 0 then
    perform ledger_settle(w, p_reference, p_key, p_at, p_zone);
  end if;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_replay(p_wallet_id bigint, p_phase text, p_kind text, p_gain bigint, p_held bigint, p_account text, p_ends_hold bigint, p_reference text, p_key text)
 RETURNS TABLE(outcome text, number bigint, moved bigint, owed bigint, balance bigint)
 LANGUAGE sql
AS $function$
  select case when t.wallet_id = p_wallet_id and t.phase = p_phase and t.kind = p_kind and t.platform_delta = -p_gain
                and t.held_delta = p_held and t.platform_account is not distinct from p_account
                and t.ends_hold is not distinct from p_ends_hold and t.reference = p_reference
              then 'replayed' else 'key_reused' end,
         t.version, t.wallet_delta, -t.receivable_delta, t.balance_after
    from ledger_transfers t where t.idempotency_key = p_key
$function$


CREATE OR REPLACE FUNCTION public.ledger_settle(w ledger_wallets, p_reference text, p_key text, p_at timestamp with time zone, p_zone text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  fees bigint := least(w.owed_fees, w.balance - w.held);
  other bigint := least(w.owed_other, w.balance - w.held - fees);
begin
  if fees > 0 then
    perform ledger_post(w.user_id, 'posted', 'fee', -fees, fees, 0, null, false, null, p_reference, p_key || '#owed-fees', p_at, p_zone);
  end if;
  if other > 0 then
    perform ledger_post(w.user_id, 'posted', 'adjust', -other, other, 0, null, false, null, p_reference, p_key || '#owed-other', p_at, p_zone);
  end if;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_state_hash(p_version bigint, p_balance bigint, p_held bigint, p_owed bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select hashint8extended(p_balance, hashint8extended(p_held, hashint8extended(p_owed, p_version))) $function$


CREATE OR REPLACE FUNCTION public.ledger_transfers_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moves boolean := new.wallet_delta <> 0 or new.receivable_delta <> 0;
  phase_fits boolean := case new.phase
    when 'pending' then new.held_delta > 0 and not moves and new.ends_hold is null
    when 'posted' then moves and case when new.ends_hold is null then new.held_delta = 0 else new.held_delta < 0 and new.ends_hold < new.version end
    when 'voided' then new.held_delta < 0 and not moves and new.ends_hold < new.version
    else false
  end;
begin
  if phase_fits is not true then
    raise exception 'a % transfer cannot look like this', new.phase using errcode = 'check_violation', constraint = 'ledger_transfers_phase_fits';
  end if;
  if new.held_after < 0 or new.balance_after < new.held_after or new.owed_after < 0 then
    raise exception 'a transfer would overdraw the wallet' using errcode = 'check_violation', constraint = 'ledger_transfers_never_overdrawn';
  end if;
  if new.kind not in ('usdt', 'bank', 'fee', 'refund', 'adjust')
     or (new.platform_account is null and new.platform_delta <> 0)
     or new.platform_account not in ('fees', 'usdt_clearing', 'bank_clearing', 'adjustments') then
    raise exception 'unknown kind % or account %', new.kind, new.platform_account using errcode = 'check_violation', constraint = 'ledger_transfers_words_known';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$


