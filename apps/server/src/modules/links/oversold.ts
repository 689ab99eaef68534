import type { FollowUp } from '../../platform/events/outbox';
import { asInvoiceId } from '../../platform/id-types';
import type { MailTemplate } from '../../platform/mail/mail-content';
import type { LinkDeps } from './links.deps';
import { listOversold } from './links.queries';

type OversoldValues = {
  readonly username: string;
  readonly email: string;
  readonly transId: string;
  readonly name: string;
  readonly store: string;
};

const oversoldMail: MailTemplate<OversoldValues> = ({ t, page }, { username, email, transId, name, store }) => ({
  subject: t('{{name}} was sold out when a payment arrived', { name }),
  preview: t('A late payment was for an item that had been sold already.'),
  heading: t('Sold more than there is'),
  intro: t(
    'Hello {{username}}, an order of {{name}} was paid after the last item had been sold. The customer has been informed that you will get in touch. Deliver it nevertheless, or refund the payment.',
    { username, name },
  ),
  facts: [
    { label: t('Merchant'), value: store },
    { label: t('Transaction ID'), value: transId },
  ],
  button: { label: t('Open the invoice'), url: page(`/invoice-details/${transId}`) },
  closing: t('Nothing more is sold by this link until you raise its stock.'),
  footer: t('Sent to {{email}} because it belongs to a Stablegate account. Hanoi, Vietnam.', { email }),
});

/**
 * Follow-up of `invoice.completed`. A stock is reserved until an invoice expires; its late payment is still the merchant's money, but the item
 * may have been sold to somebody else since.
 */
export function createOversoldFollowUp({ invoices, accounts, mailQueue }: LinkDeps): FollowUp {
  const send = mailQueue.define('link-oversold', oversoldMail);
  return async (tx, events) => {
    const oversold = await listOversold(
      tx,
      events.map(({ subject }) => asInvoiceId(subject)),
    );
    for (const { userId, transId, name, storeName: store } of await invoices.markOversold(tx, oversold)) {
      const reader = userId === null ? undefined : await accounts.findMailReader(tx, userId);
      if (reader === undefined) continue;
      const { language, username, email } = reader;
      await send(tx, { to: email, language, values: { username, email, transId, name, store } });
    }
  };
}
