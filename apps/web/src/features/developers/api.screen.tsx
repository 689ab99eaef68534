import { API_BASE } from '@stablegate/contract';
import { Button, CopyButton } from '@stablegate/ui';
import { Bell, BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { RichText } from '../../lib/i18n/rich-text';
import { usePageTitle } from '../../lib/page-title';
import { ScreenLink, useHasScreen } from '../../lib/screen';
import { ApiCallback } from './api-callback';
import { ApiInvoice } from './api-invoice';
import { ApiNetworks, ApiStatuses } from './api-values';
import { OwnKey } from './try-it/own-key';
import { OwnStoreProvider } from './try-it/own-store';
import { TryIt } from './try-it/try-it';
import './developers.css';
import './code.css';
import { useTranslation } from '../../lib/i18n/texts';

/** Specification 1, /api. It makes no calls until the user requests their key or tries the call. */
export default function ApiScreen() {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  usePageTitle(t('API Documentation'));
  return (
    <OwnStoreProvider>
      <div className="page-head">
        <h1 className="page-title">{t('API Documentation')}</h1>
        <div className="flex flex-wrap gap-2">
          {hasScreen('/events') && (
            <Button asChild>
              <Link to="/events">
                <Bell className="icon" aria-hidden="true" />
                {t('Callback events')}
              </Link>
            </Button>
          )}
          {hasScreen('/docs') && (
            <Button asChild>
              <Link to="/docs">
                <BookOpen className="icon" aria-hidden="true" />
                {t('All calls')}
              </Link>
            </Button>
          )}
        </div>
      </div>
      <Start />
      <OwnKey />
      <ApiInvoice />
      <TryIt />
      <ApiCallback />
      <div className="api-pair">
        <ApiStatuses />
        <ApiNetworks />
      </div>
    </OwnStoreProvider>
  );
}

function Start() {
  const { t } = useTranslation();
  const base = `${window.location.origin}${API_BASE}`;
  return (
    <section className="card api-start" aria-label={t('Before you start')}>
      <p>
        {t(
          'Create an invoice, send your customer to its payment page, and receive a callback when it is paid. The money goes straight to your own address.',
        )}
      </p>
      <dl>
        <div>
          <dt>{t('Base address')}</dt>
          <dd>
            <code className="mono" dir="ltr">
              {base}
            </code>
            <CopyButton className="copy-inline" value={base} label={t('Copy {{what}}', { what: base })} copiedLabel={t('Copied')} />
          </dd>
        </div>
        <div>
          <dt>{t('Authentication')}</dt>
          <dd>
            <RichText
              text={t(
                'The header <code>X-API-KEY</code> with the API key of your merchant. You can find it under <merchants>Merchants</merchants>.',
              )}
              parts={{ code, merchants }}
            />{' '}
            {t(
              'In the details of a merchant you can create more keys, each with the permissions it needs, a list of addresses it may be used from, and an expiry. Rolling a key keeps the old one for the time you choose.',
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

const code = (content: string) => <code className="mono">{content}</code>;
const merchants = (content: string) => (
  <ScreenLink to="/merchants" className="link" otherwise="text">
    {content}
  </ScreenLink>
);
