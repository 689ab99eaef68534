import type { InvoiceDetails } from '@stablegate/contract';
import { Button, EmptyState, middleTruncated, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ReceiptText } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiError, isNetworkError } from '../../../lib/api/api-error';
import { InvoiceStatusBadge } from '../../../lib/invoice-status';
import { LoadError } from '../../../lib/lists/load-error';
import { usePageTitle } from '../../../lib/page-title';
import { RefundsCard } from '../refunds/refunds-card';
import { CallbacksCard } from './callbacks-card';
import { ClaimsCard } from './claims-card';
import { invoiceQuery } from './details.queries';
import { DetailsActions } from './details-actions';
import { ChainFacts, InvoiceFacts } from './details-facts';
import { MetadataCard } from './metadata-card';
import { StatusBanner } from './status-banner';
import { TimelineCard } from './timeline-card';
import { TransfersCard } from './transfers-card';
import '../invoices.css';
import './details.css';
import { currentTranslation, type TFunction, useTranslation } from '../../../lib/i18n/texts';

export default function InvoiceDetailsScreen() {
  const { t } = useTranslation();
  const { transId = '' } = useParams();
  return (
    <>
      <Button asChild variant="ghost" size="sm" className="details-back">
        <Link to="/invoices">
          <ArrowLeft className="icon-sm flip" aria-hidden="true" />
          {t('Back to Invoices')}
        </Link>
      </Button>
      {transId === '' ? <NoSuchInvoice title={t('Invoice ID is missing')} /> : <LoadedInvoice key={transId} transId={transId} />}
    </>
  );
}

/** Said by the server: an answer without a message, such as a proxy's, does not tell why. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422) && error.message !== '' && !isNetworkError(error);

/** The server's message (specification 2, section 8), unless it is a general one of ours, which says less than this. */
const absenceText = (t: TFunction, { message }: Error): string =>
  currentTranslation().isKnown(message) ? t('It may belong to another account, or the link is incomplete.') : message;

function LoadedInvoice({ transId }: { transId: string }) {
  const { t } = useTranslation();
  const invoice = useQuery(invoiceQuery(transId));
  const title = `${t('Invoice')} ${middleTruncated(transId)}`;
  usePageTitle(title, invoice.data?.storeName ?? '');
  if (invoice.data !== undefined) return <Details invoice={invoice.data} />;
  if (invoice.isPending) return <DetailsSkeleton title={title} />;
  if (isAbsent(invoice.error)) return <NoSuchInvoice title={t('This invoice does not exist')} text={absenceText(t, invoice.error)} />;
  return <LoadError isPage title={t('Failed to load invoice details')} read={invoice} action={<GoBack />} />;
}

const Details = ({ invoice }: { invoice: InvoiceDetails }) => (
  <>
    <DetailsHead invoice={invoice} />
    <div className="details">
      <StatusBanner invoice={invoice} />
      <div className="details-halves">
        <InvoiceFacts invoice={invoice} />
        <ChainFacts invoice={invoice} />
      </div>
      <MetadataCard invoice={invoice} />
      <TimelineCard invoice={invoice} />
      <TransfersCard invoice={invoice} />
      <RefundsCard invoice={invoice} />
      <ClaimsCard invoice={invoice} />
      <CallbacksCard invoice={invoice} />
    </div>
  </>
);

function DetailsHead({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  return (
    <div className="page-head">
      <div className="min-w-0">
        <h1 className="page-title details-title">
          {t('Invoice')}
          <span className="mono" dir="ltr">
            {middleTruncated(invoice.transId)}
          </span>
          <InvoiceStatusBadge invoice={invoice} words="details" />
        </h1>
        <p className="truncate text-muted">{invoice.storeName}</p>
      </div>
      <DetailsActions invoice={invoice} />
    </div>
  );
}

function GoBack() {
  const { t } = useTranslation();
  return (
    <Button asChild size="sm">
      <Link to="/invoices">{t('Go Back')}</Link>
    </Button>
  );
}

function NoSuchInvoice({ title, text }: { title: string; text?: string }) {
  return (
    <EmptyState icon={<ReceiptText className="icon-lg" aria-hidden="true" />} title={<h1>{title}</h1>} text={text} actions={<GoBack />} />
  );
}

const DetailsSkeleton = ({ title }: { title: string }) => (
  <div className="details" aria-busy="true">
    <h1 className="sr-only">{title}</h1>
    <div className="page-head">
      <div className="grid gap-3 py-2">
        <Skeleton width="lg" />
        <Skeleton width="md" />
      </div>
      <Skeleton className="details-action-skeleton" />
    </div>
    <Skeleton className="details-notice-skeleton" />
    <div className="details-halves">
      {['invoice', 'chain'].map((card) => (
        <div key={card} className="card grid gap-6 p-4">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((row) => (
            <Skeleton key={row} width={row < 'd' ? 'full' : 'lg'} />
          ))}
        </div>
      ))}
    </div>
  </div>
);
