import { Card } from '@stablegate/ui';
import { type LucideIcon, Mail, MapPin, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { SUPPORT_CHAT, SUPPORT_PHONE, supportEmail } from './contact-details';
import { ContactForm } from './contact-form';

export default function InformationTab() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="contact-split">
        <ContactForm />
        <DetailsCard />
      </div>
      <Questions />
    </div>
  );
}

function DetailsCard() {
  const { t } = useTranslation();
  const email = supportEmail();
  return (
    <Card title={t('Reach us')}>
      <ul className="grid gap-4">
        <Detail icon={MapPin} label={t('Address')}>
          {t('Hanoi, Vietnam')}
        </Detail>
        <Detail icon={Mail} label={t('Email')}>
          <a className="link wrap-anywhere" href={`mailto:${email}`}>
            {email}
          </a>
        </Detail>
        <Detail icon={Phone} label={t('Phone')}>
          <a className="link num" dir="ltr" href={`tel:${SUPPORT_PHONE.replaceAll(' ', '')}`}>
            {SUPPORT_PHONE}
          </a>
        </Detail>
        <Detail icon={MessageCircle} label={t('Messaging app')}>
          <a className="link" href={SUPPORT_CHAT.url} target="_blank" rel="noopener noreferrer">
            {t('Write to us on {{app}}', { app: SUPPORT_CHAT.app })}
          </a>
        </Detail>
      </ul>
    </Card>
  );
}

const Detail = ({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) => (
  <li className="flex gap-3">
    <Icon className="icon mt-line text-subtle" aria-hidden="true" />
    <div className="min-w-0">
      <div className="text-caption text-muted">{label}</div>
      <div>{children}</div>
    </div>
  </li>
);

function Questions() {
  const { t } = useTranslation();
  const items = [
    {
      question: t('When is the team available?'),
      answer: t('Monday to Saturday, 8:00 AM - 5:30 PM, Hanoi time (UTC+7).'),
    },
    {
      question: t('How soon do you reply?'),
      answer: t('Within 24 hours. A message sent on a Sunday is answered on Monday.'),
    },
    {
      question: t('What should I write about a payment?'),
      answer: t(
        'The transaction ID of the invoice and, if there is one, the transaction hash. Never send a password, an API key or a seed phrase.',
      ),
    },
  ];
  return (
    <section className="card" aria-labelledby="contact-questions">
      <div className="card-head">
        <h2 className="card-title" id="contact-questions">
          {t('Frequently asked questions')}
        </h2>
      </div>
      <dl className="questions">
        {items.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-1 text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
