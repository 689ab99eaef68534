import { formatAmount, Pagination } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { adminPages } from './admin-pages';
import type { AdminPage } from './use-admin-list';

export type AdminPagerProps = {
  page: number;
  data: Pick<AdminPage<unknown>, 'totalPages' | 'totalElements' | 'totalIsCapped'>;
  onPage: (page: number) => void;
};

/** Appears only when there is more than one page (specification 2). */
export function AdminPager({ page, data, onPage }: AdminPagerProps) {
  const { t } = useTranslation();
  const { totalPages, totalElements, totalIsCapped } = data;
  if (totalPages <= 1) return null;
  const total = totalElements === undefined ? undefined : formatAmount(String(totalElements), 0);
  const place = t('Trang {{page}} / {{total}}', { page: page + 1, total: totalPages });
  const count = total === undefined ? '' : totalIsCapped === true ? t('hơn {{total}} dòng', { total }) : t('{{total}} dòng', { total });
  return (
    <Pagination
      page={page}
      pageCount={totalPages}
      pages={adminPages(page, totalPages)}
      onPage={onPage}
      summary={<span className="text-muted">{[place, count].filter((part) => part !== '').join(' · ')}</span>}
      labels={{
        nav: t('Phân trang'),
        previous: t('Trang trước'),
        next: t('Trang sau'),
        page: (number) => t('Trang {{number}}', { number }),
      }}
    />
  );
}
