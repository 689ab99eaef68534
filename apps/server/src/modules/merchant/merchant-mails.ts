import type { MailTemplate } from '../../platform/mail/mail-content';
import type { MailQueue, MailSender } from '../../platform/mail/mail-queue';

type Reader = { readonly username: string; readonly email: string };
export type PaidValues = Reader & {
  readonly transId: string;
  readonly name: string;
  readonly store: string;
  readonly amount: string;
  readonly at: string;
};
export type ReversedValues = Reader & { readonly transId: string; readonly amount: string; readonly hash: string; readonly at: string };
export type LowBalanceValues = Reader & { readonly available: string; readonly threshold: string };

const FOOTER = 'Sent to {{email}} because it belongs to a Stablegate account. Hanoi, Vietnam.';

const paidMail: MailTemplate<PaidValues> = ({ t, page, formatTime }, { username, email, transId, name, store, amount, at }) => ({
  subject: t('Invoice {{name}} is paid', { name }),
  preview: t('{{amount}} USDT has arrived at your address.', { amount }),
  heading: t('An invoice is paid'),
  intro: t('Hello {{username}}, {{amount}} USDT for invoice {{name}} is final on the network and has arrived at your receiving address.', {
    username,
    amount,
    name,
  }),
  facts: [
    { label: t('Merchant'), value: store },
    { label: t('Transaction ID'), value: transId },
    { label: t('Time'), value: formatTime(at) },
  ],
  button: { label: t('Open the invoice'), url: page(`/invoice-details/${transId}`) },
  closing: t('You can switch these mails off under Profile, Security.'),
  footer: t(FOOTER, { email }),
});

const reversedMail: MailTemplate<ReversedValues> = ({ t, page, formatTime }, { username, email, transId, amount, hash, at }) => ({
  subject: t('A payment was reversed by the network'),
  preview: t('The payment of invoice {{transId}} is no longer on the chain.', { transId }),
  heading: t('A payment was reversed by the network'),
  intro: t(
    'Hello {{username}}, the payment of invoice {{transId}} was final but has disappeared: the network replaced its blocks. Please hold back what you have not delivered yet. The fee was refunded.',
    { username, transId },
  ),
  facts: [
    { label: t('Amount'), value: `${amount} USDT` },
    { label: t('Transaction hash'), value: hash },
    { label: t('Time'), value: formatTime(at) },
  ],
  button: { label: t('Open the invoice'), url: page(`/invoice-details/${transId}`) },
  closing: t('We keep watching the address. If the payment comes back, the invoice will show it.'),
  footer: t(FOOTER, { email }),
});

const lowBalanceMail: MailTemplate<LowBalanceValues> = ({ t, page }, { username, email, available, threshold }) => ({
  subject: t('Your balance is running low'),
  preview: t('{{available}} USD is available for fees.', { available }),
  heading: t('Your balance is running low'),
  intro: t(
    'Hello {{username}}, {{available}} USD is left for fees. Below {{threshold}} USD new invoices may soon be refused. Payments of open invoices are not affected.',
    { username, available, threshold },
  ),
  facts: [],
  button: { label: t('Top up now'), url: page('/top-up') },
  closing: t('You can switch these mails off under Profile, Security.'),
  footer: t(FOOTER, { email }),
});

export type MerchantMails = {
  readonly sendPaid: MailSender<PaidValues>;
  readonly sendReversed: MailSender<ReversedValues>;
  readonly sendLowBalance: MailSender<LowBalanceValues>;
};

export const createMerchantMails = (queue: MailQueue): MerchantMails => ({
  sendPaid: queue.define('invoice-paid', paidMail),
  sendReversed: queue.define('invoice-reversed', reversedMail),
  sendLowBalance: queue.define('low-balance', lowBalanceMail),
});
