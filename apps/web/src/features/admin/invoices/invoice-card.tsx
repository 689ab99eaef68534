import type { AdminInvoice } from '@stablegate/contract';
import type { Column } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';
import { InvoiceStatusBadge } from '../../../lib/invoice-status';
import { AdminTime } from '../list/admin-time';
import { Usdt } from './invoice-columns';

/** Columns already shown in the card's two lines. */
const SHOWN = new Set(['amount', 'status', 'name', 'created']);

/** A phone shows amount and status first; the other columns expand. */
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
      <span className="truncate text-caption text-muted">{invoice.name}</span>
      <span className="justify-self-end text-caption">
        <AdminTime at={invoice.createdAt} />
      </span>
      <details className="invoice-more">
        <summary className="link text-caption">{t('Details')}</summary>
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
