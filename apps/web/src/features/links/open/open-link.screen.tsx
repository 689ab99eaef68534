import { type OpenLink, paymentLinksApi } from '@stablegate/contract';
import { readMicros } from '@stablegate/rules';
import { Amount, Avatar, Button, Notice, Skeleton, TruncatedId } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { isEmbedded } from '../../../lib/embed/address';
import { embedPath, useFrame } from '../../../lib/embed/embedded';
import { decimalsOf } from '../../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { usePageTitle } from '../../../lib/page-title';
import { OrderForm } from './order-form';
import './open-link.css';

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

/** What a customer opens from a website, a chat or a poster. */
export default function OpenLinkScreen() {
  const { t } = useTranslation();
  const { slug = '' } = useParams();
  useFrame({ link: slug });
  const order = useSearchParams()[0].get('order') ?? undefined;
  const link = useQuery({
    queryKey: ['open-link', slug, order],
    queryFn: ({ signal }) => call(paymentLinksApi.open, { params: { slug }, query: { order }, signal }),
    retry: (times, error) => times < 3 && !isUnknown(error),
  });
  usePageTitle(link.data?.name ?? t('Payment link'));
  if (link.data !== undefined)
    return (
      <Page store={link.data.store}>
        <Content link={link.data} slug={slug} />
      </Page>
    );
  return (
    <Page>
      {link.isError && isUnknown(link.error) && (
        <>
          <h1 className="page-title">{t('This link leads nowhere')}</h1>
          <p className="text-muted">{t('Ask the shop for a new one.')}</p>
        </>
      )}
      {link.isError && !isUnknown(link.error) && <LoadError isPage title={t('Something went wrong. Please try again.')} read={link} />}
      {link.isPending && (
        <div className="appear-late grid gap-4" aria-busy="true">
          <h1 className="sr-only">{t('Payment link')}</h1>
          <Skeleton width="lg" />
          <Skeleton width="full" />
        </div>
      )}
    </Page>
  );
}

const Page = ({ store, children }: { store?: string; children: ReactNode }) => (
  <main className="open-link">
    <div className="card open-link-card">
      {store !== undefined && (
        <p className="open-link-store">
          <Avatar name={store} size="sm" />
          <bdi className="min-w-0 truncate font-medium">{store}</bdi>
        </p>
      )}
      {children}
    </div>
  </main>
);

const closedText = (t: TFunction, state: Exclude<OpenLink['state'], 'open'>): string => {
  if (state === 'ended') return t('This offer has ended.');
  return state === 'sold_out' ? t('Sold out') : t('Payments are switched off at the moment.');
};

function Content({ link, slug }: { link: OpenLink; slug: string }) {
  const { t } = useTranslation();
  if (link.isPaid) return <Thanks link={link} slug={slug} />;
  return (
    <>
      <div className="grid gap-1">
        <h1 className="page-title wrap-anywhere">
          <bdi>{link.name}</bdi>
        </h1>
        {link.description !== null && <p className="open-link-text text-muted">{link.description}</p>}
        {link.state === 'open' && link.left !== null && (
          <p className="text-caption text-muted">{t('{{left}} left', { left: link.left })}</p>
        )}
      </div>
      {link.state === 'open' ? (
        <OrderForm link={link} slug={slug} />
      ) : (
        <Notice tone="warning" title={closedText(t, link.state)}>
          {t('Please contact the shop if you have questions.')}
        </Notice>
      )}
    </>
  );
}

function Thanks({ link, slug }: { link: OpenLink; slug: string }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="open-link-paid" role="status">
        <CircleCheck className="icon-lg" aria-hidden="true" />
        <h1 className="page-title">{t('Thank you! Your payment has arrived.')}</h1>
      </div>
      {link.receipt !== null && <Receipt name={link.name} {...link.receipt} />}
      {link.isOversold && (
        <Notice tone="warning" title={t('Sold out before your payment arrived')}>
          {t('The shop has your payment and was informed. It will deliver your order or refund you.')}
        </Notice>
      )}
      {link.successMessage !== null && <p className="open-link-text">{link.successMessage}</p>}
      {link.state === 'open' && (
        <Button asChild>
          <Link to={isEmbedded() ? embedPath(`/pay/${slug}`) : `/pay/${slug}`}>{t('Pay again')}</Link>
        </Button>
      )}
    </>
  );
}

/** What a customer shows at the door, or quotes to the shop. */
function Receipt({ name, transId, amount }: { name: string } & NonNullable<OpenLink['receipt']>) {
  const { t } = useTranslation();
  return (
    <dl className="open-link-total">
      <dt className="wrap-anywhere">
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <Amount value={amount} decimals={decimalsOf(readMicros(amount) ?? 0n)} unit="USDT" />
      </dd>
      <dt>{t('Transaction ID')}</dt>
      <dd>
        <TruncatedId value={transId} copyLabel={t('Copy transaction ID')} copiedLabel={t('Copied')} />
      </dd>
    </dl>
  );
}
