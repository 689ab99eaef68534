import { AppError } from '../../platform/app-error';

/** Lists go this far: counting and skipping more would take time that grows with the table. */
export const TOTAL_MAX = 10_000;

export type PageQuery = { readonly page: number; readonly size: number };
export type Window = { readonly offset: number; readonly limit: number };
export type Paging = {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly totalElements: number;
  readonly totalIsCapped?: boolean;
  /** Where a search ran out of time: nothing older than this was looked at. */
  readonly searchedFrom?: string;
};

export function windowOf({ page, size }: PageQuery): Window {
  const offset = page * size;
  if (offset >= TOTAL_MAX) throw new AppError('page_too_far');
  return { offset, limit: size };
}

/** What a list has found: `total` goes to one more than the cap. */
export type Counted = { readonly total: number; readonly searchedFrom?: Date };

export function pagingOf({ page, size }: PageQuery, { total: counted, searchedFrom }: Counted): Paging {
  const isCapped = counted > TOTAL_MAX;
  const total = isCapped ? TOTAL_MAX : counted;
  return {
    currentPage: page,
    totalPages: Math.ceil(total / size),
    totalElements: total,
    ...(isCapped ? { totalIsCapped: true } : {}),
    ...(searchedFrom === undefined ? {} : { searchedFrom: searchedFrom.toISOString() }),
  };
}

export const given = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text);
