import { Button, EmptyState, IconButton, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Store as StoreIcon, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { storesQuery } from '../../lib/api/stores.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { LoadError } from '../../lib/lists/load-error';
import { usePageTitle } from '../../lib/page-title';
import { isSoundOn, setSound } from './chime';
import { Pad } from './pad';
import { SaleView } from './sale-view';
import type { Sale } from './use-sale';
import { useWakeLock } from './use-wake-lock';
import './pos.css';

/** For a phone at the counter: an amount, a QR code, a green screen. */
export default function PosScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Point of sale'));
  useWakeLock();
  const [sale, setSale] = useState<Sale>();
  const [hasSound, setHasSound] = useState(isSoundOn);
  const toggle = () => {
    setSound(!hasSound);
    setHasSound(!hasSound);
  };
  const Icon = hasSound ? Volume2 : VolumeX;
  return (
    <div className="pos-ground">
      <main className="pos">
        <header className="pos-head">
          <Link to="/dashboard" className="icon-btn icon-btn-md" aria-label={t('Back')}>
            <ArrowLeft className="icon flip" aria-hidden="true" />
          </Link>
          <h1 className="pos-title">{t('Point of sale')}</h1>
          <IconButton
            size="md"
            label={t('Sound')}
            aria-pressed={hasSound}
            icon={<Icon className="icon" aria-hidden="true" />}
            onClick={toggle}
          />
        </header>
        {sale === undefined ? <Stores onMade={setSale} /> : <SaleView key={sale.transId} sale={sale} onNext={() => setSale(undefined)} />}
      </main>
    </div>
  );
}

function Stores({ onMade }: { onMade: (sale: Sale) => void }) {
  const { t } = useTranslation();
  const stores = useQuery(storesQuery);
  if (stores.data === undefined)
    return stores.isPending ? (
      <Skeleton width="full" />
    ) : (
      <LoadError isPage title={t('Your merchants could not be loaded')} read={stores} />
    );
  const usable = stores.data.filter(({ status, hasAddress }) => status === 'Active' && hasAddress);
  if (usable.length > 0) return <Pad stores={usable} onMade={onMade} />;
  return (
    <EmptyState
      bare
      icon={<StoreIcon className="icon-lg" aria-hidden="true" />}
      title={t('No merchant can be paid yet')}
      text={t('Add a merchant with a receiving address first: customers pay to it.')}
      actions={
        <Button asChild variant="primary">
          <Link to="/merchants">{t('Go to merchants')}</Link>
        </Button>
      }
    />
  );
}
