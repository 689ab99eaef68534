import type { AccountChange, AuditAction, AuditField, AuditValues, WorkAction } from '@stablegate/contract';
import { sql } from 'kysely';
import { assertDefined } from './assert';
import type { Queryable, Tx } from './db/db';
import type { Outbox } from './events/outbox';
import type { UserId } from './id-types';
import type { Author } from './principal';
import { currentActor, currentCaller, noteNothingChanged, noteRecorded } from './request-author';

export type AuditEntry = {
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail: Record<string, unknown>;
  /** Whose account it concerns: they read the entry too. */
  readonly userId?: UserId | null | undefined;
};

type Insertion = AuditEntry & Partial<Pick<Author, 'ip' | 'device'> & Pick<AuditedChange, 'before' | 'after'>>;

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

const SECRET = /^(sk_|whsec_|eps_)/;
const SHOWN_CHARS = 4; // enough to recognise one's own

/** Here and not at the callers: no secret is ever stored in a log that cannot be corrected. */
const masked = (values: AuditValues | undefined): AuditValues | undefined =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([field, text]) => {
      const prefix = SECRET.exec(text)?.[0];
      return [field, prefix === undefined ? text : `${prefix}…${text.slice(-SHOWN_CHARS)}`];
    }),
  );

async function insertEntry(tx: Tx, entry: Insertion): Promise<string> {
  const { actor, action, subject, detail, userId = null, ip = null, device = null, before, after } = entry;
  const { rows } = await sql<{ id: string }>`
    insert into audit_log (actor, action, subject, detail, user_id, ip, device, before, after)
    values (${actor}, ${action}, ${subject}, ${json(detail)}::jsonb, ${userId}, ${ip}, ${device}, ${json(masked(before))}::jsonb, ${json(masked(after))}::jsonb)
    returning id::text`.execute(tx);
  noteRecorded(action);
  return assertDefined(rows[0], 'the id of the entry').id;
}

/** In the transaction of the audited change: no operator action without its row. */
export async function insertAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertEntry(tx, entry);
}

/** Its follow-up mails the owner. */
export const ACCOUNT_CHANGED = 'account.changed';

export type AuditedChange = {
  readonly action: AccountChange;
  /** The id of what was changed. */
  readonly subject: string;
  readonly detail?: AuditValues;
  readonly before?: AuditValues;
  readonly after?: AuditValues;
};

/** Records a change that an owner made, in its transaction. The mail follows after the commit, so that it can undo nothing. */
export async function recordAudit(outbox: Outbox, tx: Tx, author: Author, change: AuditedChange): Promise<void> {
  const { userId, actorId = userId, ip, device } = author;
  const { action, subject, detail = {}, before, after } = change;
  const auditId = await insertEntry(tx, { actor: actorId, action, subject, detail, userId, ip, device, before, after });
  await outbox.append(tx, [{ topic: ACCOUNT_CHANGED, subject: userId, payload: { auditId } }]);
}

export type Work = Omit<AuditedChange, 'action'> & {
  readonly action: WorkAction;
  /** Whose account it concerns; null is the platform. */
  readonly userId: UserId | null;
};

/** Records a decision, in its transaction, with who made the call. Nobody is mailed. */
export async function recordWork(tx: Tx, { action, subject, userId, detail = {}, before, after }: Work): Promise<void> {
  const { ip, device } = currentCaller() ?? {};
  await insertEntry(tx, { actor: currentActor(), action, subject, userId, detail, ip, device, before, after });
}

/** A setting that is not set is null, and shown as nothing. */
export type Settings = Readonly<Partial<Record<AuditField, string | number | boolean | Date | null>>>;

function shown(value: Settings[AuditField]): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** The settings that differ, as they were and as they are; undefined when none does. */
export function differencesOf(
  before: Settings,
  after: Settings,
): { readonly before: AuditValues; readonly after: AuditValues } | undefined {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])] as AuditField[];
  const changed = fields.filter((field) => shown(before[field]) !== shown(after[field]));
  const pick = (settings: Settings): AuditValues =>
    Object.fromEntries(
      changed.flatMap((field) => {
        const text = shown(settings[field]);
        return text === undefined ? [] : [[field, text]];
      }),
    );
  return changed.length === 0 ? undefined : { before: pick(before), after: pick(after) };
}

/** A change of settings with what they were before; one that changes nothing is not recorded. */
export async function recordSettings(tx: Tx, work: Omit<Work, 'before' | 'after'>, before: Settings, after: Settings): Promise<void> {
  const differences = differencesOf(before, after);
  if (differences === undefined) return noteNothingChanged();
  await recordWork(tx, { ...work, ...differences });
}

/** One of many changes that an owner's report takes back: the mail about the report speaks for all of them. */
export async function recordTakenBack(
  tx: Tx,
  { userId, ip, device }: Author,
  entry: Pick<AuditEntry, 'action' | 'subject' | 'detail'>,
  before: Settings,
  after: Settings,
): Promise<void> {
  const differences = differencesOf(before, after);
  if (differences !== undefined) await insertEntry(tx, { ...entry, ...differences, actor: userId, userId, ip, device });
}

export type RecordedChange = Author & Required<AuditedChange> & { readonly id: string; readonly at: Date };

/** Which change asked for what waits. */
export type AskedChange = Pick<RecordedChange, 'action' | 'subject'>;

export async function readChanges(tx: Queryable, ids: readonly string[]): Promise<RecordedChange[]> {
  const { rows } = await sql<RecordedChange>`
    select id::text, user_id as "userId", ip, device, action, subject, detail, coalesce(before, '{}') as before, coalesce(after, '{}') as after, at
      from audit_log where id = any(${ids}::bigint[]) order by id`.execute(tx);
  return rows;
}
