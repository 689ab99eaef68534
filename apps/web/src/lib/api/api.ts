import { createSessionWatch } from '../session/session-watch';
import { serverClock } from '../time/server-clock';
import { createCall } from './call';
import { ownTask } from './own-task';

export const sessionWatch = createSessionWatch();

/** `await call(accountsApi.login, { body })`: method, path, encoding and reply type come from the contract's entry. */
export const call = createCall({
  fetch: async (input, init) => {
    // A screen asks for ten things in one React effect: sent in one task they keep a tap waiting.
    if (init?.method === 'GET') await ownTask();
    return window.fetch(input, init);
  },
  language: () => document.documentElement.lang,
  onNotSignedIn: sessionWatch.sawNotSignedIn,
  onServerTime: serverClock.saw,
});
