import type { InvoiceEvent } from '@stablegate/contract';
import type { EndpointId, StoreId } from '../../../platform/id-types';

export type ListeningEndpoint = {
  /** Null: the callback_url of each invoice. */
  readonly id: EndpointId | null;
  readonly url: string | null;
  readonly version: number;
  readonly events: readonly InvoiceEvent[];
  readonly enabled: boolean;
  readonly merchantId: string;
};
export type ChosenEndpoint = ListeningEndpoint & { readonly storeId: StoreId };

/** Of a store that chose nothing: the specified body for the specified events, which carries no merchantId of its own. */
export const UNCHANGED: ListeningEndpoint = {
  id: null,
  url: null,
  version: 1,
  events: ['completed', 'expired'],
  enabled: true,
  merchantId: '',
};

/** The default endpoint first; it exists whether or not the store has chosen anything for it. */
export function endpointsOf(chosen: readonly ChosenEndpoint[], storeId: StoreId): ListeningEndpoint[] {
  const own = chosen.filter((endpoint) => endpoint.storeId === storeId);
  const byDefault = own.find(({ url }) => url === null);
  const added = own.filter(({ url }) => url !== null);
  return [byDefault === undefined ? UNCHANGED : { ...byDefault, id: null }, ...added];
}
