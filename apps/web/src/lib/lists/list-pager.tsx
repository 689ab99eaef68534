import { Pagination, Select } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import './list-pager.css';

export type ListPagerProps = {
  /** 0-based. */
  page: number;
  size: number;
  sizes: readonly number[];
  shown: number;
  total: number;
  isCapped: boolean;
  onChange: (change: { page?: number; size?: number }) => void;
};

/** Under a list: where one stands in it, how many rows a page has, and at most five page numbers. */
export function ListPager({ page, size, sizes, shown, total, isCapped, onChange }: ListPagerProps) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const figures = { from: number.format(page * size + 1), to: number.format(page * size + shown), total: number.format(total) };
  const summary = isCapped
    ? t('Showing {{from}} to {{to}} of more than {{total}}', figures)
    : t('Showing {{from}} to {{to}} of {{total}}', figures);
  return (
    <Pagination
      page={page}
      pageCount={Math.ceil(total / size)}
      onPage={(chosen) => onChange({ page: chosen })}
      summary={
        <span className="list-summary">
          <span>{summary}</span>
          <Select
            label={t('Rows per page')}
            className="list-size"
            value={String(size)}
            onChange={(chosen) => onChange({ size: Number.parseInt(chosen, 10) })}
            options={sizes.map((each) => ({ value: String(each), label: t('{{size}} rows', { size: each }) }))}
          />
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
