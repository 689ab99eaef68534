import type { AdminStore, adminApi, RouteQuery } from '@stablegate/contract';
import type { AdminDeps } from './admin.deps';
import { findPage } from './find-page';
import { given, type Paging, pagingOf, windowOf } from './paging';
import { readStores, storeList } from './stores.queries';
import { usersNamed } from './users';

export async function listStores(
  deps: AdminDeps,
  query: RouteQuery<typeof adminApi.stores>,
): Promise<Paging & { readonly stores: AdminStore[] }> {
  const owners = await usersNamed(deps, given(query.username));
  const filter = { merchantId: given(query.merchantId), name: given(query.name), ...owners };
  const { ids, ...counted } = await findPage(deps.db, storeList(filter), windowOf(query));
  const stores = await readStores(deps.db.query, ids);
  return { stores, ...pagingOf(query, counted) };
}
