import { ADMIN_PAGE_SIZE_DEFAULT, ADMIN_PAGE_SIZES } from '@stablegate/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { type ListPage, type PagedUrl, useList } from '../../../lib/lists/list-state';
import { pageFilters } from '../../../lib/lists/page-filters';
import { type FilterSchema, readFilters, useUrlFilters, writeFilters } from '../../../lib/lists/url-filters';

/** The list's own filters, with the page sizes that the back office offers. */
export const withPaging = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  schema.extend(pageFilters(ADMIN_PAGE_SIZES, ADMIN_PAGE_SIZE_DEFAULT));

export type AdminListOptions<Schema extends FilterSchema, Row> = {
  /** Cache key of the list. */
  name: string;
  schema: Schema;
  load: (filters: z.output<Schema>, signal: AbortSignal) => Promise<ListPage<Row>>;
};

/** Rows of the page in the URL; the old ones stay while the next load. Adds nothing to the browser's history. */
export function useAdminList<Schema extends FilterSchema, Row>({ name, schema, load }: AdminListOptions<Schema, Row>) {
  const url = useUrlFilters(schema);
  const { filters, setFilters } = url;
  const query = useQuery({
    queryKey: ['admin', name, filters],
    queryFn: ({ signal }) => load(filters, signal),
    placeholderData: keepPreviousData,
  });
  return {
    ...useList(url as unknown as PagedUrl, query),
    isFetching: query.isFetching,
    filters: useMemo(() => Object.fromEntries(writeFilters(schema, new URLSearchParams(), filters)), [schema, filters]),
    /** Names of fields with invalid values. */
    refused: (values: Record<string, string>): string[] =>
      Object.entries(values).flatMap(([field, value]) => {
        const rule = schema.shape[field] as z.ZodType | undefined;
        return value === '' || rule === undefined || rule.safeParse(value).success ? [] : [field];
      }),
    apply: (values: Record<string, string>) => {
      const next: Partial<z.output<Schema>> = readFilters(schema, new URLSearchParams(values));
      const none = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, undefined]));
      setFilters({ ...none, ...next, size: filters.size as number, page: undefined });
    },
  };
}

export type AdminListState<Row> = ReturnType<typeof useAdminList<FilterSchema, Row>>;
