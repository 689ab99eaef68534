import type { AlarmSettings } from '../../../config-alarms';
import type { Tx } from '../../../platform/db/db';
import type { Jobs } from '../../../platform/events/jobs';
import { ALARM_TEXTS, RESOLVED, valuesOf } from '../alarm-texts';
import { type AlarmKind, type AlarmNotice, runbookOf } from '../alarms.domain';

export type AlarmMessage = {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly state: string;
  readonly title: string;
  readonly text: string;
  readonly since: string;
  readonly detail: Readonly<Record<string, string>>;
  readonly runbook: string;
};

const JOB = 'alarms.send';
/** Delays double from 2 s: a receiver may be away for an hour. */
const RETRIES_MAX = 10;
const SEND_MS_MAX = 10_000;

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (match, name: string) => values[name] ?? match);

/** A link where RUNBOOK_URL is set, otherwise the file. */
export const linkTo = ({ runbookUrl }: AlarmSettings, kind: AlarmKind): string =>
  runbookUrl === '' ? runbookOf(kind) : `${runbookUrl}/${runbookOf(kind).replace('docs/runbooks/', '')}`;

/** In English: webhooks are read by machines, and a chat has no language of its own. */
export function toMessage(settings: AlarmSettings, { id, kind, subject, state, since, detail }: AlarmNotice): AlarmMessage {
  const values = valuesOf(detail);
  const { title, meaning } = ALARM_TEXTS[kind];
  const isOver = state === 'resolved';
  return {
    id: String(id),
    kind,
    subject,
    state,
    title: isOver ? fill(RESOLVED.title, { alarm: fill(title, values) }) : fill(title, values),
    text: isOver ? RESOLVED.meaning : fill(meaning, values),
    since: since.toISOString(),
    detail,
    runbook: linkTo(settings, kind),
  };
}

const toChat = ({ title, text, detail, runbook, since }: AlarmMessage): string =>
  [
    title,
    text,
    Object.entries(detail)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · '),
    `since ${since}`,
    runbook,
  ]
    .filter((line) => line !== '')
    .join('\n');

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(SEND_MS_MAX),
  }).catch((error: unknown) => {
    // The address may contain a token, and errors are logged.
    throw new Error(`an alarm could not be sent (${error instanceof Error ? error.name : 'unknown'})`);
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`an alarm was refused with HTTP ${answer.status}`);
}

/** Queued in the transaction that marks the alarm as notified, and retried by itself: a crash neither loses nor doubles it. */
export function createAlarmSender(jobs: Jobs, settings: AlarmSettings) {
  jobs.register(
    JOB,
    async ({ channel, message }) => {
      const alarm = message as AlarmMessage;
      if (channel === 'webhook' && settings.webhookUrl !== undefined) await post(settings.webhookUrl, alarm);
      if (channel === 'telegram' && settings.telegram !== undefined)
        await post(settings.telegram.url, { chat_id: settings.telegram.chat, text: toChat(alarm) });
    },
    { retryLimit: RETRIES_MAX },
  );
  const channels = [...(settings.webhookUrl === undefined ? [] : ['webhook']), ...(settings.telegram === undefined ? [] : ['telegram'])];
  return async (tx: Tx, notices: readonly AlarmNotice[]): Promise<void> => {
    for (const alarm of notices)
      for (const channel of channels) await jobs.enqueue(tx, JOB, { channel, message: toMessage(settings, alarm) });
  };
}
