import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageWindow } from './pagination.window';

export type PaginationProps = {
  /** 0-based, as on the wire. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** The offered pages, if not the usual five around the current one; a gap stands for omitted ones. */
  pages?: readonly (number | 'gap')[];
  /** "Showing 1 to 10 of 412 invoices". */
  summary?: ReactNode;
  labels: { nav: string; previous: string; next: string; page: (number: number) => string };
};

export function Pagination({ page, pageCount, onPage, pages = pageWindow(page, pageCount), summary, labels }: PaginationProps) {
  return (
    <div className="pager">
      <div className="num">{summary}</div>
      <nav className="pages" aria-label={labels.nav}>
        <button type="button" className="page-button" aria-label={labels.previous} disabled={page <= 0} onClick={() => onPage(page - 1)}>
          <ChevronLeft className="icon flip" aria-hidden="true" />
        </button>
        {pages.map((number, index) =>
          number === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is its place
            <span key={`gap-${index}`} className="page-gap">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className="page-button"
              aria-label={labels.page(number + 1)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number + 1}
            </button>
          ),
        )}
        <button
          type="button"
          className="page-button"
          aria-label={labels.next}
          disabled={page >= pageCount - 1}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight className="icon flip" aria-hidden="true" />
        </button>
      </nav>
    </div>
  );
}
