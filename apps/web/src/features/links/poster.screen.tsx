import type { PaymentLink } from '@stablegate/contract';
import { Amount, Button, Qr, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { LoadError } from '../../lib/lists/load-error';
import { usePageTitle } from '../../lib/page-title';
import { linksQuery } from './links.queries';
import { UnknownLink } from './unknown-link';
import './poster.css';

/** To print and hang up: one page, dark on white whatever the theme. */
export default function PosterScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Poster'));
  const { id } = useParams();
  const links = useQuery(linksQuery);
  const link = links.data?.find((each) => each.id === id);
  return (
    <main className="poster-page">
      <div className="poster-tools">
        <Button asChild>
          <Link to="/payment-links">{t('Back')}</Link>
        </Button>
        {link !== undefined && (
          <Button variant="primary" icon={<Printer className="icon" aria-hidden="true" />} onClick={() => window.print()}>
            {t('Print')}
          </Button>
        )}
      </div>
      {link !== undefined && <Poster link={link} />}
      {links.isPending && <Skeleton width="full" />}
      {links.isError && links.data === undefined && <LoadError isPage title={t('Your payment links could not be loaded')} read={links} />}
      {links.data !== undefined && link === undefined && <UnknownLink />}
    </main>
  );
}

function Poster({ link: { name, storeName, amount, url } }: { link: PaymentLink }) {
  const { t } = useTranslation();
  return (
    <article className="poster">
      <p>
        <bdi>{storeName}</bdi>
      </p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {amount !== null && (
        <div>
          <Amount value={amount} decimals={4} unit="USDT" />
          <p className="poster-fee">{t('A service fee of 0.5% is added.')}</p>
        </div>
      )}
      <Qr value={url} label={t('QR code of the payment link')} />
      <p>{t('Scan to pay')}</p>
      <p className="poster-url mono" dir="ltr">
        {url.replace(/^https?:\/\//, '')}
      </p>
    </article>
  );
}
