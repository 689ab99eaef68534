import type { AdminInvoice } from '@stablegate/contract';
import type { Column } from '@stablegate/ui';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n/texts';
import { InvoiceStatusBadge } from '../../../lib/invoice-status';
import { AdminTime } from '../list/admin-time';
import { Usdt } from './invoice-columns';

/** Columns already shown in the card's two lines. */
const SHOWN = new Set(['amount', 'status', 'name', 'created']);

/** A phone shows amount and status first; the second line expands the other columns. */
export function InvoiceCard({
  invoice,
  index,
  columns,
}: {
  invoice: AdminInvoice;
  index: number;
  columns: readonly Column<AdminInvoice>[];
}) {
  const { t } = useTranslation();
  return (
    <>
      <Usdt value={invoice.amount} className="font-medium" />
      <span className="justify-self-end">
        <InvoiceStatusBadge invoice={invoice} />
      </span>
      <details className="invoice-more">
        <summary className="text-caption">
          <span className="sr-only">{t('Details')}</span>
          <bdi className="min-w-0 flex-1 truncate text-muted">{invoice.name}</bdi>
          <AdminTime at={invoice.createdAt} />
          <ChevronDown className="icon-sm" aria-hidden="true" />
        </summary>
        <dl>
          {columns
            .filter(({ id }) => !SHOWN.has(id))
            .map((column) => (
              <div key={column.id}>
                <dt>{column.header}</dt>
                <dd>{column.cell(invoice, index)}</dd>
              </div>
            ))}
        </dl>
      </details>
    </>
  );
}
