import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';

/** Usually the query schema of the list's own route, so that screen and wire agree. */
export type FilterSchema = z.ZodObject;

const fieldsOf = (schema: FilterSchema) => Object.entries(schema.shape) as [string, z.ZodType][];

/** Each value is parsed separately: a bad one in the URL is dropped and the others still filter. */
export function readFilters<Schema extends FilterSchema>(schema: Schema, search: URLSearchParams): z.output<Schema> {
  const filters: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(schema)) {
    const parsed = field.safeParse(search.get(name) ?? undefined);
    const value = parsed.success ? parsed : field.safeParse(undefined);
    if (value.success && value.data !== undefined) filters[name] = value.data;
  }
  return filters as z.output<Schema>;
}

/** Empty values and defaults are removed from the URL; other parameters, such as tab, stay. */
export function writeFilters<Schema extends FilterSchema>(
  schema: Schema,
  search: URLSearchParams,
  filters: Partial<z.output<Schema>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, field] of fieldsOf(schema)) {
    const value = (filters as Record<string, unknown>)[name];
    const byDefault = field.safeParse(undefined);
    const isDefault = byDefault.success && byDefault.data === value;
    if (value === undefined || value === null || value === '' || isDefault) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Paging and sorting are no filters. */
const POSITION = new Set(['page', 'size', 'sort']);

export function isFiltered<Schema extends FilterSchema>(schema: Schema, filters: z.output<Schema>): boolean {
  const written = writeFilters(schema, new URLSearchParams(), filters);
  return [...written.keys()].some((name) => !POSITION.has(name));
}

/** Filters, sort and page are in the URL: a list can be reloaded, shared and navigated back to. */
export function useUrlFilters<Schema extends FilterSchema>(schema: Schema) {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => readFilters(schema, search), [schema, search]);
  const setFilters = useCallback(
    (change: Partial<z.output<Schema>>) =>
      setSearch(
        (current) => {
          // A changed filter starts at the first page, unless the page itself was chosen.
          const start = 'page' in change ? {} : { page: undefined };
          return writeFilters(schema, current, { ...readFilters(schema, current), ...start, ...change });
        },
        { replace: true },
      ),
    [schema, setSearch],
  );
  const clearFilters = useCallback(
    () =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          for (const name of Object.keys(schema.shape)) if (name === 'page' || !POSITION.has(name)) next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [schema, setSearch],
  );
  return { filters, setFilters, clearFilters, isFiltered: isFiltered(schema, filters) };
}
