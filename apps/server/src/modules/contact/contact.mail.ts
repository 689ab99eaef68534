import type { ContactMessageId } from '../../platform/id-types';
import type { MailTemplate } from '../../platform/mail/mail-content';

type ContactValues = {
  readonly id: ContactMessageId;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly message: string;
  readonly at: string;
};

/** The copy for the support; a reply goes to the sender of the form. */
export const contactMail: MailTemplate<ContactValues> = ({ t, formatTime }, { id, name, email, phone, message, at }) => ({
  subject: t('Message from {{name}}', { name }),
  preview: { template: '{{message}}', values: { message: message.slice(0, 140) } },
  heading: t('Message from {{name}}', { name }),
  intro: t('Somebody wrote to us on the contact page. A reply to this mail goes to {{email}}.', { email }),
  facts: [
    { label: t('Email'), value: email },
    { label: t('Phone'), value: phone },
    { label: t('Time'), value: formatTime(at) },
  ],
  quote: message,
  footer: t('Stored as {{id}}.', { id }),
});
