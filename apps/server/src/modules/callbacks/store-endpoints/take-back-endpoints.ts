import { CALLBACK_EVENT_TYPES } from '@stablegate/contract';
import { recordTakenBack } from '../../../platform/audit';
import { listed, type Past } from '../../../platform/audit-past.domain';
import type { Tx } from '../../../platform/db/db';
import type { Author } from '../../../platform/principal';
import { eventOfType } from '../../invoices/invoices.service';
import type { CallbackDeps } from '../callbacks.deps';
import { type EndpointValues, lockEndpointsOf, removeEndpoint, updateEndpoint } from './endpoints.queries';
import { audited } from './manage-endpoints';

function valuesThen(now: EndpointValues, { callbackUrl, format, events, callbacks }: ReturnType<Past['settingsOf']>): EndpointValues {
  return {
    url: now.url === null ? null : (callbackUrl ?? now.url),
    version: format == null ? now.version : Number.parseInt(format, 10),
    events: events == null ? now.events : CALLBACK_EVENT_TYPES.filter((type) => listed(events).includes(type)).map(eventOfType),
    enabled: callbacks == null ? now.enabled : callbacks === 'on',
  };
}

/** Endpoints that were added are removed, removed ones are back, and changed ones get what they got. */
export async function takeBackEndpoints({ clocks }: CallbackDeps, tx: Tx, author: Author, past: Past): Promise<void> {
  const added = past.subjectsOf('callback-endpoint.added');
  const removed = past.subjectsOf('callback-endpoint.removed');
  const ids = [...new Set([...added, ...removed, ...past.subjectsOf('callback-endpoint.changed')])];
  for (const found of await lockEndpointsOf(tx, author.userId, ids)) {
    const entry = { subject: found.id, detail: { store: found.storeName } };
    if (added.includes(found.id)) {
      if (found.isRemoved) continue;
      await removeEndpoint(tx, found.id, clocks.real.now());
      await recordTakenBack(tx, author, { ...entry, action: 'callback-endpoint.removed' }, audited(found), {});
      continue;
    }
    if (found.isRemoved) {
      await removeEndpoint(tx, found.id, null);
      await recordTakenBack(tx, author, { ...entry, action: 'callback-endpoint.added' }, {}, audited(found));
    }
    const then = valuesThen(found, past.settingsOf(found.id, 'callback-endpoint.changed'));
    await updateEndpoint(tx, found.id, then);
    await recordTakenBack(tx, author, { ...entry, action: 'callback-endpoint.changed' }, audited(found), audited(then));
  }
}
