import type { MailTemplate } from '../../../platform/mail/mail-content';
import { plain } from '../../../platform/mail/mail-layout';
import { ALARM_TEXTS, RESOLVED, valuesOf } from '../alarm-texts';
import type { AlarmKind } from '../alarms.domain';

export type AlarmMailValues = {
  readonly username: string;
  readonly email: string;
  readonly kind: AlarmKind;
  readonly state: string;
  readonly since: string;
  readonly runbook: string;
  /** JSON: what a mail inserts is text. */
  readonly detail: string;
};

const FOOTER = 'Sent to {{email}} because it belongs to a Stablegate account. Hanoi, Vietnam.';

export const alarmMail: MailTemplate<AlarmMailValues> = ({ t, formatTime }, { email, kind, state, since, runbook, detail }) => {
  const facts = JSON.parse(detail) as Record<string, string>;
  const values = valuesOf(facts);
  const { title, meaning } = ALARM_TEXTS[kind];
  const alarm = t(title, values);
  const heading = state === 'resolved' ? t(RESOLVED.title, { alarm: plain(alarm) }) : alarm;
  const lines = Object.entries({ ...facts, ...values }).map(([name, value]) => `${name}: ${value}`);
  return {
    subject: heading,
    preview: heading,
    heading,
    intro: state === 'resolved' ? t(RESOLVED.meaning) : t(meaning, values),
    facts: [
      { label: t('Since'), value: formatTime(since) },
      ...(lines.length === 0 ? [] : [{ label: t('Details'), value: lines.join(' · ') }]),
      { label: t('Runbook'), value: runbook },
    ],
    footer: t(FOOTER, { email }),
  };
};
