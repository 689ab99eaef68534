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
};

export function windowOf({ page, size }: PageQuery): Window {
  const offset = page * size;
  if (offset >= TOTAL_MAX) throw new AppError('page_too_far');
  return { offset, limit: size };
}

/** `counted` goes to one more than the cap. */
export function pagingOf({ page, size }: PageQuery, counted: number): Paging {
  const isCapped = counted > TOTAL_MAX;
  const total = isCapped ? TOTAL_MAX : counted;
  return { currentPage: page, totalPages: Math.ceil(total / size), totalElements: total, ...(isCapped ? { totalIsCapped: true } : {}) };
}

export const given = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text);
