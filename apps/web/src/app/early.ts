import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { languageAt } from '../lib/i18n/i18n';
import type { Screen } from '../lib/screen';
import { sessionQuery, userQuery } from '../lib/session/session';
import { frameLoads } from './frames/frames';

/** A browser's first formatter takes 20 ms of a computer, and all later ones nothing: made while nothing else is to do. */
const prepareFormats = () => setTimeout(() => new Intl.NumberFormat(languageAt(window.location.pathname)));

/**
 * The code of the first screen and the account are requested while texts are on their way, and not one after the other. What is only for
 * members waits for the session. A failure is ignored here: the screen reports it.
 */
export async function loadEarly(client: QueryClient, screens: readonly Screen[], pathname: string): Promise<void> {
  const screen = screens.find(({ path }) => matchPath(path, pathname) !== null);
  if (screen === undefined) return;
  if (screen.access === 'member' || screen.access === 'admin') {
    const { isAuthenticated, accountId } = await client.ensureQueryData(sessionQuery);
    if (!isAuthenticated) return;
    prepareFormats();
    if (accountId !== null) void client.prefetchQuery(userQuery(accountId));
  }
  await Promise.all([screen.load(), frameLoads[screen.frame]()]);
}
