import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { languageAt } from '../../lib/i18n/i18n';
import type { Screen } from '../../lib/screen';
import { sessionQuery, userQuery } from '../../lib/session/session';
import { frameLoads } from '../frames/frames';
import { fetchCode } from '../routing/code';

/**
 * A browser's first formatter takes 30 ms of a computer and all later ones nothing, whichever thread made it: the languages' data belong to the
 * process. Where no worker may run, the first amount that is shown reads them.
 */
const prepareFormats = (pathname: string) =>
  new Worker(new URL('formats.worker.ts', import.meta.url), { type: 'module', name: languageAt(pathname) });

/**
 * The code of the first screen and the account are requested while texts are on their way, and not one after the other. What is only for
 * members waits for the session. A failure is ignored here: the screen reports it.
 */
export async function loadEarly(client: QueryClient, screens: readonly Screen[], pathname: string): Promise<void> {
  // By name first: each pattern that is tried is a regular expression to make.
  const screen = screens.find(({ path }) => path === pathname) ?? screens.find(({ path }) => matchPath(path, pathname) !== null);
  if (screen === undefined) return;
  if (screen.access === 'member' || screen.access === 'admin') {
    prepareFormats(pathname);
    const { isAuthenticated, accountId } = await client.ensureQueryData(sessionQuery);
    if (!isAuthenticated) return;
    if (accountId !== null) void client.prefetchQuery(userQuery(accountId));
  }
  await Promise.all([fetchCode(screen.load), fetchCode(frameLoads[screen.frame])]);
}
