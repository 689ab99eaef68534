import type { CallbackTest } from '@stablegate/contract';
import { refusedField } from '../../platform/app-error';
import type { StoreId, UserId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import type { CallbackDeps } from './callbacks.deps';
import { outcomeOfStatus } from './retry.domain';
import { sendCallback } from './send-callback';

/** Signed like a real one, for an invoice that does not exist: a server that verifies it changes nothing. */
export async function sendTestCallback(deps: CallbackDeps, userId: UserId, storeId: StoreId, url: string): Promise<CallbackTest> {
  const store = await deps.stores.getOwnStore(userId, storeId);
  if (deps.http.refusesPort(url)) throw refusedField('callback_port_refused', 'url');
  const signing = await deps.stores.readSigningSecrets(store.storeId);
  const body = {
    request_id: 'test',
    amount: '1.000000',
    status: 'completed',
    from_address: 'test',
    trans_id: 'test',
    trans_hash: 'test',
  } as const;
  const message = { id: newId('testCallback', deps.clocks.real.now()), url, body };
  const result = await sendCallback({ http: deps.http, realClock: deps.clocks.real }, message, signing);
  const { durationMs } = result;
  if (result.outcome !== 'answered') return { outcome: result.outcome, httpStatus: null, durationMs, response: null };
  return { outcome: outcomeOfStatus(result.httpStatus), httpStatus: result.httpStatus, durationMs, response: result.response };
}
