import type { EndpointId, StoreId } from '../../../platform/id-types';
import type { StoreService } from '../../stores/stores.service';
import type { CallbackDeps } from '../callbacks.deps';
import { type EndpointRecord, findEndpoint } from './endpoints.queries';

export type Signing = Awaited<ReturnType<StoreService['readSigningSecrets']>>;
export type Signed = { readonly storeId: StoreId; readonly endpointId: EndpointId | null };

/** Newest first; for a day after a change also the previous one, as for the store's own secret. */
export function secretsOf({ stores, clocks }: CallbackDeps, { secretSealed, previousSealed, previousUntil }: EndpointRecord): string[] {
  const overlaps = previousUntil !== null && previousUntil > clocks.real.now();
  return [secretSealed, overlaps ? previousSealed : null].flatMap((sealed) => (sealed === null ? [] : [stores.openCallbackSecret(sealed)]));
}

/** What a delivery is signed with; undefined where its endpoint was removed or switched off since. */
export async function readSigning(deps: CallbackDeps, { storeId, endpointId }: Signed): Promise<Signing | undefined> {
  const signing = await deps.stores.readSigningSecrets(storeId);
  if (endpointId === null) return signing;
  const endpoint = await findEndpoint(deps.db.query, storeId, endpointId);
  return endpoint?.enabled === true ? { ...signing, secrets: secretsOf(deps, endpoint) } : undefined;
}
