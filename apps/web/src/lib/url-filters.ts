import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

type FieldSchema<Value> = { safeParse: (value: unknown) => { success: true; data: Value } | { success: false } };
/** What a zod object offers: one schema per field. */
export type FilterSchema<Filters> = { readonly shape: { readonly [Name in keyof Filters]-?: FieldSchema<Filters[Name]> } };

const fieldsOf = <Filters>(schema: FilterSchema<Filters>) => Object.entries<FieldSchema<unknown>>(schema.shape);

/** Each value stands alone: a bad one in the address is dropped and the others still filter. */
export function readFilters<Filters>(schema: FilterSchema<Filters>, search: URLSearchParams): Filters {
  const filters: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(schema)) {
    const parsed = field.safeParse(search.get(name) ?? undefined);
    const value = parsed.success ? parsed : field.safeParse(undefined);
    if (value.success && value.data !== undefined) filters[name] = value.data;
  }
  return filters as Filters;
}

/** Empty values and defaults leave the address; parameters that are no filter, such as tab, stay. */
export function writeFilters<Filters>(schema: FilterSchema<Filters>, search: URLSearchParams, filters: Partial<Filters>): URLSearchParams {
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

/** Where one stands in the list is no filter. */
const POSITION = new Set(['page', 'size', 'sort']);

export function isFiltered<Filters>(schema: FilterSchema<Filters>, filters: Filters): boolean {
  const written = writeFilters(schema, new URLSearchParams(), filters);
  return [...written.keys()].some((name) => !POSITION.has(name));
}

/** Filters, sort and page live in the address: a list can be reloaded, shared and gone back to. */
export function useUrlFilters<Filters extends object>(schema: FilterSchema<Filters>) {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => readFilters(schema, search), [schema, search]);
  const setFilters = useCallback(
    (change: Partial<Filters>) =>
      setSearch(
        (current) => {
          // Another filter is another list: it starts at its first page, unless the page itself was chosen.
          const start = 'page' in change ? {} : { page: undefined };
          return writeFilters(schema, current, { ...readFilters(schema, current), ...start, ...change });
        },
        { replace: true },
      ),
    [schema, setSearch],
  );
  const clearFilters = useCallback(() => setSearch((current) => writeFilters(schema, current, {}), { replace: true }), [schema, setSearch]);
  return { filters, setFilters, clearFilters };
}
