import type { EndpointChange, NewEndpoint } from '@stablegate/contract';
import type { Past } from '../../../platform/audit-past.domain';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { StoreId, UserId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import type { CallbackDeps } from '../callbacks.deps';
import { findExposedEndpoints } from './exposed-endpoints';
import { addEndpoint, changeEndpoint, dropEndpoint, listStoreEndpoints, refreshEndpointSecret } from './manage-endpoints';
import { takeBackEndpoints } from './take-back-endpoints';

export const createEndpointCalls = (deps: CallbackDeps) => ({
  listEndpoints: (caller: Pick<Author, 'userId'>, storeId: StoreId) => listStoreEndpoints(deps, caller, storeId),
  addEndpoint: (author: Author, storeId: StoreId, input: NewEndpoint) => addEndpoint(deps, author, storeId, input),
  changeEndpoint: (author: Author, place: { readonly storeId: StoreId; readonly id: string }, change: EndpointChange) =>
    changeEndpoint(deps, author, place, change),
  dropEndpoint: (author: Author, storeId: StoreId, id: string) => dropEndpoint(deps, author, storeId, id),
  refreshEndpointSecret: (author: Author, storeId: StoreId, id: string) => refreshEndpointSecret(deps, author, storeId, id),
  /** For the stores, which ask for new secrets. */
  findExposedEndpoints: (tx: Queryable, userId: UserId, storeIds: readonly StoreId[]) => findExposedEndpoints(tx, userId, storeIds),
  /** For the accounts, whose owners report a theft. */
  takeBack: (tx: Tx, author: Author, past: Past) => takeBackEndpoints(deps, tx, author, past),
});
