import { Button, Card } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../../lib/page-title';
import { useHasScreen } from '../../lib/screen';

export default function DashboardScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Dashboard'));
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{t('Dashboard')}</h1>
      </div>
      <Welcome />
    </>
  );
}

function Welcome() {
  const { t } = useTranslation();
  return (
    <Card title={t('Welcome to Stablegate')} className="max-w-form">
      <p className="mb-3 text-muted">
        {t('Your customers pay USDT straight into your own addresses. This is the way to the first payment:')}
      </p>
      <FirstSteps />
    </Card>
  );
}

function FirstSteps() {
  const { t } = useTranslation();
  const steps = [
    { title: t('Register a store'), text: t('It carries the name your customers see and its own API key.'), to: '/merchants' },
    { title: t('Add a USDT receiving address'), text: t('One per network. You alone hold its key.'), to: '/merchants' },
    { title: t('Create your first invoice'), text: t('On screen as a payment link, or with the API.'), to: '/invoices' },
    { title: t('Top up your balance'), text: t('Fees are charged from it once the trial ends.'), to: '/top-up' },
  ];
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <Step key={step.title} number={index + 1} {...step} />
      ))}
    </ol>
  );
}

function Step({ number, title, text, to }: { number: number; title: string; text: string; to: string }) {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  return (
    <li className="flex items-center gap-3 border-t border-faint py-3">
      <span className="num w-4 self-start text-end text-subtle">{number}</span>
      <div className="min-w-0 flex-1">
        <div className="font-medium">{title}</div>
        <div className="text-caption text-muted">{text}</div>
      </div>
      {hasScreen(to) && (
        <Button asChild size="sm">
          <Link to={to} aria-label={`${t('Open')}: ${title}`}>
            {t('Open')}
          </Link>
        </Button>
      )}
    </li>
  );
}
