import { Button, DataTable, EmptyState } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ListPager } from '../../lib/lists/list-pager';
import { LoadError } from '../../lib/lists/load-error';
import { isFiltered, useUrlFilters } from '../../lib/lists/url-filters';
import { useHasScreen } from '../../lib/screen';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filter-bar';
import { filterSchema, SIZES, transactionsQuery } from './transaction-filters';
import { TransactionCard, transactionColumns } from './transaction-row';
import { ExportProgress, useExport } from './use-export';
import './transactions.css';

export default function TransactionsTab() {
  const { t } = useTranslation();
  const { filters, setFilters, clearFilters } = useUrlFilters(filterSchema);
  const { data, isError, error, isFetching, isPlaceholderData, refetch } = useQuery(transactionsQuery(filters));
  const exported = useExport(filters);
  const hasFilters = isFiltered(filterSchema, filters);
  return (
    <>
      <div className="transaction-tools">
        <FilterBar filters={filters} onChange={setFilters} onClear={hasFilters ? clearFilters : undefined} />
        <ExportMenu total={data?.totalElements ?? 0} isBusy={exported.running !== undefined} onExport={exported.start} />
      </div>
      {exported.running !== undefined && <ExportProgress {...exported.running} onCancel={exported.cancel} />}
      {isError && data === undefined ? (
        <LoadError
          title={t('Your transactions could not be loaded')}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <DataTable
          caption={t('Transactions')}
          columns={transactionColumns(t)}
          rows={data?.content}
          rowKey={({ id }) => id}
          card={(transaction) => <TransactionCard transaction={transaction} />}
          isRefetching={isPlaceholderData}
          empty={hasFilters ? <NothingFound onClear={clearFilters} /> : <NothingYet />}
          footer={
            data !== undefined &&
            data.totalElements > 0 && (
              <ListPager
                page={filters.page}
                size={filters.size}
                sizes={SIZES}
                shown={data.content.length}
                total={data.totalElements}
                isCapped={data.totalIsCapped === true}
                onChange={setFilters}
              />
            )
          }
        />
      )}
    </>
  );
}

function NothingYet() {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  return (
    <EmptyState
      bare
      icon={<ArrowLeftRight className="icon-lg" aria-hidden="true" />}
      title={t('No transactions yet')}
      text={t('Top-ups and fees will be listed here.')}
      actions={
        hasScreen('/top-up') && (
          <Button asChild variant="primary">
            <Link to="/top-up">{t('Add Funds')}</Link>
          </Button>
        )
      }
    />
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      bare
      icon={<SearchX className="icon-lg" aria-hidden="true" />}
      title={t('No transactions found')}
      text={t('None matches the filters.')}
      actions={<Button onClick={onClear}>{t('Clear all')}</Button>}
    />
  );
}
