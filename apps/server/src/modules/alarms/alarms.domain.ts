import { MINUTE_MS } from '@stablegate/rules';

/** Each has a runbook: docs/runbooks/<kind with hyphens>.md. */
export const ALARM_KINDS = [
  'network_stopped',
  'quorum_lost',
  'credits_late',
  'budget_low',
  'callbacks_late',
  'mails_late',
  'rate_unread',
  'ledger_difference',
  'disk_full',
  'clock_wrong',
  'certificate_expiring',
  'months_missing',
  'token_deprecated',
  'token_paused',
  'token_fee',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

export type Detail = Readonly<Record<string, string>>;
/** What is wrong at present. */
export type Condition = { readonly kind: AlarmKind; readonly subject: string; readonly detail: Detail };
export type OpenAlarm = Condition & { readonly id: bigint; readonly since: Date; readonly notifiedAt: Date | null };
export type AlarmState = 'raised' | 'lasting' | 'resolved';
export type AlarmNotice = OpenAlarm & { readonly state: AlarmState };

/** Shorter ones are hiccups: nodes come and go, and NTP corrects clocks by itself. The others are measured over minutes already. */
const AFTER_MS: Readonly<Partial<Record<AlarmKind, number>>> = {
  network_stopped: 5 * MINUTE_MS,
  quorum_lost: 5 * MINUTE_MS,
  clock_wrong: 5 * MINUTE_MS,
  rate_unread: 15 * MINUTE_MS, // a new installation reads it within five
};
/** While it lasts, operators are reminded once a day. */
const REPEAT_MS = 24 * 60 * MINUTE_MS;

export const keyOf = ({ kind, subject }: Pick<Condition, 'kind' | 'subject'>): string => `${kind} ${subject}`;

export const runbookOf = (kind: AlarmKind): string => `docs/runbooks/${kind.replaceAll('_', '-')}.md`;

/** What to send now, and which alarms are over; one that nobody was notified of ends silently. */
export function review(
  open: readonly OpenAlarm[],
  { conditions, unknown }: { readonly conditions: readonly Condition[]; readonly unknown: ReadonlySet<AlarmKind> },
  now: Date,
): { notices: AlarmNotice[]; over: OpenAlarm[] } {
  const present = new Map(conditions.map((condition) => [keyOf(condition), condition]));
  const over = open.filter((alarm) => !present.has(keyOf(alarm)) && !unknown.has(alarm.kind));
  const lasting = open.flatMap((alarm): AlarmNotice[] => {
    const detail = present.get(keyOf(alarm))?.detail;
    if (detail === undefined) return [];
    if (alarm.notifiedAt === null) {
      const isDue = now.getTime() - alarm.since.getTime() >= (AFTER_MS[alarm.kind] ?? 0);
      return isDue ? [{ ...alarm, detail, state: 'raised' }] : [];
    }
    return now.getTime() - alarm.notifiedAt.getTime() >= REPEAT_MS ? [{ ...alarm, detail, state: 'lasting' }] : [];
  });
  const resolved = over.filter(({ notifiedAt }) => notifiedAt !== null).map((alarm): AlarmNotice => ({ ...alarm, state: 'resolved' }));
  return { notices: [...lasting, ...resolved], over };
}
