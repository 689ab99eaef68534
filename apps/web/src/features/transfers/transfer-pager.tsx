import { Pagination } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import type { TransferFilters } from './transfer-filters';

export type TransferPagerProps = {
  total: number;
  shown: number;
  filters: TransferFilters;
  onChange: (change: Partial<TransferFilters>) => void;
};

/** One page needs no pager. */
export function TransferPager({ total, shown, filters: { page, size }, onChange }: TransferPagerProps) {
  const { t } = useTranslation();
  if (total <= size) return null;
  return (
    <div className="transfers-pager">
      <Pagination
        page={page}
        pageCount={Math.ceil(total / size)}
        onPage={(chosen) => onChange({ page: chosen })}
        summary={t('Showing {{from}} to {{to}} of {{total}} transfers', { from: page * size + 1, to: page * size + shown, total })}
        labels={{
          nav: t('Pages'),
          previous: t('Previous page'),
          next: t('Next page'),
          page: (number) => t('Page {{number}}', { number }),
        }}
      />
    </div>
  );
}
