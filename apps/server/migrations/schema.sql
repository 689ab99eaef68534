-- What the migrations add up to. Written by `npm run schema`; do not edit.

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_log_pkey PRIMARY KEY (id)
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
  constraint users_email_unique UNIQUE (email_key),
  constraint users_username_unique UNIQUE (username_key),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key_is_lower CHECK ((email_key = lower(email))),
  constraint users_role_known CHECK ((role = ANY (ARRAY['USER'::text, 'ADMIN'::text]))),
  constraint users_username_key_is_lower CHECK ((username_key = lower(username)))
);

CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, id);
CREATE INDEX event_tasks_due ON public.event_tasks USING btree (consumer, due_at) WHERE (NOT dead);
CREATE INDEX sessions_open_by_user ON public.sessions USING btree (user_id, last_seen_at DESC) WHERE (ended_at IS NULL);
CREATE INDEX users_created ON public.users USING btree (created_at DESC, id DESC);

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$


