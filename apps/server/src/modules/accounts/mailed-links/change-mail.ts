import { ACCOUNT_CHANGES, type AccountChange, AUDIT_FIELDS, type AuditField, type AuditValues, auditText } from '@stablegate/contract';
import type { MailContext, MailTemplate } from '../../../platform/mail/mail-content';
import { plain } from '../../../platform/mail/mail-layout';
import { footer, type Reader } from './mail-templates';

type Fact = { readonly field: AuditField; readonly text: string };

const ARROW = ' → ';

/** What it concerns, then each value that changed: "old → new". */
export function factsOf(detail: AuditValues, before: AuditValues, after: AuditValues): Fact[] {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])] as AuditField[];
  return [
    ...Object.entries(detail).map(([field, text]) => ({ field: field as AuditField, text })),
    ...changed
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, text: [before[field], after[field]].filter((text) => text !== undefined && text !== '').join(ARROW) })),
  ];
}

type Values = Reader & Readonly<Record<'action' | 'token' | 'ip' | 'device' | 'at' | 'facts', string>>;

const inWords = ({ t }: MailContext, field: AuditField, text: string): string =>
  text
    .split(ARROW)
    .map((value) => auditText((word) => plain(t(word)), field, value))
    .join(ARROW);

export const changeMail: MailTemplate<Values> = (context, { username, email, action, token, ip, device, at, facts }) => {
  const { t, page, formatTime } = context;
  const isWaiting = action === 'wallet.requested' || action === 'epusdt.requested';
  const title = t(ACCOUNT_CHANGES[action as AccountChange]);
  return {
    subject: title,
    preview: t('{{device}}, from {{ip}}', { device, ip }),
    heading: title,
    intro: isWaiting
      ? t('Hello {{username}}, this change was just requested in your account. You can cancel it until it takes effect.', { username })
      : t('Hello {{username}}, this change was just made in your account. We are telling you in case it was not you.', { username }),
    facts: [
      ...(JSON.parse(facts) as Fact[]).map(({ field, text }) => ({
        label: t(AUDIT_FIELDS[field]),
        value: field === 'effectiveAt' ? formatTime(text) : inWords(context, field, text),
      })),
      { label: t('Device'), value: device },
      { label: t('IP address'), value: ip },
      { label: t('Time'), value: formatTime(at) },
    ],
    button: {
      label: isWaiting ? t('Cancel this change') : t('This was not me'),
      // After #, so that it is in no server's log. The page asks before it does anything: mail scanners open links too.
      url: page(`/account-change#${token}`),
      lasts: t('The link works for 7 days.'),
    },
    closing:
      action === 'account.secured'
        ? t(
            'Receiving addresses are as they were 7 days before, too. A network that had none then is off until you add one, and unpaid invoices that show an address of these days are cancelled.',
          )
        : t(
            'If this was you, there is nothing to do. If not, the link signs everyone out and freezes your receiving addresses with one click.',
          ),
    footer: footer(context, email),
  };
};
