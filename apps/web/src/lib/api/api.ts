import { createSessionWatch } from '../session/session-watch';
import { serverClock } from '../time/server-clock';
import { createCall } from './call';

export const sessionWatch = createSessionWatch();

/** `await call(accountsApi.login, { body })`: method, path, encoding and reply type come from the contract's entry. */
export const call = createCall({
  fetch: (input, init) => window.fetch(input, init),
  language: () => document.documentElement.lang,
  onNotSignedIn: sessionWatch.sawNotSignedIn,
  onServerTime: serverClock.saw,
});
