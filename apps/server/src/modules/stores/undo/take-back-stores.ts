import { recordTakenBack } from '../../../platform/audit';
import { listed, type Past } from '../../../platform/audit-past.domain';
import { afterCommit, type Tx } from '../../../platform/db/db';
import { asStoreId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import { findEmbed, saveEmbedOrigins } from '../embed/embed-origins.queries';
import { findEpusdt, saveEpusdt } from '../epusdt/epusdt.queries';
import { audited, NO_NEXT_RATE, rateThen } from '../epusdt/epusdt-rate.domain';
import { stateOfKey } from '../keys/api-keys.domain';
import { endApiKey, lockKeysMadeBy } from '../keys/api-keys.queries';
import { settingsOf } from '../manage-stores';
import type { StoreDeps } from '../stores.deps';
import { findStore, type StoreRecord, setAllowedIps, updateStore } from '../stores.queries';
import { takeBackAddresses } from './take-back-addresses';

type Work = { readonly deps: StoreDeps; readonly tx: Tx; readonly author: Author; readonly past: Past };

const entryOf = <A extends string>(action: A, { id, name }: StoreRecord) => ({ action, subject: id, detail: { store: name } });

async function takeBackSettings({ tx, author, past }: Work, before: StoreRecord): Promise<void> {
  const { name, note, expiryMinutes, sharesAddresses } = past.settingsOf(before.id, 'store.changed');
  const keyInCallbacks = past.wasOn(before.id, 'key-in-callbacks.on', 'key-in-callbacks.off');
  const after = await updateStore(tx, author.userId, before.id, {
    name: name ?? before.name,
    note,
    invoiceExpiryMinutes: expiryMinutes == null ? undefined : Number.parseInt(expiryMinutes, 10),
    sharesAddresses: sharesAddresses == null ? undefined : sharesAddresses === 'on',
    keyInCallbacks,
  });
  if (after === undefined) return;
  await recordTakenBack(tx, author, entryOf('store.changed', after), settingsOf(before), settingsOf(after));
  if (before.keyInCallbacks === after.keyInCallbacks) return;
  const action = after.keyInCallbacks ? 'key-in-callbacks.on' : 'key-in-callbacks.off';
  const shown = ({ keyInCallbacks: enabled }: StoreRecord) => ({ keyInCallbacks: enabled });
  await recordTakenBack(tx, author, entryOf(action, after), shown(before), shown(after));
}

async function takeBackEpusdt({ deps, tx, author, past }: Work, store: StoreRecord): Promise<void> {
  const then = past.settingsOf(store.id, 'epusdt.changed');
  const found = await findEpusdt(tx, store.id);
  if (found === undefined || Object.keys(then).length === 0) return;
  const enabled = then.epusdt === undefined ? found.enabled : then.epusdt === 'on'; // off where it was not set up yet
  const after = { ...found, ...rateThen(then), ...NO_NEXT_RATE, enabled };
  await saveEpusdt(tx, after, deps.clocks.real.now());
  await recordTakenBack(tx, author, entryOf('epusdt.changed', store), audited(found), audited(after));
}

async function takeBackWebsites({ tx, author, past }: Work, store: StoreRecord): Promise<void> {
  const { websites } = past.settingsOf(store.id, 'embed-origins.changed');
  const found = await findEmbed(tx, author.userId, store.id);
  if (websites === undefined || found === undefined) return;
  const origins = listed(websites);
  await saveEmbedOrigins(tx, store.id, origins);
  const shown = (list: readonly string[]) => ({ websites: list.join(', ') });
  await recordTakenBack(tx, author, entryOf('embed-origins.changed', store), shown(found.origins), shown(origins));
}

async function takeBackKeyAddresses({ tx, author, past }: Work, store: StoreRecord): Promise<void> {
  const { allowedIps } = past.settingsOf(store.id, 'api-key.restricted');
  if (allowedIps === undefined) return;
  await setAllowedIps(tx, author.userId, store.id, listed(allowedIps));
  const before = { allowedIps: store.allowedIps.join(', ') };
  await recordTakenBack(tx, author, entryOf('api-key.restricted', store), before, { allowedIps });
}

async function revokeKeys({ deps, tx, author, past }: Work): Promise<void> {
  const now = deps.clocks.real.now();
  const made = { created: past.subjectsOf('api-key.created'), rolled: past.subjectsOf('api-key.rolled') };
  for (const { storeName, ...key } of await lockKeysMadeBy(tx, author.userId, made)) {
    if (!['active', 'ending'].includes(stateOfKey(key, now))) continue;
    await endApiKey(tx, key.id, { revokedAt: now });
    const entry = { action: 'api-key.revoked', subject: key.id, detail: { store: storeName, name: key.name } } as const;
    await recordTakenBack(tx, author, entry, { apiKey: `sk_…${key.lastFour}` }, {});
  }
}

const OF_STORES = [
  'store.changed',
  'key-in-callbacks.on',
  'key-in-callbacks.off',
  'epusdt.changed',
  'embed-origins.changed',
  'api-key.restricted',
] as const;

/**
 * Receiving addresses and settings that decide over money are as they were, and keys that were made end. Unpaid invoices that show an address
 * of those days are cancelled, after everything else: in one order with invoices being made, and with callbacks as they were. A main key stays until its owner resets it, also where the
 * store is new: it is the shop's. A deleted store is gone.
 */
export async function takeBackStores(deps: StoreDeps, tx: Tx, author: Author, past: Past): Promise<void> {
  const work: Work = { deps, tx, author, past };
  const left = await takeBackAddresses(deps, tx, author, past);
  const changed = past.subjectsOf(...OF_STORES);
  for (const id of changed.sort()) {
    const store = await findStore(tx, author.userId, asStoreId(id), { lock: true });
    if (store === undefined) continue;
    await takeBackSettings(work, store);
    await takeBackEpusdt(work, store);
    await takeBackWebsites(work, store);
    await takeBackKeyAddresses(work, store);
  }
  await revokeKeys(work);
  await deps.cancelInvoicesAt(tx, author.userId, left);
  afterCommit(tx, deps.announceChange);
}
