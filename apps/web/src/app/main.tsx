import { type QueryClient, timeoutManager } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createQueryClient, logFailures } from '../lib/api/query-client';
import { createTimers } from '../lib/api/timers';
import { languagesQuery, startI18n } from '../lib/i18n/i18n';
import { logError } from '../lib/log';
import { createRoot, hydrateRoot, type Root } from '../lib/react-root';
import { GUEST, sessionQuery } from '../lib/session/session';
import './app.css';
import '../features/dashboard/dashboard.css'; // its frame is rendered by the server, before its code has come
import { App } from './app';
import { Splash } from './brand';
import { AppRouter } from './routing/app-router';
import { screens } from './screens';
import { type FirstState, readFirstState } from './ssr/first-state';
import { loadEarly } from './start/early';
import { StartFailure, showStartTexts } from './start-failure';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

timeoutManager.setTimeoutProvider(createTimers());

let root: Root | undefined;
/** In place of what the server rendered, if it did. */
function rootOf(element: HTMLElement): Root {
  delete document.documentElement.dataset.ssr;
  root ??= createRoot(element);
  return root;
}

/** The frame of a member's page, rendered by the server; unlike the sign-in it is replaced. */
const isFrameServerRendered = (): boolean => document.documentElement.dataset.ssr === 'as-is';

const isGuest = (client: QueryClient): boolean => client.getQueryData(sessionQuery.queryKey)?.isAuthenticated === false;

/** Who fills in a server-rendered sign-in while the session cannot be checked keeps the form and what was typed; the check is repeated. */
function keepSignIn(client: QueryClient): void {
  if (client.getQueryData(sessionQuery.queryKey) === undefined) client.setQueryData(sessionQuery.queryKey, GUEST, { updatedAt: 0 });
}

/** The server renders a page without the state that a navigation of the app left in the history, and a reload keeps that state. */
function forgetNavigation(): void {
  const { state } = window.history;
  if (state !== null) window.history.replaceState({ ...state, usr: null }, '');
}

async function start(element: HTMLElement, first?: FirstState): Promise<void> {
  try {
    const texts = startI18n();
    const client = createQueryClient();
    logFailures(client);
    // Requested concurrently with the texts, so that the guards need not wait afterwards.
    const session = client.prefetchQuery(sessionQuery);
    const code = loadEarly(client, screens, window.location.pathname).catch(() => undefined);
    await texts;
    if (isFrameServerRendered()) await Promise.all([session, code]); // what is rendered stays until all of it can be replaced at once
    if (first !== undefined) keepSignIn(client);
    const isHydrated = first !== undefined && isGuest(client);
    if (isHydrated) forgetNavigation();
    const app = <App client={client} router={AppRouter} />;
    // Worked off in slices of 5 ms, between which a slow phone paints and answers.
    startTransition(() => {
      if (!isHydrated) return rootOf(element).render(app);
      client.setQueryData(languagesQuery.queryKey, [...first.languages]);
      root = hydrateRoot(element, app, { onRecoverableError: (error) => logError('The server-rendered page differs:', error) });
    });
  } catch (error) {
    logError('Failed to initialize app:', error);
    await showStartTexts();
    rootOf(element).render(<StartFailure onRetry={() => start(element)} />);
  }
}

const first = readFirstState();
if (!isFrameServerRendered()) rootOf(container).render(<Splash />);
// In a task of its own: on a slow phone, loading the modules has taken one already.
setTimeout(() => void start(container, first));
