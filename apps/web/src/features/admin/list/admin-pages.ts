import type { PagerLook } from '../../../lib/lists/list-pager';

/** Specification 2: first, previous, current, next and last page, with ellipses. Pages are 0-based. */
export function adminPages(page: number, pageCount: number): readonly (number | 'gap')[] {
  const offered = [0, page - 1, page, page + 1, pageCount - 1].filter((each) => each >= 0 && each < pageCount);
  const pages = [...new Set(offered)].sort((a, b) => a - b);
  return pages.flatMap((each, index) => {
    const before = pages[index - 1];
    return before !== undefined && each > before + 1 ? ['gap' as const, each] : [each];
  });
}

/** Appears only when there is more than one page (specification 2). The time zone is beside the title, which is always there. */
export const adminPager = ({ page, pageCount }: { page: number; pageCount: number }): PagerLook | false =>
  pageCount > 1 && { pages: adminPages(page, pageCount), hasTimes: false };
