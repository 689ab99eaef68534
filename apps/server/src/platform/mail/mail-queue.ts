import { dateLanguage } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Clock } from '../clock';
import type { Db, Queryable } from '../db/db';
import type { Jobs } from '../events/jobs';
import type { MailId } from '../id-types';
import { asMailId } from '../id-types';
import { newId } from '../ids';
import type { Logger } from '../log';
import type { SecretBox } from '../secrets/crypto';
import type { MailContext, MailTemplate, MailValues, Phrase } from './mail-content';
import { renderMail } from './mail-layout';
import type { MailAttachment, Mailer } from './mailer';

export type OutgoingMail<V extends MailValues> = {
  readonly to: string;
  readonly language: string;
  readonly values: V;
  readonly replyTo?: string | undefined;
  /** Expired links and codes are not sent any more. */
  readonly expiresAt?: Date | undefined;
};
export type MailSender<V extends MailValues> = (tx: Queryable, mail: OutgoingMail<V>) => Promise<void>;

export type MailQueue = {
  /** Registers a template at start; returns the function that queues such a mail in the caller's transaction. */
  define<V extends MailValues>(name: string, template: MailTemplate<V>, attach?: Attach<V>): MailSender<V>;
};
/** Files are made when the mail is sent, so that the queue keeps none of them. */
export type Attach<V extends MailValues> = (values: V, language: string) => Promise<readonly MailAttachment[]>;
type Defined = { readonly template: MailTemplate<MailValues>; readonly attach: Attach<MailValues> | undefined };

export type MailQueueDeps = {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly secrets: SecretBox;
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly timeZone: string;
  /** The texts of a language, key to text; an unknown language has none and falls back to English. */
  readonly textsOf: (language: string) => Promise<Readonly<Record<string, string>>>;
};

type Waiting = { template: string; to: string; language: string; values: MailValues; replyTo?: string; expiresAt?: string };

const JOB = 'mail.send';
export const MAIL_PURPOSE = 'mail';
/** Delays double from 2 s: a mail server may be down for 4 to 9 hours before a mail is given up. */
const RETRIES_MAX = 13;
/** A mail that was given up is kept for inspection. */
const KEPT_DAYS = 30;

export function createMailQueue(deps: MailQueueDeps): MailQueue {
  const templates = new Map<string, Defined>();
  deps.jobs.register(JOB, (data) => sendWaiting(deps, templates, asMailId(String(data.mailId))), { retryLimit: RETRIES_MAX });
  deps.jobs.register('mail.sweep', () => deleteOld(deps), { cron: '27 3 * * *' });

  return {
    define: (name, template, attach) => {
      templates.set(name, { template: template as MailTemplate<MailValues>, attach: attach as Attach<MailValues> | undefined });
      return async (tx, { expiresAt, ...mail }) => {
        const id = newId('mail', deps.clock.now());
        const waiting: Waiting = { template: name, ...mail, ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }) };
        // Sealed: until it is sent the row holds links and codes that would give access to the account.
        const sealed = deps.secrets.seal(MAIL_PURPOSE, JSON.stringify(waiting));
        await sql`
          insert into queued_mails (id, template, mail_sealed, created_at)
          values (${id}, ${name}, ${sealed}, ${deps.clock.now()})`.execute(tx);
        await deps.jobs.enqueue(tx, JOB, { mailId: id });
      };
    },
  };
}

/** At least once: a worker that dies between the mail server's acceptance and the delete sends the mail again. */
async function sendWaiting(deps: MailQueueDeps, templates: Map<string, Defined>, mailId: MailId): Promise<void> {
  const row = await claim(deps.db.query, mailId);
  if (row === undefined) return; // already sent
  const waiting = JSON.parse(deps.secrets.open(MAIL_PURPOSE, row.mail_sealed)) as Waiting;
  if (waiting.expiresAt !== undefined && deps.clock.now().toISOString() >= waiting.expiresAt) {
    deps.log.error({ mailId, template: row.template }, 'a mail was not sent: its link or code expired in the queue');
    await forget(deps.db.query, mailId);
    return;
  }
  try {
    const defined = templates.get(waiting.template);
    if (defined === undefined) throw new Error(`no mail template is called ${waiting.template}`);
    const context = await createContext(deps, waiting.language);
    const mail = renderMail(context, defined.template(context, waiting.values));
    const attachments = await defined.attach?.(waiting.values, waiting.language);
    const replyTo = waiting.replyTo === undefined ? {} : { replyTo: waiting.replyTo };
    await deps.mailer.send({ to: waiting.to, ...mail, ...replyTo, ...(attachments === undefined ? {} : { attachments }) });
  } catch (error) {
    await noteFailure(deps, mailId, row, error);
    throw error; // the queue retries with growing delays
  }
  await forget(deps.db.query, mailId);
}

async function createContext(deps: MailQueueDeps, language: string): Promise<MailContext> {
  const texts = await deps.textsOf(language);
  const { timeZone } = deps;
  const days = new Intl.DateTimeFormat(dateLanguage(language), { dateStyle: 'long', timeZone });
  const times = new Intl.DateTimeFormat(dateLanguage(language), { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone });
  return {
    language,
    t: (key, values = {}): Phrase => ({ template: texts[key] ?? key, values }),
    // The screens say "UTC+7" too.
    formatTime: (iso) => `${days.format(new Date(iso))}, ${times.format(new Date(iso)).replace('GMT', 'UTC')}`,
    page: (path) => deps.publicUrl + path,
  };
}

type WaitingRow = { template: string; mail_sealed: Buffer; attempts: number };

async function claim(tx: Queryable, id: MailId): Promise<WaitingRow | undefined> {
  const { rows } = await sql<WaitingRow>`
    update queued_mails set attempts = attempts + 1 where id = ${id}
    returning template, mail_sealed, attempts`.execute(tx);
  return rows[0];
}

/** Never lost silently: the row stays with its last error, and the last failed attempt is logged as an error. */
async function noteFailure(deps: MailQueueDeps, id: MailId, row: WaitingRow, error: unknown): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const last = row.attempts > RETRIES_MAX;
  const facts = { err: error, mailId: id, template: row.template, attempt: row.attempts };
  if (last) deps.log.error(facts, 'a mail was given up');
  else deps.log.warn(facts, 'a mail was not sent; retrying');
  await sql`
    update queued_mails set last_error = ${message}, given_up_at = ${last ? deps.clock.now() : null}::timestamptz
     where id = ${id}`.execute(deps.db.query);
}

async function deleteOld({ db, clock }: MailQueueDeps): Promise<void> {
  await sql`delete from queued_mails where created_at < ${clock.now()}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    db.query,
  );
}

async function forget(tx: Queryable, id: MailId): Promise<void> {
  await sql`delete from queued_mails where id = ${id}`.execute(tx);
}
