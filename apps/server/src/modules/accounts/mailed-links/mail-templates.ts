import { type InvitedRole, TEAM_ROLE_LABELS } from '@stablegate/contract';
import type { MailContext, MailTemplate, Phrase } from '../../../platform/mail/mail-content';
import { plain } from '../../../platform/mail/mail-layout';

export type Reader = { readonly username: string; readonly email: string };
type WithToken = Reader & { readonly token: string };

export const footer = ({ t }: MailContext, email: string): Phrase =>
  t('Sent to {{email}} because it belongs to a Stablegate account. Hanoi, Vietnam.', { email });

export const verifyEmailMail: MailTemplate<WithToken> = ({ t, page }, { username, email, token }) => ({
  subject: t('Verify your email'),
  preview: t('Open the link within 24 hours to start accepting USDT.'),
  heading: t('Verify your email'),
  intro: t('Hello {{username}}, confirm that {{email}} is yours. Then you can add a merchant and create invoices.', { username, email }),
  button: {
    label: t('Verify email'),
    url: page(`/email-verification/verify?token=${encodeURIComponent(token)}`),
    lasts: t('The link works for 24 hours.'),
  },
  closing: t('If you did not sign up, ignore this message; nothing will happen. Stablegate never asks for a wallet key or seed phrase.'),
  footer: t('Sent to {{email}} because it was entered at Stablegate. Hanoi, Vietnam.', { email }),
});

export const passwordResetMail: MailTemplate<WithToken> = (context, { username, email, token }) => {
  const { t, page } = context;
  return {
    subject: t('Reset your password'),
    preview: t('Open the link within 30 minutes to choose a new password.'),
    heading: t('Reset your password'),
    intro: t('Hello {{username}}, somebody asked for a new password for your account. If it was you, choose one now.', { username }),
    button: {
      label: t('Choose a new password'),
      url: page(`/reset-password?token=${encodeURIComponent(token)}`),
      lasts: t('The link works once and for 30 minutes.'),
    },
    closing: t('If you did not request this, ignore this message; your password stays as it is.'),
    footer: footer(context, email),
  };
};

export const signInCodeMail: MailTemplate<Reader & { readonly code: string }> = (context, { username, email, code }) => {
  const { t } = context;
  return {
    subject: t('Your sign-in code: {{code}}', { code }),
    preview: t('Enter it in the window where you are signing in.'),
    heading: t('Your sign-in code'),
    intro: t('Hello {{username}}, enter this code in the window where you are signing in. It works once and for 5 minutes.', { username }),
    code,
    closing: t('If you are not signing in, somebody knows your password: change it now. Nobody from Stablegate ever asks for this code.'),
    footer: footer(context, email),
  };
};

type NewDevice = Reader & { readonly ip: string; readonly device: string; readonly at: string };

export const newDeviceMail: MailTemplate<NewDevice> = (context, { username, email, ip, device, at }) => {
  const { t, page, formatTime } = context;
  return {
    subject: t('New sign-in to your account'),
    preview: t('{{device}}, from {{ip}}', { device, ip }),
    heading: t('New sign-in to your account'),
    intro: t('Hello {{username}}, your account was opened in a browser that we have not seen before.', { username }),
    facts: [
      { label: t('Device'), value: device },
      { label: t('IP address'), value: ip },
      { label: t('Time'), value: formatTime(at) },
    ],
    button: { label: t('Review your sessions'), url: page('/profile?tab=security') },
    closing: t('If this was you, there is nothing to do. If not, end the session and change your password immediately.'),
    footer: footer(context, email),
  };
};

export const whitelistLinkMail: MailTemplate<WithToken> = (context, { username, email, token }) => {
  const { t, page } = context;
  return {
    subject: t('Sign in from a new network address'),
    preview: t('Your own list of allowed addresses refused a sign-in.'),
    heading: t('Sign in from a new network address'),
    intro: t(
      'Hello {{username}}, your list of allowed addresses refused a sign-in with the right password. If it was you, this link lets you in once.',
      { username },
    ),
    button: {
      label: t('Go to sign-in'),
      url: page(`/login?unlock=${encodeURIComponent(token)}`),
      lasts: t('The link works once and for 30 minutes.'),
    },
    closing: t('If this was not you, somebody knows your password: change it now. Do not forward this link.'),
    footer: footer(context, email),
  };
};

export const teamInvitationMail: MailTemplate<WithToken & { readonly role: InvitedRole }> = (
  { t, page },
  { username, email, role, token },
) => ({
  subject: t('{{username}} invites you to their team', { username }),
  preview: t('Work on their merchants and invoices at Stablegate.'),
  heading: t('{{username}} invites you to their team', { username }),
  intro: t('You can work on the merchants and invoices of {{username}} at Stablegate, with an account of your own.', { username }),
  facts: [{ label: t('Role'), value: plain(t(TEAM_ROLE_LABELS[role])) }],
  button: {
    label: t('See the invitation'),
    url: page(`/team/invitation?token=${encodeURIComponent(token)}`),
    lasts: t('The link works once and for 7 days.'),
  },
  closing: t('If you do not know {{username}}, ignore this message; nothing will happen. Do not forward this link.', { username }),
  footer: t('Sent to {{email}} because it was entered at Stablegate. Hanoi, Vietnam.', { email }),
});
