import type { OnCallback } from './answer';
import type { CallbackSettings } from './message';
import { stablegateCallback as routeHandler } from './next';

/** `app.post('/callback', stablegateCallback(settings, onCallback))`. */
export function stablegateCallback(settings: CallbackSettings, onCallback: OnCallback) {
  const handle = routeHandler(settings, onCallback);
  return (context: { readonly req: { readonly raw: Request } }): Promise<Response> => handle(context.req.raw);
}
