import { ACCOUNT_CHANGES, type AccountChange, AUDIT_FIELDS, type AuditField, type AuditValues } from '@stablegate/contract';
import type { MailTemplate } from '../../../platform/mail/mail-content';
import { footer, type Reader } from './mail-templates';

type Fact = { readonly field: AuditField; readonly text: string };

/** What it concerns, then each value that changed: "old → new". */
export function factsOf(detail: AuditValues, before: AuditValues, after: AuditValues): Fact[] {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])] as AuditField[];
  return [
    ...Object.entries(detail).map(([field, text]) => ({ field: field as AuditField, text })),
    ...changed
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, text: [before[field], after[field]].filter((text) => text !== undefined && text !== '').join(' → ') })),
  ];
}

type Values = Reader & Readonly<Record<'action' | 'ip' | 'device' | 'at' | 'facts', string>>;

export const changeMail: MailTemplate<Values> = (context, { username, email, action, ip, device, at, facts }) => {
  const { t, page, formatTime } = context;
  const title = t(ACCOUNT_CHANGES[action as AccountChange]);
  return {
    subject: title,
    preview: t('{{device}}, from {{ip}}', { device, ip }),
    heading: title,
    intro: t('Hello {{username}}, this was just done in your account. We tell you because a thief would do the same.', { username }),
    facts: [
      ...(JSON.parse(facts) as Fact[]).map(({ field, text }) => ({ label: t(AUDIT_FIELDS[field]), value: text })),
      { label: t('Device'), value: device },
      { label: t('IP address'), value: ip },
      { label: t('Time'), value: formatTime(at) },
    ],
    button: { label: t('Review your sessions'), url: page('/profile?tab=security') },
    closing: t('It was you? Then there is nothing to do. It was not? End the session and change your password at once.'),
    footer: footer(context, email),
  };
};
