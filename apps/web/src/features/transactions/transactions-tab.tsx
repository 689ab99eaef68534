import { Button } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { Link } from 'react-router';
import { isReversed } from '../../lib/lists/day-filters';
import { ExportMenu } from '../../lib/lists/export-menu';
import { useList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { useHasScreen } from '../../lib/screen';
import { IfMay } from '../../lib/session/if-may';
import { FilterBar } from './filter-bar';
import { filterSchema, SIZES, transactionsQuery } from './transaction-filters';
import { TransactionCard, transactionColumns } from './transaction-row';
import { ExportProgress, useExport } from './use-export';
import './transactions.css';
import { useTranslation } from '../../lib/i18n/texts';

export default function TransactionsTab() {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  const url = useUrlFilters(filterSchema);
  const list = useList(url, useQuery(transactionsQuery(url.filters)));
  const exported = useExport(url.filters);
  return (
    <>
      <FilterBar
        filters={url.filters}
        onChange={url.setFilters}
        onClear={list.clear}
        actions={
          <IfMay permission="export">
            <ExportMenu total={list.total} isBusy={exported.running !== undefined} onExport={exported.start} />
          </IfMay>
        }
      />
      {exported.running !== undefined && <ExportProgress {...exported.running} onCancel={exported.cancel} />}
      <ListView
        list={list}
        failure={t('Your transactions could not be loaded')}
        look={{
          caption: t('Transactions'),
          columns: transactionColumns(t),
          rowKey: ({ id }) => id,
          card: (transaction) => <TransactionCard transaction={transaction} />,
        }}
        empty={{
          icon: <ArrowLeftRight className="icon-lg" aria-hidden="true" />,
          title: t('No transactions yet'),
          text: t('Top-ups and fees will be listed here.'),
          actions: hasScreen('/top-up') && (
            <Button asChild variant="primary">
              <Link to="/top-up">{t('Add Funds')}</Link>
            </Button>
          ),
        }}
        noMatch={{
          title: t('No transactions found'),
          text: isReversed(url.filters) ? t('The end date is before the start date.') : t('None match the filters.'),
          clearLabel: t('Clear filters'),
        }}
        pager={{ sizes: SIZES }}
      />
    </>
  );
}
