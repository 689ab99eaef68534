import { useEffect } from 'react';
import { t } from './texts';
import { useInvoiceState } from './use-invoice-state';

export function PayPage({ transId }: { transId: string | undefined }) {
  const state = useInvoiceState(transId);
  useEffect(() => {
    document.title = `${state === 'expired' ? t('Payment Expired!') : t('Payment')} · Stablegate`;
  }, [state]);
  return (
    <div className="pay-wrap">
      <header className="pay-top">
        <img src="/brand/mark.svg" alt="" width={22} height={22} />
        <span className="pay-brand">Stablegate</span>
      </header>
      <main className="pay-main">{state === 'expired' ? <ExpiredCard /> : <CheckingCard isUnreachable={state === 'unreachable'} />}</main>
      <footer className="pay-foot">{t('Protected by Bing Group')}</footer>
    </div>
  );
}

function CheckingCard({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    <section className="tile" aria-busy="true">
      <h1 className="pay-status" role="status">
        {isUnreachable ? t('The server does not answer. Trying again...') : t('Checking payment status...')}
      </h1>
      <div className="bones" aria-hidden="true">
        <span className="bone bone-amount" />
        <span className="bone bone-line" />
        <span className="bone bone-qr" />
        <span className="bone bone-line" />
      </div>
    </section>
  );
}

function ExpiredCard() {
  return (
    <section className="tile outcome" role="status">
      <span className="seal">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10 2h4M4.6 11a8 8 0 0 0 1.7 8.7 8 8 0 0 0 8.7 1.7M7.4 7.4a8 8 0 0 1 10.3 1 8 8 0 0 1 .9 10.2M2 2l20 20M12 12v-2" />
        </svg>
      </span>
      <h1>{t('Payment Expired!')}</h1>
      <p>{t('The invoice has expired, please create a new invoice.')}</p>
    </section>
  );
}
