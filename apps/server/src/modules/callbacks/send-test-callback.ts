import { type CallbackEvent, type CallbackTest, DEFAULT_ENDPOINT, exampleEvent, mayRole, TEST_EVENT } from '@stablegate/contract';
import { AppError, invalidValue, refusedField } from '../../platform/app-error';
import { asEndpointId, type StoreId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import type { Principal } from '../../platform/principal';
import { outcomeOfStatus } from './attempt/retry.domain';
import type { CallbackDeps } from './callbacks.deps';
import type { FixedBody } from './callbacks.queries';
import { sendCallback } from './send-callback';
import { UNCHANGED } from './store-endpoints/endpoints.domain';
import { findEndpoint, listEndpoints } from './store-endpoints/endpoints.queries';
import { type Signing, secretsOf } from './store-endpoints/read-signing';

/** Signed like a real one, for an invoice that does not exist: a server that verifies it changes nothing. */
const SPECIFIED = {
  request_id: 'test',
  amount: '1.000000',
  status: 'completed',
  from_address: 'test',
  trans_id: 'test',
  trans_hash: 'test',
} as const;

type Type = CallbackEvent['type'];
/** Who may not see the store's main key does not get it sent to an address of their choice. */
type Asked = { readonly deps: CallbackDeps; readonly version: number; readonly type: Type; readonly sender: Principal };

/** Version 1 has no type: its examples differ in their status alone. */
function exampleBody({ deps, version, type, sender }: Asked, { merchantId }: Signing): FixedBody {
  const specified = { ...SPECIFIED, withMainKey: mayRole(sender.account.role, 'secrets') };
  if (version === 1)
    return type === 'invoice.expired' ? { ...specified, status: 'expired', from_address: null, trans_hash: null } : specified;
  return JSON.stringify(exampleEvent(type, merchantId, deps.clocks.business.now()));
}

async function send(deps: CallbackDeps, url: string, body: FixedBody, signing: Signing): Promise<CallbackTest> {
  if (deps.http.refusesPort(url)) throw refusedField('callback_port_refused', 'url');
  const message = { webhookId: newId('testCallback', deps.clocks.real.now()), url, body };
  const result = await sendCallback({ http: deps.http, realClock: deps.clocks.real }, message, signing);
  const { durationMs } = result;
  if (result.outcome !== 'answered') return { outcome: result.outcome, httpStatus: null, durationMs, response: null };
  return { outcome: outcomeOfStatus(result.httpStatus), httpStatus: result.httpStatus, durationMs, response: result.response };
}

/** To any address, as the default endpoint would send it. */
export async function sendTestCallback(
  deps: CallbackDeps,
  sender: Principal,
  storeId: StoreId,
  { url, type = TEST_EVENT }: { readonly url: string; readonly type?: Type },
): Promise<CallbackTest> {
  const store = await deps.stores.getOwnStore(sender.userId, storeId);
  const signing = await deps.stores.readSigningSecrets(store.storeId);
  const { version } = (await listEndpoints(deps.db.query, store.storeId)).find((each) => each.url === null) ?? UNCHANGED;
  return send(deps, url, exampleBody({ deps, version, type, sender }, signing), signing);
}

export type Example = { readonly endpointId: string; readonly type: Type; readonly url?: string | undefined };

/** To one of the store's endpoints, in its version and with its secret. */
export async function sendExample(deps: CallbackDeps, sender: Principal, storeId: StoreId, example: Example): Promise<CallbackTest> {
  const { endpointId, type, url } = example;
  if (endpointId === DEFAULT_ENDPOINT) {
    if (url === undefined) throw invalidValue('url', 'Please enter an http or https address of at most 2048 characters.');
    return sendTestCallback(deps, sender, storeId, { url, type });
  }
  const store = await deps.stores.getOwnStore(sender.userId, storeId);
  const endpoint = await findEndpoint(deps.db.query, store.storeId, asEndpointId(endpointId));
  if (endpoint === undefined || endpoint.url === null) throw new AppError('not_found');
  const signing = { ...(await deps.stores.readSigningSecrets(store.storeId)), secrets: secretsOf(deps, endpoint) };
  return send(deps, endpoint.url, exampleBody({ deps, version: endpoint.version, type, sender }, signing), signing);
}
