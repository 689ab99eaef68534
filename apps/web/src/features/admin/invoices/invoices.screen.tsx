import { adminInvoiceQuery, adminInvoicesApi } from '@stablegate/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/api/api';
import { failureOf } from '../../../lib/lists/load-error';
import { AdminList } from '../list/admin-list';
import { feeFigures, revenueFigures } from '../list/figures';
import { Statistics } from '../list/statistics';
import { revenueQuery } from '../list/statistics.queries';
import { useAdminList, withPaging } from '../list/use-admin-list';
import { InvoiceCard } from './invoice-card';
import { invoiceColumns } from './invoice-columns';
import { invoiceFields } from './invoice-filters';
import { readInvoice } from './read-invoice';
import './invoices.css';
import { useTranslation } from '../../../lib/i18n/texts';

const PATH = '/admin/invoice';
const schema = withPaging(adminInvoiceQuery);

export default function InvoicesScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const revenue = useQuery(revenueQuery);
  const list = useAdminList({
    name: 'invoices',
    schema,
    load: async (query, signal) => {
      const { data, ...paging } = await call(adminInvoicesApi.list, { query, signal });
      return { content: data.map(readInvoice), ...paging };
    },
  });
  const columns = invoiceColumns(t);
  return (
    <AdminList
      title={t('Payment invoices')}
      subtitle={t('Transaction history: what buyers pay to merchants')}
      list={list}
      fields={invoiceFields(t)}
      columns={columns}
      rowKey={({ id }) => id}
      card={(invoice, index) => <InvoiceCard invoice={invoice} index={index} columns={columns} />}
      emptyText={t('No invoices')}
      isWide
      // Specification 2: clearing resets everything, hides the form and returns to the plain URL.
      onClear={() => void navigate(PATH, { replace: true })}
      statistics={
        <Statistics
          label={t('Revenue and fees')}
          rows={[
            { label: t('Revenue'), values: revenue.data && revenueFigures(revenue.data) },
            { label: t('Fee'), values: revenue.data && feeFigures(revenue.data) },
          ]}
          failure={failureOf(revenue)}
        />
      }
    />
  );
}
