import { createHash } from 'node:crypto';
import type { InvoiceEvent } from '@stablegate/contract';
import { type EndpointId, ID_PREFIXES, type InvoiceId } from '../../platform/id-types';

export type WebhookId = string & { readonly __isWebhookId: true };

const CHARACTERS = 26; // as long as our other ids, which receivers may have made room for
type Facts = {
  readonly invoiceId: InvoiceId;
  readonly endpointId: EndpointId | null;
  readonly event: InvoiceEvent;
  readonly occurrence: number;
};

/**
 * From what a restore of the database brings back, and from what makes a delivery unique: an event that happens a second time, because the
 * first was after the restored time, has the id under which the receiver may know it already (F43).
 */
export function webhookIdOf({ invoiceId, endpointId, event, occurrence }: Facts): WebhookId {
  const hash = createHash('sha256').update(JSON.stringify([invoiceId, endpointId, event, occurrence]));
  return `${ID_PREFIXES.delivery}_${hash.digest('hex').slice(0, CHARACTERS)}` as WebhookId;
}
