import type { ReactNode } from 'react';
import { shortened } from './address';
import { CopyButton } from './copy-button';
import { ReturnLink } from './frame';
import { Icon, type IconName } from './icons';
import type { Screen } from './screen';
import { t } from './texts';

type Of<Kind extends Screen['kind']> = Extract<Screen, { kind: Kind }>;

function Outcome({ tone, icon, title, children }: { tone: 'ok' | 'off' | 'go'; icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="outcome">
      <span className={`seal ${tone}`}>
        <Icon name={icon} size="icon-seal" />
      </span>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

function Facts({ label, paid, unit, txHash }: { label: string; paid: string; unit: string; txHash: string | undefined }) {
  return (
    <dl className="dl facts">
      <dt>{label}</dt>
      <dd dir="ltr">
        {paid} {unit}
      </dd>
      {txHash !== undefined && (
        <>
          <dt>{t('Transaction')}</dt>
          <dd className="mono">
            <span title={txHash}>{shortened(txHash)}</span>
            <CopyButton text={txHash} label={t('Copy transaction hash')} />
          </dd>
        </>
      )}
    </dl>
  );
}

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="notice">
    <Icon name="info" />
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  </div>
);

export function ProcessingView({ screen, children }: { screen: Of<'processing'>; children: ReactNode }) {
  const { view, paid } = screen;
  return (
    <section className="tile">
      <Outcome tone="go" icon="working" title={t('Payment seen, confirming')}>
        <p>{t('Your payment is safe. You can close this page, the store is told as soon as it is final.')}</p>
        <div className="conf" />
        {view.confirmations !== undefined && <p className="conf-count">{t('Confirmations: {{n}}', { n: view.confirmations })}</p>}
      </Outcome>
      <Facts label={t('Received')} paid={paid} unit={view.currency} txHash={view.tx_hash} />
      {children}
    </section>
  );
}

export function SuccessView({ screen, url }: { screen: Of<'success'>; url: string | undefined }) {
  const { view, paid, over } = screen;
  return (
    <section className="tile">
      <Outcome tone="ok" icon="check" title={t('Payment Successful!')}>
        <p>{t('You have successfully completed the payment. Thank you!')}</p>
      </Outcome>
      <Facts label={t('Paid')} paid={paid} unit={view.currency} txHash={view.tx_hash} />
      {over !== undefined && (
        <Note title={t('You sent {{over}} USDT too much', { over })}>
          {t('Your order is paid. Ask {{store}} for the difference and give them the transaction ID.', { store: view.store })}
        </Note>
      )}
      {url !== undefined && <ReturnLink url={url} className="btn btn-primary" />}
    </section>
  );
}

export function ExpiredView({ screen, url, children }: { screen: Of<'expired'>; url: string | undefined; children: ReactNode }) {
  const { view, paid, isWatched } = screen;
  return (
    <section className="tile">
      <Outcome tone="off" icon="timerOff" title={t('Payment Expired!')}>
        <p>{t('The invoice has expired, please create a new invoice.')}</p>
      </Outcome>
      {url !== undefined && <ReturnLink url={url} className="btn btn-primary" />}
      {view !== undefined && paid !== undefined && (
        <Note title={t('{{paid}} USDT arrived', { paid })}>
          {t('It lies at the address of {{store}} and is not lost. Ask them, and give them the transaction ID.', { store: view.store })}
        </Note>
      )}
      {isWatched && (
        <Note title={t('Already sent it?')}>
          {t(
            'Nothing is lost. The address stays watched for 24 hours: an exact payment that arrives late is still credited and this page changes by itself. Please do not send again.',
          )}
        </Note>
      )}
      {children}
    </section>
  );
}

export function LoadingView({ isFailing }: { isFailing: boolean }) {
  return (
    <section className="tile" aria-busy="true">
      <h1 className="pay-status">{isFailing ? t('The server does not answer. Trying again...') : t('Checking payment status...')}</h1>
      <div className="bones" aria-hidden="true">
        <span className="bone bone-amount" />
        <span className="bone" />
        <span className="bone bone-qr" />
        <span className="bone" />
      </div>
    </section>
  );
}
