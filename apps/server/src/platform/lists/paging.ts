import { parseMicros } from '@stablegate/rules';
import { AppError } from '../app-error';

/** Lists can be paged this far: counting and skipping more would take time that grows with the table. */
export const TOTAL_MAX = 10_000;
/** What is counted to: one more says that there are more than can be listed. */
export const COUNT_MAX = TOTAL_MAX + 1;

export type PageQuery = { readonly page: number; readonly size: number };
export type Window = { readonly offset: number; readonly limit: number };

export function windowOf({ page, size }: PageQuery): Window {
  const offset = page * size;
  if (offset >= TOTAL_MAX) throw new AppError('page_too_far');
  return { offset, limit: size };
}

/** `total` counts to `COUNT_MAX`, or is exact where a roll-up knows it. */
export type Counted = {
  readonly total: number;
  readonly isExact?: boolean;
  /** The search ran out of time: nothing older was searched. */
  readonly searchedFrom?: Date | undefined;
};

export type Totals = { readonly totalElements: number; readonly totalIsCapped?: true; readonly searchedFrom?: string };

/** What lists say about their length. */
export function totalsOf({ total, isExact = false, searchedFrom }: Counted): Totals {
  const isCapped = total > TOTAL_MAX && !isExact;
  return {
    totalElements: isCapped ? TOTAL_MAX : total,
    ...(isCapped ? { totalIsCapped: true } : {}),
    ...(searchedFrom === undefined ? {} : { searchedFrom: searchedFrom.toISOString() }),
  };
}

/** The same with the field names of the back office. */
export type Paging = Totals & { readonly currentPage: number; readonly totalPages: number };

export const pagingOf = ({ page, size }: PageQuery, totals: Totals): Paging => ({
  currentPage: page,
  totalPages: Math.ceil(totals.totalElements / size),
  ...totals,
});

/** A form sends its empty fields along: they filter nothing. */
export const emptyToUndefined = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text);

/** An amount as it is typed into a filter: leading zeros are fine. */
export const emptyToUndefinedMicros = (text: string | undefined): bigint | undefined => {
  const value = emptyToUndefined(text);
  return value === undefined ? undefined : parseMicros(value.replace(/^0+(?=\d)/, ''));
};
