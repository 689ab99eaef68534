import { type CallbackEndpoint, DEFAULT_ENDPOINT, ENDPOINTS_MAX, type EndpointChange, type NewEndpoint } from '@stablegate/contract';
import { AppError, refusedField } from '../../../platform/app-error';
import { type AuditedChange, recordAudit } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import { asEndpointId, type EndpointId, type StoreId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import type { Author } from '../../../platform/principal';
import { eventOfType, typeOf } from '../../invoices/invoices.service';
import type { CallbackDeps } from '../callbacks.deps';
import { UNCHANGED } from './endpoints.domain';
import {
  type EndpointRecord,
  type EndpointValues,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockStoreEndpoints,
  removeEndpoint,
  replaceEndpointSecret,
  updateEndpoint,
} from './endpoints.queries';
import { findExposedEndpoints } from './exposed-endpoints';

type Listed = EndpointValues & { readonly id: string; readonly createdAt: Date | null };

const toWire = ({ id, url, version, events, enabled, createdAt }: Listed, secret: string, secretExposed: boolean): CallbackEndpoint => ({
  id: url === null ? DEFAULT_ENDPOINT : id,
  url,
  version: version === 1 ? '1' : '2',
  events: events.map(typeOf),
  enabled,
  secret,
  secretExposed,
  createdAt: createdAt?.toISOString() ?? null,
});

const valuesOf = ({ url, version, events, enabled }: NewEndpoint | EndpointChange): EndpointValues => ({
  url,
  version: version === '1' ? 1 : 2,
  events: [...new Set(events)].map(eventOfType),
  enabled,
});

const open = ({ stores }: CallbackDeps, sealed: Buffer | null): string => (sealed === null ? '' : stores.openCallbackSecret(sealed));

export async function listStoreEndpoints(
  deps: CallbackDeps,
  { userId }: Pick<Author, 'userId'>,
  storeId: StoreId,
): Promise<CallbackEndpoint[]> {
  const { store } = await deps.stores.get(userId, storeId);
  const all = await listEndpoints(deps.db.query, storeId);
  const byDefault: Listed = all.find(({ url }) => url === null) ?? { ...UNCHANGED, id: DEFAULT_ENDPOINT, createdAt: null };
  const added = all.filter(({ url }) => url !== null);
  const exposed = new Set((await findExposedEndpoints(deps.db.query, userId, [storeId])).map(({ id }) => id));
  return [
    toWire(byDefault, store.callbackSecret, store.exposedSecrets.includes('callbackSecret')),
    ...added.map((each) => toWire(each, open(deps, each.secretSealed), exposed.has(each.id))),
  ];
}

/** What the log says of an endpoint, and takes back. */
export const audited = ({ url, version, events, enabled }: EndpointValues) => ({
  callbackUrl: url ?? DEFAULT_ENDPOINT,
  format: String(version),
  events: events.map(typeOf).join(', '),
  callbacks: enabled ? 'on' : 'off',
});

type Change = Pick<AuditedChange, 'before' | 'after'> & { readonly action: AuditedChange['action']; readonly id: EndpointId };
const log = (deps: CallbackDeps, tx: Tx, author: Author, storeName: string, { id, ...change }: Change) =>
  recordAudit(deps.outbox, tx, author, { ...change, subject: id, detail: { store: storeName } });

function checkPort(deps: CallbackDeps, url: string | null): void {
  if (url !== null && deps.http.refusesPort(url)) throw refusedField('callback_port_refused', 'url');
}

/** Of the caller's own store, whose endpoints nobody else changes until the transaction ends. */
async function inStore<T>(
  deps: CallbackDeps,
  author: Author,
  storeId: StoreId,
  work: (tx: Tx, storeName: string) => Promise<T>,
): Promise<T> {
  const { store } = await deps.stores.get(author.userId, storeId);
  return deps.db.transaction(async (tx) => {
    await lockStoreEndpoints(tx, storeId);
    return work(tx, store.name);
  });
}

async function getEndpoint(tx: Tx, storeId: StoreId, id: string): Promise<EndpointRecord> {
  const found = await findEndpoint(tx, storeId, asEndpointId(id));
  if (found === undefined || found.url === null) throw new AppError('not_found');
  return found;
}

export async function addEndpoint(deps: CallbackDeps, author: Author, storeId: StoreId, input: NewEndpoint): Promise<CallbackEndpoint> {
  checkPort(deps, input.url);
  const values = valuesOf(input);
  return inStore(deps, author, storeId, async (tx, storeName) => {
    const existing = await listEndpoints(tx, storeId);
    if (existing.filter(({ url }) => url !== null).length >= ENDPOINTS_MAX) throw new AppError('too_many_endpoints');
    const createdAt = deps.clocks.real.now();
    const id = newId('endpoint', createdAt);
    const { secret, sealed } = deps.stores.newCallbackSecret();
    await insertEndpoint(tx, { ...values, id, storeId, secretSealed: sealed, createdAt });
    await log(deps, tx, author, storeName, { action: 'callback-endpoint.added', id, after: audited(values) });
    return toWire({ ...values, id, createdAt }, secret, false);
  });
}

/** The choices for the callback_url of each invoice: its row is made with the first change. */
async function changeDefault(deps: CallbackDeps, author: Author, storeId: StoreId, values: EndpointValues): Promise<CallbackEndpoint> {
  await inStore(deps, author, storeId, async (tx, storeName) => {
    const found = (await listEndpoints(tx, storeId)).find(({ url }) => url === null);
    const createdAt = deps.clocks.real.now();
    const id = found?.id ?? newId('endpoint', createdAt);
    const own = { ...values, url: null };
    if (found === undefined) await insertEndpoint(tx, { ...own, id, storeId, secretSealed: null, createdAt });
    else await updateEndpoint(tx, id, own);
    const before = audited(found ?? { ...UNCHANGED, url: null });
    await log(deps, tx, author, storeName, { action: 'callback-endpoint.changed', id, before, after: audited(own) });
  });
  const [first] = await listStoreEndpoints(deps, author, storeId);
  return first as CallbackEndpoint;
}

export async function changeEndpoint(
  deps: CallbackDeps,
  author: Author,
  { storeId, id }: { readonly storeId: StoreId; readonly id: string },
  input: EndpointChange,
): Promise<CallbackEndpoint> {
  const values = valuesOf(input);
  if (id === DEFAULT_ENDPOINT) return changeDefault(deps, author, storeId, values);
  checkPort(deps, input.url);
  return inStore(deps, author, storeId, async (tx, storeName) => {
    const found = await getEndpoint(tx, storeId, id);
    const own = { ...values, url: values.url ?? found.url };
    await updateEndpoint(tx, found.id, own);
    await log(deps, tx, author, storeName, {
      action: 'callback-endpoint.changed',
      id: found.id,
      before: audited(found),
      after: audited(own),
    });
    const exposed = await findExposedEndpoints(tx, author.userId, [storeId]);
    return toWire(
      { ...found, ...own },
      open(deps, found.secretSealed),
      exposed.some(({ id: each }) => each === found.id),
    );
  });
}

export async function dropEndpoint(deps: CallbackDeps, author: Author, storeId: StoreId, id: string): Promise<void> {
  await inStore(deps, author, storeId, async (tx, storeName) => {
    const found = await getEndpoint(tx, storeId, id);
    await removeEndpoint(tx, found.id, deps.clocks.real.now());
    await log(deps, tx, author, storeName, { action: 'callback-endpoint.removed', id: found.id, before: audited(found) });
  });
}

export async function refreshEndpointSecret(deps: CallbackDeps, author: Author, storeId: StoreId, id: string): Promise<string> {
  const { secret, sealed, oldUntil } = deps.stores.newCallbackSecret();
  await inStore(deps, author, storeId, async (tx, storeName) => {
    const found = await getEndpoint(tx, storeId, id);
    await replaceEndpointSecret(tx, found.id, sealed, oldUntil);
    const before = { callbackSecret: open(deps, found.secretSealed) };
    await log(deps, tx, author, storeName, { action: 'callback-secret.renewed', id: found.id, before, after: { callbackSecret: secret } });
  });
  return secret;
}
