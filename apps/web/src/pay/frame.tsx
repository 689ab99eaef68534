import type { Language, PaymentView } from '@stablegate/contract';
import { Fragment } from 'react';
import { isEmbedded } from '../lib/embed/address';
import { embedPath, postToParent } from '../lib/embed/embedded';
import { shortened } from './bill/address';
import { CopyButton } from './bill/copy-button';
import { isShort, priceLines } from './bill/price-lines';
import { Icon } from './icons';
import { LanguagePicker } from './language-picker';
import { useIsInBrowser } from './live/hydrated';
import { useLocalTime } from './local-time';
import { isSandbox } from './sandbox/runtime-mode';
import { t } from './texts';

type PayHeaderProps = { store: string | undefined; languages: readonly Language[] | undefined };

export function PayHeader({ store, languages }: PayHeaderProps) {
  return (
    <header className="pay-top">
      {store === undefined ? (
        <img src="/brand/mark.svg" alt="" width={28} height={28} />
      ) : (
        <span className="avatar" aria-hidden="true">
          {[...store][0]?.toUpperCase()}
        </span>
      )}
      <span className="merchant">{store ?? 'Stablegate'}</span>
      {isSandbox() && <span className="test-tag">{t('TEST')}</span>}
      <LanguagePicker first={languages} />
    </header>
  );
}

/** To the message for those who have paid, to the page of the link, or to the shop. */
function wordOf(isOwn: boolean, search: string): string {
  if (!isOwn) return t('Return to Website');
  return new URLSearchParams(search).has('order') ? t('Continue') : t('Back');
}

/** Within a shop's page the way back is to close the frame; only our own page of a payment link goes on in it. */
export function ReturnLink({ url, className }: { url: string; className: string }) {
  const isInFrame = useIsInBrowser() && isEmbedded();
  const { origin, pathname, search } = new URL(url);
  const isOwn = isInFrame && origin === window.location.origin && pathname.startsWith('/pay/');
  if (isInFrame && !isOwn)
    return (
      <button type="button" className={className} onClick={() => postToParent({ type: 'closed' })}>
        {t('Close')}
      </button>
    );
  return (
    <a className={className} href={isOwn ? embedPath(pathname + search) : url} rel="noopener noreferrer">
      {wordOf(isOwn, search)}
    </a>
  );
}

export function PayFooter({ url }: { url: string | undefined }) {
  return (
    <footer className="pay-foot">
      <span className="with-icon">
        <Icon name="shield" size="icon-sm" />
        {t('Protected by Bing Group')}
      </span>
      {url !== undefined && <ReturnLink url={url} className="quiet-link" />}
    </footer>
  );
}

export function Reminder() {
  return (
    <section className="notice n-warning remind">
      <Icon name="warning" />
      <div>
        <h2>{t('Important Reminder')}</h2>
        <ul>
          <li>{t('Transfer the exact amount plus network fee.')}</li>
          <li>{t('Add any fees your platform charges.')}</li>
          <li>{t('Sending more or less may cause delays.')}</li>
          <li>{t('Example: from an exchange sending USDT-TRC20, add 1 USDT.')}</li>
        </ul>
      </div>
    </section>
  );
}

/** On a phone the summary is collapsed here. */
function OrderRows({ view }: { view: PaymentView }) {
  const rows = [
    { label: t('Invoice Name'), value: view.name },
    ...(view.description !== null && !isShort(view.description) ? [{ label: t('Description'), value: view.description }] : []),
    ...priceLines(view).map(({ label, value }) => ({ label, value: `${value} ${view.currency}` })),
    ...(priceLines(view).length > 0 ? [{ label: t('Total'), value: `${view.amount} ${view.currency}` }] : []),
  ];
  return rows.map(({ label, value }) => (
    <Fragment key={label}>
      <dt className="on-phone">{label}</dt>
      <dd className="on-phone">
        <bdi>{value}</bdi>
      </dd>
    </Fragment>
  ));
}

export function InvoiceDetails({ view, isOpen }: { view: PaymentView; isOpen: boolean }) {
  const timeOf = useLocalTime();
  return (
    <details className="fold" open={isOpen}>
      <summary>
        {t('INVOICE DETAILS')}
        <Icon name="chevron" size="icon-sm" />
      </summary>
      <dl className="dl">
        <OrderRows view={view} />
        <dt>{t('Transaction ID')}</dt>
        <dd className="mono">
          <span title={view.trans_id}>{shortened(view.trans_id)}</span>
          <CopyButton text={view.trans_id} label={t('Copy transaction ID')} />
        </dd>
        <dt>{t('Created')}</dt>
        <dd>
          <bdi>{timeOf(view.created_at)}</bdi>
        </dd>
        <dt>{t('Expires')}</dt>
        <dd>
          <bdi>{timeOf(view.expires_at)}</bdi>
        </dd>
      </dl>
    </details>
  );
}
