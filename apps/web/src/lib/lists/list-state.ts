import { useEffect } from 'react';

/** The part of a query with its error and its retry. */
export type Read = { error: unknown; refetch: () => unknown; isFetching?: boolean };

export type Position = { page?: number; size?: number };

/** What a list screen renders, wherever its rows come from. */
export type ListState<Row> = {
  read: Read & { isError: boolean };
  /** Undefined until the first page has arrived. */
  rows: readonly Row[] | undefined;
  /** Old rows stay while the next ones load. */
  isRefetching: boolean;
  /** 0-based. */
  page: number;
  size: number;
  pageCount: number;
  /** 0 where the server does not count. */
  total: number;
  isCapped: boolean;
  /** How far back an interrupted search went. */
  searchedFrom: string | undefined;
  isFiltered: boolean;
  goTo: (position: Position) => void;
  clear: () => void;
};

type Filtering = Pick<ListState<never>, 'isFiltered' | 'clear'>;
type ListRead<Data> = ListState<never>['read'] & { data?: Data | undefined; isPlaceholderData?: boolean };

export type ListPage<Row> = {
  content: readonly Row[];
  totalElements?: number;
  totalPages?: number;
  totalIsCapped?: boolean | undefined;
  searchedFrom?: string | undefined;
};
/** Result of useUrlFilters for a schema with page and size. */
export type PagedUrl = {
  filters: { page: number; size: number };
  setFilters: (change: Position) => void;
  clearFilters: () => void;
  isFiltered: boolean;
};

const NO_FILTERS: Filtering = { isFiltered: false, clear: () => undefined };

/** A page, or a plain array (specification 2). Undefined for anything else: skeletons would stay for ever. */
export function readPage<Row>(data: ListPage<Row> | readonly Row[]): ListPage<Row> | undefined {
  if ('content' in data) return Array.isArray(data.content) ? data : undefined;
  return Array.isArray(data) ? { content: data, totalElements: data.length } : undefined;
}

/** A list paged by the server, at the page in the URL. */
export function useList<Row>({ filters, setFilters, clearFilters, isFiltered }: PagedUrl, read: ListRead<ListPage<Row>>): ListState<Row> {
  const { isPlaceholderData = false } = read;
  const data = read.data === undefined ? undefined : readPage(read.data);
  const isUnreadable = read.data !== undefined && data === undefined;
  const { page, size } = filters;
  const total = data?.totalElements ?? 0;
  const pageCount = data?.totalPages ?? Math.ceil(total / size);
  const lastPage = Math.max(0, pageCount - 1);
  const isPastEnd = data !== undefined && !isPlaceholderData && page > lastPage;
  // After a deletion the page may not exist any more: the previous one is shown.
  useEffect(() => {
    if (isPastEnd) setFilters({ page: lastPage });
  }, [isPastEnd, lastPage, setFilters]);
  return {
    read: isUnreadable ? { ...read, isError: true } : read,
    rows: data?.content,
    isRefetching: isPlaceholderData,
    page,
    size,
    pageCount,
    total,
    isCapped: data?.totalIsCapped === true,
    searchedFrom: data?.searchedFrom,
    isFiltered,
    goTo: setFilters,
    clear: clearFilters,
  };
}

type LocalPaging = { page: number; size: number; goTo: (position: Position) => void };

/** A list loaded completely; without paging all of it is shown. A page past the end becomes the last one. */
export function localList<Row>(
  read: ListRead<unknown>,
  all: readonly Row[] | undefined,
  filtering: Filtering = NO_FILTERS,
  paging?: LocalPaging,
): ListState<Row> {
  const total = all?.length ?? 0;
  const { size, goTo, page: wanted } = paging ?? { page: 0, size: Math.max(1, total), goTo: () => undefined };
  const pageCount = Math.ceil(total / size);
  const page = Math.max(0, Math.min(wanted, pageCount - 1));
  const rows = all?.slice(page * size, (page + 1) * size);
  return { read, rows, isRefetching: false, page, size, pageCount, total, isCapped: false, searchedFrom: undefined, goTo, ...filtering };
}
