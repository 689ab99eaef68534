import { ShieldCheck } from 'lucide-react';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { isSandbox } from '../../lib/api/runtime-mode';
import { isEmbedded } from '../../lib/embed/address';
import { useTranslation } from '../../lib/i18n/texts';
import { LanguageMenu } from '../language-menu';
import { ServerStripe } from '../server-stripe';
import './payer-frame.css';

/** For customers, who have no account here: whether the money is real, and their language. */
export default function PayerFrame() {
  return (
    <div className="payer">
      {isSandbox() && <ServerStripe />}
      <header className="payer-bar">
        <LanguageMenu look="code" />
      </header>
      <Suspense fallback={<div className="skeleton screen-skeleton appear-late" aria-busy="true" />}>
        <Outlet />
      </Suspense>
      {!isEmbedded() && <PayerFoot />}
    </div>
  );
}

/** As on the payment page that follows. */
function PayerFoot() {
  const { t } = useTranslation();
  return (
    <footer className="payer-foot">
      <ShieldCheck className="icon-sm" aria-hidden="true" />
      {t('Protected by Bing Group')}
    </footer>
  );
}
