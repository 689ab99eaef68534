import { Button, Tooltip } from '@stablegate/ui';
import { Eye, Plus, ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { RichText } from '../../lib/i18n/rich-text';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { detailsHref, InvoiceCard, invoiceColumns } from '../../lib/lists/invoice-columns';
import type { Figures } from '../../lib/lists/list-texts';
import { ListView } from '../../lib/lists/list-view';
import { IfMay } from '../../lib/session/if-may';
import type { ReversedRange } from './invoice-filters';
import type { InvoiceListState } from './use-invoice-list';

const SIZES = [10, 20, 50, 100] as const;

const columnsOf = (t: TFunction, first: number) => [
  ...invoiceColumns(t, first),
  {
    id: 'actions',
    header: t('Actions'),
    align: 'end' as const,
    skeleton: 'xs' as const,
    cell: ({ transId, name }: { transId: string; name: string }) => <ViewButton transId={transId} name={name} />,
  },
];

function ViewButton({ transId, name }: { transId: string; name: string }) {
  const { t } = useTranslation();
  return (
    <Tooltip text={t('View')}>
      <Link to={detailsHref(transId)} className="icon-btn" aria-label={t('View {{name}}', { name })}>
        <Eye className="icon" aria-hidden="true" />
      </Link>
    </Tooltip>
  );
}

function Summary({ figures, isCapped }: { figures: Figures; isCapped: boolean }) {
  const { t } = useTranslation();
  const text =
    figures.total === '1'
      ? t('Showing <b>1</b> to <b>1</b> of <b>1</b> invoice')
      : isCapped
        ? t('Showing <b>{{from}}</b> to <b>{{to}}</b> of more than <b>{{total}}</b> invoices', figures)
        : t('Showing <b>{{from}}</b> to <b>{{to}}</b> of <b>{{total}}</b> invoices', figures);
  return <RichText text={text} parts={{ b: (part) => <b className="font-medium">{part}</b> }} />;
}

/** `narrowedBy`: nothing but the tab, a range in the wrong order (by a written address), or other filters. */
export type InvoiceListProps = { list: InvoiceListState; narrowedBy: 'tab' | ReversedRange | 'filters'; onCreate: () => void };

export function InvoiceList({ list, narrowedBy, onCreate }: InvoiceListProps) {
  const { t } = useTranslation();
  const icon = <ReceiptText className="icon-lg" aria-hidden="true" />;
  const whyNone = {
    tab: { icon, text: t('None has this status.'), clearLabel: t('Show all') },
    'reversed amounts': { text: t('The maximum amount is lower than the minimum.'), clearLabel: t('Clear filters') },
    'reversed days': { text: t('The end date is before the start date.'), clearLabel: t('Clear filters') },
    filters: { text: t('Try adjusting your search or filters'), clearLabel: t('Clear filters') },
  };
  const nameOf = (transId: string) => list.rows?.find((row) => row.transId === transId)?.name ?? transId;
  return (
    <ListView
      list={list}
      failure={t('Your invoices could not be loaded')}
      look={{
        caption: t('Merchant Invoice'),
        columns: columnsOf(t, list.page * list.size),
        rowKey: ({ transId }) => transId,
        card: (invoice) => <InvoiceCard invoice={invoice} />,
        skeletonRows: list.size > 10 ? 20 : 10,
        ...(list.isSelecting && {
          selection: {
            selected: list.selected,
            onChange: list.setSelected,
            labels: { all: t('Select all on this page'), row: (transId: string) => t('Select {{name}}', { name: nameOf(transId) }) },
          },
        }),
      }}
      empty={{
        icon,
        title: t('No invoices yet'),
        text: t('Create one here, or with the API from your shop.'),
        actions: (
          <>
            <IfMay permission="invoices">
              <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />} onClick={onCreate}>
                {t('Create invoice')}
              </Button>
            </IfMay>
            <Button asChild>
              <Link to="/api">{t('API Documentation')}</Link>
            </Button>
          </>
        ),
      }}
      noMatch={{ title: t('No invoices found'), ...whyNone[narrowedBy] }}
      pager={{
        sizes: list.total > Math.min(list.size, SIZES[0]) ? SIZES : [],
        summary: (figures) => <Summary figures={figures} isCapped={list.isCapped} />,
      }}
    />
  );
}
