import { BACK_OFFICE_LANGUAGE } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import type { Queryable } from '../../platform/db/db';
import type { FollowUp } from '../../platform/events/outbox';
import type { UserId } from '../../platform/id-types';
import type { MailTemplate } from '../../platform/mail/mail-content';
import type { MailQueue, MailSender } from '../../platform/mail/mail-queue';
import type { ReversedPayload } from './credit-deposit';

type ReversedValues = {
  readonly username: string;
  readonly email: string;
  readonly id: string;
  readonly taken: string;
  readonly owed: string;
  readonly at: string;
};

const reversedMail: MailTemplate<ReversedValues> = ({ t, page, formatTime }, { username, email, id, taken, owed, at }) => ({
  subject: t('A top-up was reversed'),
  preview: t('The network has reversed the payment of top-up {{id}}.', { id }),
  heading: t('A top-up was reversed'),
  intro: t('Hello {{username}}, the network has reversed the payment of top-up {{id}}. It no longer exists there.', { username, id }),
  facts: [
    { label: t('Taken from the balance'), value: `${taken} USD` },
    { label: t('Still owed'), value: `${owed} USD` },
    { label: t('Time'), value: formatTime(at) },
  ],
  button: { label: t('Open your top-ups'), url: page('/top-up?tab=invoice') },
  closing: t('What is still owed is taken from the next top-up. If the payment comes back, it is credited again.'),
  footer: t('Sent to {{email}} because it belongs to a Stablegate account. Hanoi, Vietnam.', { email }),
});

type Reader = { readonly username: string; readonly email: string; readonly language: string };
export type ReversedMailDeps = {
  readonly mailQueue: MailQueue;
  readonly supportEmail: string;
  readonly findMailReader: (tx: Queryable, userId: UserId) => Promise<Reader | undefined>;
};

/** To the owner and to the operators. Unassignment by an admin sends no mail. */
export function createReversedMail(deps: ReversedMailDeps): FollowUp {
  const send: MailSender<ReversedValues> = deps.mailQueue.define('deposit-reversed', reversedMail);
  return async (tx, events) => {
    for (const { subject: id, payload } of events) {
      const { userId, cause, taken, owed, at } = payload as ReversedPayload;
      const reader = cause === 'reorged' ? await deps.findMailReader(tx, userId) : undefined;
      if (reader === undefined) continue;
      const { username, email, language } = reader;
      const values = { username, email, id, taken: formatMicros(BigInt(taken)), owed: formatMicros(BigInt(owed)), at };
      await send(tx, { to: email, language, values });
      await send(tx, { to: deps.supportEmail, language: BACK_OFFICE_LANGUAGE, values });
    }
  };
}
