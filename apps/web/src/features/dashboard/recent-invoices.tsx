import { Button } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ReceiptText } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { invoiceListQuery } from '../../lib/api/invoices.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { InvoiceCard, invoiceColumns } from '../../lib/lists/invoice-columns';
import { localList } from '../../lib/lists/list-state';
import { PlainList } from '../../lib/lists/plain-list';

const SHOWN = 10;

export function RecentInvoices() {
  const { t } = useTranslation();
  const invoices = useQuery(invoiceListQuery({ page: 0, size: SHOWN }));
  // Drawn in slices of 5 ms, between which a slow phone paints and answers.
  const shown = useDeferredValue(invoices.data?.content);
  return (
    <section>
      <div className="recent-head">
        <h2 className="recent-title">{t('Merchant Invoice')}</h2>
        <Button asChild size="sm">
          <Link to="/invoices">
            {t('View All Invoices')}
            <ArrowRight className="icon-sm flip" aria-hidden="true" />
          </Link>
        </Button>
      </div>
      <PlainList
        list={localList(invoices, shown)}
        failure={t('Your invoices could not be loaded')}
        look={{
          caption: t('Merchant Invoice'),
          columns: invoiceColumns(t, 0, 'dashboard'),
          rowKey: ({ transId }) => transId,
          card: (invoice) => <InvoiceCard invoice={invoice} words="dashboard" />,
          skeletonRows: SHOWN,
        }}
        empty={{
          icon: <ReceiptText className="icon-lg" aria-hidden="true" />,
          title: t('No invoices yet'),
          text: t('Create one here, or with the API from your shop.'),
        }}
      />
    </section>
  );
}
