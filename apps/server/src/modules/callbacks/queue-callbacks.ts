import type { InvoiceEvent } from '@stablegate/contract';
import { assertDefined } from '../../platform/assert';
import type { Tx } from '../../platform/db/db';
import type { StoreId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import { eventsOf, type InvoiceTransition, occurrenceOf, outdatedBy, revivedBy, toEventWire } from '../invoices/invoices.service';
import type { CallbackDeps } from './callbacks.deps';
import { type FixedBody, insertDeliveries, type NewDelivery, type OfEvent, reviveSuperseded, supersedeOlder } from './callbacks.queries';
import { epusdtBody, specifiedBody } from './event-body';
import { endpointsOf, type ListeningEndpoint } from './store-endpoints/endpoints.domain';
import { listChosenEndpoints } from './store-endpoints/endpoints.queries';
import { webhookIdOf } from './webhook-id';

/** Store and host: where stores share a host, one whose requests time out there delays only its own. */
const receiverOf = (storeId: StoreId, url: string): string => `${storeId} ${new URL(url).host}`;

type ChangeWithEvents = Pick<InvoiceTransition, 'after' | 'at' | 'refund'> & { readonly events: readonly InvoiceEvent[] };

const EPUSDT_VERSION = 3;

/** An order of Epusdt's protocol is answered in it, whatever the store chose for others: when it is paid, and not otherwise. */
const listeningTo = (endpoint: ListeningEndpoint, { epusdt }: ChangeWithEvents['after']): ListeningEndpoint =>
  endpoint.id === null && epusdt !== null ? { ...endpoint, version: EPUSDT_VERSION, events: ['completed'], enabled: true } : endpoint;

function bodyOf({ version, merchantId }: ListeningEndpoint, { after, at, refund }: ChangeWithEvents, event: InvoiceEvent): FixedBody {
  if (version === EPUSDT_VERSION)
    return epusdtBody(after, BigInt(assertDefined(after.epusdt, 'the order of an Epusdt callback').amountMicros));
  if (version === 1) return specifiedBody(after, event);
  return JSON.stringify(toEventWire(after, { event, merchantId, at: at.toISOString(), refund }));
}

/** What an endpoint gets of a change, in the order of the events. */
function deliveriesTo(listed: ListeningEndpoint, change: ChangeWithEvents): NewDelivery[] {
  const { after, events } = change;
  const endpoint = listeningTo(listed, after);
  const url = endpoint.url ?? after.callbackUrl;
  if (url === null || !endpoint.enabled) return [];
  const { id: invoiceId, storeId, userId, version } = after;
  return events
    .filter((event) => endpoint.events.includes(event))
    .map((event) => ({
      invoiceId,
      storeId,
      userId,
      endpointId: endpoint.id,
      event,
      occurrence: occurrenceOf(event, version),
      version: endpoint.version,
      url,
      endpoint: receiverOf(storeId, url),
      body: bodyOf(endpoint, change, event),
    }));
}

const otherEvents = (changes: readonly ChangeWithEvents[], othersOf: (event: InvoiceEvent) => readonly InvoiceEvent[]): OfEvent[] =>
  changes.flatMap(({ after, events }) => events.flatMap(othersOf).map((event) => ({ invoiceId: after.id, event })));

/** In the transaction that changes the invoices. Returns whether there is anything to send. */
export async function queueCallbacks(deps: CallbackDeps, tx: Tx, transitions: readonly InvoiceTransition[]): Promise<boolean> {
  const now = deps.clocks.business.now();
  const changes = transitions
    .map((each): ChangeWithEvents => ({ after: each.after, at: each.at, refund: each.refund, events: eventsOf(each) }))
    .filter(({ events }) => events.length > 0);
  if (changes.length === 0) return false;
  const chosen = await listChosenEndpoints(tx, [...new Set(changes.map(({ after }) => after.storeId))]);
  const deliveries = changes.flatMap((each) => endpointsOf(chosen, each.after.storeId).flatMap((endpoint) => deliveriesTo(endpoint, each)));
  // At every endpoint, whether or not it gets the newer event: what is no longer true reaches nobody.
  await supersedeOlder(tx, otherEvents(changes, outdatedBy), now);
  const revived = await reviveSuperseded(tx, otherEvents(changes, revivedBy), now);
  if (deliveries.length === 0) return revived;
  const ids = deliveries.map(() => newId('delivery', now)).sort(); // those of one change are sent in the order of their ids
  await insertDeliveries(
    tx,
    deliveries.map((delivery, index) => ({ ...delivery, id: ids[index] as (typeof ids)[number], webhookId: webhookIdOf(delivery) })),
    now,
  );
  return true;
}
