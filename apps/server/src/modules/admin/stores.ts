import type { AdminStore, adminApi, RouteQuery } from '@stablegate/contract';
import type { StoreId } from '../../platform/id-types';
import { findPage } from '../../platform/lists/find-page';
import { emptyToUndefined, type Paging, pagingOf, totalsOf, windowOf } from '../../platform/lists/paging';
import type { AdminDeps } from './admin.deps';
import { readStores, storeList } from './stores.queries';
import { usersNamed } from './users';

export async function listStores(
  deps: AdminDeps,
  query: RouteQuery<typeof adminApi.stores>,
): Promise<Paging & { readonly stores: AdminStore[] }> {
  const owners = await usersNamed(deps, emptyToUndefined(query.username));
  const filter = { merchantId: emptyToUndefined(query.merchantId), name: emptyToUndefined(query.name), ...owners };
  const { ids, ...counted } = await findPage<StoreId>(deps.db, storeList(filter), windowOf(query));
  const stores = await readStores(deps.db.query, ids);
  return { stores, ...pagingOf(query, totalsOf(counted)) };
}
