import { answerCallback, type OnCallback } from './answer';
import type { CallbackSettings } from './message';
import { verifyRequest } from './verify-request';

/** A Next route handler, or any function from Request to Response: `export const POST = stablegateCallback(settings, onCallback)`. */
export const stablegateCallback =
  (settings: CallbackSettings, onCallback: OnCallback) =>
  async (request: Request): Promise<Response> => {
    const { status, body } = await answerCallback(await verifyRequest(request, settings), onCallback);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
