/** Specification: at most 5 page numbers around the current page. Pages are 0-based. */
export const PAGE_NUMBERS_MAX = 5;

export function pageWindow(page: number, pageCount: number): readonly number[] {
  const size = Math.min(PAGE_NUMBERS_MAX, pageCount);
  const first = Math.max(0, Math.min(page - Math.floor(PAGE_NUMBERS_MAX / 2), pageCount - size));
  return Array.from({ length: size }, (_, offset) => first + offset);
}
