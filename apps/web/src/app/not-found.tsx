import { Button, EmptyState } from '@stablegate/ui';
import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../lib/i18n/texts';
import { usePageTitle } from '../lib/page-title';

export default function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t('Page not found'));
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{t('Page not found')}</h1>
      </div>
      <EmptyState
        icon={<Compass className="icon-lg" aria-hidden="true" />}
        title={t('There is nothing at this address')}
        text={t('The link may be old or mistyped.')}
        actions={
          <Button asChild variant="primary">
            <Link to="/">{t('Go to the dashboard')}</Link>
          </Button>
        }
      />
    </>
  );
}
