import type { Callback, Verified } from './message';

/**
 * What your shop does with a verified callback. `id` is the same for every attempt of one event: store the ids you have handled. When it
 * throws, the gateway gets a 500 and tries again later.
 */
export type OnCallback = (callback: Callback, id: string) => unknown;
type Answer = { readonly status: number; readonly body: { readonly status: 'success' | 'error'; readonly message: string } };

/** The answer that the gateway expects: 200 with `status: success` ends the retries. */
export async function answerCallback(verified: Verified, onCallback: OnCallback): Promise<Answer> {
  if (!verified.ok) return { status: 401, body: { status: 'error', message: verified.fault } };
  await onCallback(verified.callback, verified.id);
  return { status: 200, body: { status: 'success', message: 'Received' } };
}
