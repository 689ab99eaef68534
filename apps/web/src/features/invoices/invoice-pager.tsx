import { Pagination, Select } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../lib/i18n/rich-text';
import type { Filters } from './invoice-filters';
import type { InvoiceListState } from './use-invoice-list';

const SIZES = ['10', '20', '50', '100'] as const;

export type InvoicePagerProps = { list: InvoiceListState; filters: Filters; onChange: (change: Partial<Filters>) => void };

const bold = (text: string) => <b className="font-medium">{text}</b>;

export function InvoicePager({ list: { query, total, rows = [] }, filters: { page, size }, onChange }: InvoicePagerProps) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const figures = {
    from: number.format(page * size + 1),
    to: number.format(page * size + rows.length),
    total: number.format(total),
  };
  const text =
    query.data?.totalIsCapped === true
      ? t('Showing <b>{{from}}</b> to <b>{{to}}</b> of more than <b>{{total}}</b> invoices', figures)
      : t('Showing <b>{{from}}</b> to <b>{{to}}</b> of <b>{{total}}</b> invoices', figures);
  return (
    <Pagination
      page={page}
      pageCount={Math.ceil(total / size)}
      onPage={(chosen) => onChange({ page: chosen })}
      summary={
        <span className="invoices-summary">
          <span>
            <RichText text={text} parts={{ b: bold }} />
          </span>
          {total > Math.min(size, 10) && (
            <Select
              label={t('Rows per page')}
              className="page-size"
              value={SIZES.find((each) => each === String(size))}
              placeholder={String(size)}
              onChange={(chosen) => onChange({ size: Number.parseInt(chosen, 10) })}
              options={SIZES.map((each) => ({ value: each, label: t('{{size}} rows', { size: each }) }))}
            />
          )}
        </span>
      }
      labels={{
        nav: t('Pages'),
        previous: t('Previous page'),
        next: t('Next page'),
        page: (index) => t('Page {{number}}', { number: index }),
      }}
    />
  );
}
