import { formatMicros } from '@stablegate/rules';
import type { Tx } from '../../platform/db/db';
import type { StoreId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import type { InvoiceTransition } from '../invoices/invoices.service';
import type { CallbackDeps } from './callbacks.deps';
import { insertDeliveries, type NewDelivery, supersedeOlder } from './callbacks.queries';
import { eventOf } from './retry.domain';

/** Store and host: where stores share a host, one whose requests time out there delays only its own. */
const endpointOf = (storeId: StoreId, url: string): string => `${storeId} ${new URL(url).host}`;

function deliveryOf({ before, after }: InvoiceTransition, now: Date): NewDelivery | undefined {
  const event = eventOf(before.status, after.status);
  if (event === undefined || after.callbackUrl === null) return undefined;
  const body = {
    request_id: after.requestId,
    amount: formatMicros(after.amountMicros),
    status: event,
    from_address: after.fromAddress,
    trans_id: after.transId,
    trans_hash: after.transHash,
  };
  const { id: invoiceId, storeId, userId, callbackUrl: url } = after;
  return { id: newId('delivery', now), invoiceId, storeId, userId, event, url, endpoint: endpointOf(storeId, url), body };
}

/** In the transaction that changes the invoices. Returns whether there is anything to send. */
export async function queueCallbacks(deps: CallbackDeps, tx: Tx, transitions: readonly InvoiceTransition[]): Promise<boolean> {
  const now = deps.clocks.business.now();
  const deliveries = transitions.flatMap((each) => deliveryOf(each, now) ?? []);
  if (deliveries.length === 0) return false;
  await supersedeOlder(tx, deliveries, now);
  await insertDeliveries(tx, deliveries, now);
  return true;
}
