import type { AdminStore, adminApi, RouteQuery } from '@stablegate/contract';
import type { AdminDeps } from './admin.service';
import { given, type Paging, pagingOf, windowOf } from './paging';
import { countStoreRows, listStoreRows } from './stores.queries';

export async function listStores(
  deps: AdminDeps,
  query: RouteQuery<typeof adminApi.stores>,
): Promise<Paging & { readonly stores: AdminStore[] }> {
  const filter = { merchantId: given(query.merchantId), name: given(query.name), username: given(query.username) };
  const window = windowOf(query);
  const [counted, stores] = await Promise.all([countStoreRows(deps.db.query, filter), listStoreRows(deps.db.query, filter, window)]);
  return { stores, ...pagingOf(query, counted) };
}
