import { startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createQueryClient, logFailures } from '../lib/api/query-client';
import { languageAt, startI18n } from '../lib/i18n/i18n';
import { logError } from '../lib/log';
import { sessionQuery } from '../lib/session/session';
import './app.css';
import { App } from './app';
import { Splash } from './brand';
import { loadEarly, prepareFormats } from './early';
import { screens } from './screens';
import { StartFailure, showStartTexts } from './start-failure';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

async function start(root: Root): Promise<void> {
  try {
    const client = createQueryClient();
    logFailures(client);
    // Requested concurrently with the translations, so that the guards need not wait afterwards.
    void client.prefetchQuery(sessionQuery);
    loadEarly(client, screens, window.location.pathname).catch(() => undefined);
    const texts = startI18n();
    prepareFormats(languageAt(window.location.pathname));
    await texts;
    // Worked off in slices of 5 ms, between which a slow phone paints and answers.
    startTransition(() => root.render(<App client={client} />));
  } catch (error) {
    logError('Failed to initialize app:', error);
    await showStartTexts();
    root.render(<StartFailure onRetry={() => start(root)} />);
  }
}

const root = createRoot(container);
root.render(<Splash />);
void start(root);
