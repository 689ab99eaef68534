import type { Store } from '@stablegate/contract';

type Place = { readonly pathname: string; readonly search: string };
type Named = Pick<Store, 'id' | 'name'>;

export const storeHref = ({ id }: Pick<Store, 'id'>): string => `/manage-merchant?id=${encodeURIComponent(id)}`;

/** The query parameter that selects a store on each page. The invoices' filter uses the name. */
const PARAMETERS: Readonly<Record<string, { parameter: string; valueOf: (store: Named) => string }>> = {
  '/invoices': { parameter: 'storeName', valueOf: ({ name }) => name },
  '/transfers': { parameter: 'storeId', valueOf: ({ id }) => id },
  '/statements': { parameter: 'storeId', valueOf: ({ id }) => id },
  '/api': { parameter: 'store', valueOf: ({ id }) => id },
  '/manage-merchant': { parameter: 'id', valueOf: ({ id }) => id },
};

/**
 * The stores whose data the page shows. The URL decides, as for every other filter; pages that cannot be filtered by store (the dashboard's
 * figures are the account's) show all. A name is a substring search, so it may match several.
 */
export function storesInView<Each extends Named>(stores: readonly Each[], { pathname, search }: Place): readonly Each[] {
  const by = PARAMETERS[pathname];
  const value = by && new URLSearchParams(search).get(by.parameter)?.trim();
  if (by === undefined || value === undefined || value === '') return stores;
  if (by.parameter !== 'storeName') return stores.filter((store) => by.valueOf(store) === value);
  return stores.filter(({ name }) => name.toLowerCase().includes(value.toLowerCase()));
}

/** Where choosing a store leads: the same page filtered by it, or the store's own page. Without one: all of them again. */
export function storeAddress(store: Named | undefined, { pathname, search }: Place): string {
  const by = PARAMETERS[pathname];
  if (by === undefined || (store === undefined && pathname === '/manage-merchant')) {
    return store === undefined ? '/merchants' : storeHref(store);
  }
  const next = new URLSearchParams(search);
  // Another list starts at its first page.
  next.delete('page');
  if (store === undefined) next.delete(by.parameter);
  else next.set(by.parameter, by.valueOf(store));
  const written = next.toString();
  return written === '' ? pathname : `${pathname}?${written}`;
}
