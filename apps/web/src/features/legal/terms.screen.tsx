import { useTranslation } from '../../lib/i18n/texts';
import { LegalPage, type LegalSection } from './legal-page';

export default function TermsScreen() {
  const { t } = useTranslation();
  const sections = [...useServiceSections(), ...useMoneySections(), ...useClosingSections()];
  return (
    <LegalPage
      title={t('Terms')}
      intro={t('These terms say in plain words what Stablegate does for you, what it costs, and what we expect of each other.')}
      sections={sections}
    />
  );
}

function useServiceSections(): readonly LegalSection[] {
  const { t } = useTranslation();
  return [
    {
      id: 'service',
      title: t('What Stablegate does'),
      paragraphs: [
        t(
          'Stablegate is a payment gateway for USDT. You add merchants and create invoices, your customers pay them on a payment page, and we watch the networks, confirm the payment and notify your shop.',
        ),
        t(
          "We never hold your customers' money. Every payment goes straight to the receiving address that you entered for your merchant, and you alone hold its key. We cannot move, freeze or return what is there.",
        ),
      ],
    },
    {
      id: 'account',
      title: t('Your account'),
      paragraphs: [
        t(
          'You need a username, a verified email address and a password that you use nowhere else. What is done from your account counts as done by you, until you tell us that somebody else got in. Two-factor authentication and the list of your sessions help you to keep it yours.',
        ),
        t('Use the account only for business that the law allows where you and your customers are.'),
      ],
    },
    {
      id: 'payments',
      title: t('Payments on the networks'),
      paragraphs: [
        t(
          'A payment counts when it is made in USDT, on a network listed on the invoice, to the address and in the amount shown on the payment page, and once the network has finally confirmed it. The sender pays the network fees.',
        ),
        t(
          'Transfers that do not match are not lost: they are at your own address, and you find them in your list of unmatched transfers. An expired invoice is watched for another 24 hours.',
        ),
        t('Nobody can undo a payment on a network. A refund is a matter between you and your customer, and comes from your own wallet.'),
      ],
    },
  ];
}

function useMoneySections(): readonly LegalSection[] {
  const { t } = useTranslation();
  return [
    {
      id: 'fee',
      title: t('The fee'),
      paragraphs: [
        t(
          'The fee is 0.5% of each paid invoice. It is added to what the customer sends: for an invoice of 100 USDT the customer sends 100.50 USDT to your address, and 0.50 USD are taken from your prepaid balance with us.',
        ),
        t(
          'The fee is held when the invoice is created and taken when the invoice is paid. When it expires unpaid, the hold ends and nothing is charged. An invoice that is paid after its hold has ended is charged then; what the balance lacks is taken from your next top-up.',
        ),
        t('While the available balance does not cover the fee, no new invoice can be created.'),
      ],
    },
    {
      id: 'trial',
      title: t('The free trial'),
      paragraphs: [
        t(
          'For 7 days after registration the fee is shown on your invoices but not charged. Which rule applies is fixed when an invoice is created. After that the account moves to the official plan automatically.',
        ),
      ],
    },
    {
      id: 'balance',
      title: t('The prepaid balance'),
      paragraphs: [
        t(
          'You top up with USDT or by Vietnamese bank transfer, and we take no fee for it. The balance is credited with what really arrives, in dollars, at $1 for 1 USDT or at the rate that was shown for the bank transfer.',
        ),
        t(
          'The rate shown holds for the amount shown, until one day after the expiry. Anything else counts at the rate of the day it arrives.',
        ),
        t('The balance pays our fees. It is not a bank deposit and earns no interest. Every change is listed in your transactions.'),
      ],
    },
  ];
}

function useClosingSections(): readonly LegalSection[] {
  const { t } = useTranslation();
  return [
    {
      id: 'api',
      title: t('API and callbacks'),
      paragraphs: [
        t(
          'We report every paid and every expired invoice to the callback address that you provide, sign the message, and repeat it for up to 3 days until your shop has accepted it. Check the signature, keep your API key secret, and reset it immediately if it may have leaked.',
        ),
      ],
    },
    {
      id: 'liability',
      title: t('What we are responsible for'),
      paragraphs: [
        t(
          'We are responsible for keeping our records correct: we correct a mistake of ours with a new entry that you can see. We are not responsible for networks that stop working, for a receiving address that was entered wrongly, or for wallet keys that are lost.',
        ),
      ],
    },
    {
      id: 'end',
      title: t('When it ends'),
      paragraphs: [
        t(
          'You may stop at any time. A merchant that you delete takes no new invoices; those that are open stay payable until they end, because the money goes to you and not to us. We may suspend an account that breaks these terms or endangers others.',
        ),
      ],
    },
    {
      id: 'changes',
      title: t('Changes and questions'),
      paragraphs: [
        t(
          'When these terms change, the date at the top changes with them. How we treat your data is described in the <privacy>Privacy Policy</privacy>. Questions? <contact>Write to us</contact>.',
        ),
      ],
    },
  ];
}
