import { Pagination, type PaginationProps, Select } from '@stablegate/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/texts';
import { ZoneNote } from '../time/zone-note';
import type { ListState } from './list-state';
import type { Figures, ListTexts } from './list-texts';

export type PagerLook = {
  /** The position in the list, where the default text does not fit. */
  summary?: (figures: Figures) => ReactNode;
  /** The page sizes on offer. */
  sizes?: readonly number[];
  /** The offered pages, if not the usual five. */
  pages?: PaginationProps['pages'];
  /** False where the rows have no times. */
  hasTimes?: boolean;
};

export type ListPagerProps = { list: ListState<unknown>; look: PagerLook; texts: ListTexts };

/** Below a list: position, page size and page numbers. */
export function ListPager({ list, look: { summary, sizes, pages, hasTimes = true }, texts }: ListPagerProps) {
  const { language } = useTranslation();
  const { page, size, total, pageCount, rows = [], goTo } = list;
  const number = new Intl.NumberFormat(language);
  const figures = { from: number.format(page * size + 1), to: number.format(page * size + rows.length), total: number.format(total) };
  const place = summary?.(figures) ?? texts.summary(list, figures);
  // A single page needs no buttons, only the count.
  if (pageCount <= 1 && sizes === undefined) {
    return (
      <div className="pager list-summary num">
        <span>{place}</span>
        {hasTimes && <ZoneNote />}
      </div>
    );
  }
  return (
    <Pagination
      page={page}
      pageCount={pageCount}
      onPage={(chosen) => goTo({ page: chosen })}
      {...(pages !== undefined && { pages })}
      labels={texts.pages}
      summary={
        <span className="list-summary">
          <span>{place}</span>
          {sizes !== undefined && sizes.length > 0 && (
            <SizeSelect size={size} sizes={sizes} onChange={(chosen) => goTo({ size: chosen })} />
          )}
          {hasTimes && <ZoneNote />}
        </span>
      }
    />
  );
}

type SizeSelectProps = { size: number; sizes: readonly number[]; onChange: (size: number) => void };

function SizeSelect({ size, sizes, onChange }: SizeSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('Rows per page')}
      className="list-size"
      // The URL may name a size that is not offered.
      value={sizes.includes(size) ? String(size) : undefined}
      placeholder={String(size)}
      onChange={(chosen) => onChange(Number.parseInt(chosen, 10))}
      options={sizes.map((each) => ({ value: String(each), label: t('{{size}} rows', { size: each }) }))}
    />
  );
}
