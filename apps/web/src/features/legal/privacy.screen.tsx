import { useTranslation } from '../../lib/i18n/texts';
import { LegalPage, type LegalSection } from './legal-page';

export default function PrivacyScreen() {
  const { t } = useTranslation();
  const sections = [...useKeptSections(), ...useUseSections(), ...useRightsSections()];
  return (
    <LegalPage
      title={t('Privacy Policy')}
      intro={t(
        'We keep what the gateway needs to work, and nothing for advertising. Our pages load no script, font or picture from other sites, and nobody but us counts your visits.',
      )}
      sections={sections}
    />
  );
}

function useKeptSections(): readonly LegalSection[] {
  const { t } = useTranslation();
  return [
    {
      id: 'you',
      title: t('What we keep about you'),
      paragraphs: [
        t(
          'Your account: username, email address, language and security settings. Your password is kept only as a hash from which nobody can read it. Two-factor secrets, API keys and callback secrets are kept encrypted.',
        ),
        t(
          'Your sign-ins: the network address, the browser and the time of each session, so that you can see and end your sessions and we can warn you about a new device.',
        ),
        t(
          'Your business: merchants, receiving addresses, invoices, callbacks with the answers of your shop, and every change to your balance.',
        ),
        t(
          "Calls of your servers with your API keys: which key, from which network address, what was called, when, and the status of the answer. They are kept for 30 days, a busy shop's for less, and nothing of what they carried.",
        ),
      ],
    },
    {
      id: 'customers',
      title: t('What we keep about your customers'),
      paragraphs: [
        t(
          'The payment page asks for neither a name nor an account. We keep what you write on the invoice, and what the networks show publicly: addresses, amounts and transaction hashes.',
        ),
      ],
    },
    {
      id: 'messages',
      title: t('Messages to us'),
      paragraphs: [
        t(
          'What you send with the contact form (name, email, phone, message) is stored together with your network address and emailed to our support team.',
        ),
      ],
    },
  ];
}

function useUseSections(): readonly LegalSection[] {
  const { t } = useTranslation();
  return [
    {
      id: 'mails',
      title: t('Emails we send'),
      paragraphs: [
        t(
          'Only emails about your account: verification links, sign-in codes, sign-ins from new devices, changes to your password, address or team, payments, statements, a low balance, and callbacks that could not be delivered. An invitation to a team is sent to the person who is invited. No advertising. Sign-in notifications can be turned off under Security.',
        ),
      ],
    },
    {
      id: 'cookies',
      title: t('Cookies and browser storage'),
      paragraphs: [
        t(
          'One cookie keeps you signed in: for 12 hours after your last visit, or 30 days with "Remember me", and never longer than 90 days. One lasts the few minutes between password and code. One tells us that we have seen this browser before.',
        ),
        t('Your language, the theme, the width of the sidebar and hints that you put off are remembered in the browser itself.'),
      ],
    },
    {
      id: 'others',
      title: t('Who else sees it'),
      paragraphs: [
        t(
          'We do not sell or rent your data to anyone. Our mail service delivers our emails, our bank reports the transfers that you make to us, and network nodes are asked about addresses that are public anyway. Authorities receive what the law requires us to provide.',
        ),
      ],
    },
  ];
}

function useRightsSections(): readonly LegalSection[] {
  const { t } = useTranslation();
  return [
    {
      id: 'time',
      title: t('How long we keep it'),
      paragraphs: [
        t(
          'Invoices, transfers and balance entries are business records: they are kept for as long as you have the account, and afterwards for as long as the law requires. Ended sessions and used links are deleted automatically.',
        ),
      ],
    },
    {
      id: 'rights',
      title: t('What you can ask for'),
      paragraphs: [
        t(
          'You may ask what we keep about you, have it corrected, or have your account closed. What the law requires us to keep is kept until that period ends. <contact>Write to us</contact>; we answer within 24 hours on working days.',
        ),
        t('Our obligations to each other are set out in the <terms>Terms</terms>.'),
      ],
    },
  ];
}
