import { answerCallback, type OnCallback } from './answer';
import { type CallbackSettings, callbackKeyOf } from './message';
import { verifyRequest } from './verify-request';

/** A Next route handler, or any function from Request to Response: `export const POST = stablegateCallback(settings, onCallback)`. */
export function stablegateCallback(settings: CallbackSettings, onCallback: OnCallback) {
  callbackKeyOf(settings.secret); // a shop without a secret does not start
  return async (request: Request): Promise<Response> => {
    const { status, body } = await answerCallback(await verifyRequest(request, settings), onCallback);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
}
