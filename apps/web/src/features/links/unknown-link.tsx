import { Button, EmptyState } from '@stablegate/ui';
import { Link2 } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';

export function UnknownLink() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<Link2 className="icon-lg" aria-hidden="true" />}
      title={<h1>{t('This link leads nowhere')}</h1>}
      text={t('It may have been deleted, or the address is incomplete.')}
      actions={
        <Button asChild>
          <Link to="/payment-links">{t('All payment links')}</Link>
        </Button>
      }
    />
  );
}
