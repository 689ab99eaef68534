// Written by `npm run schema` from the migrated database; do not edit.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type Json = ColumnType<unknown, string, string>;

export interface AuditLogTable {
  id: GeneratedAlways<bigint>;
  at: Generated<Timestamp>;
  actor: string;
  action: string;
  subject: string;
  detail: Generated<Json>;
}

export interface EventTasksTable {
  consumer: string;
  event_id: bigint;
  attempts: Generated<number>;
  due_at: Generated<Timestamp>;
  lease_token: string | null;
  last_error: string | null;
  dead: Generated<boolean>;
}

export interface EventsTable {
  id: GeneratedAlways<bigint>;
  topic: string;
  subject: string;
  version: number | null;
  payload: Json;
  created_at: Generated<Timestamp>;
}

export interface LanguagesTable {
  code: string;
  name: string;
  flag: string;
  position: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface ReportedKeysTable {
  key: string;
  reported_at: Generated<Timestamp>;
}

export interface SessionsTable {
  id: string;
  token_hash: Buffer;
  user_id: string;
  remember: boolean;
  ip: string;
  device: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  confirmed_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface TranslationsTable {
  id: GeneratedAlways<bigint>;
  language: string;
  key: string;
  value: string;
  edited: Generated<boolean>;
  updated_at: Generated<Timestamp>;
}

export interface UsersTable {
  id: string;
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
}

export interface Database {
  audit_log: AuditLogTable;
  event_tasks: EventTasksTable;
  events: EventsTable;
  languages: LanguagesTable;
  reported_keys: ReportedKeysTable;
  sessions: SessionsTable;
  translations: TranslationsTable;
  users: UsersTable;
}

