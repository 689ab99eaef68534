import { DirectionProvider, NumberLanguage, toast } from '@stablegate/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { sessionWatch } from '../lib/api/api';
import { forgetUser } from '../lib/api/query-client';
import { directionOf, useTranslation } from '../lib/i18n/texts';
import { ScreensProvider } from '../lib/screen';
import { preloadOnIntent } from './preload';
import { createAppRouter } from './router';
import { screens } from './screens';

const Hosts = lazy(() => import('./hosts'));

export function App({ client }: { client: QueryClient }) {
  const { t, language } = useTranslation();
  const dir = directionOf(language);
  const [router] = useState(() => createAppRouter(screens));
  useEffect(
    () =>
      sessionWatch.onEnded(() => {
        toast.error(t('Your session has expired. Please log in again.'), { id: 'session-expired' });
        // The guards then see a guest and redirect to the sign-in, which brings the user back here.
        forgetUser(client);
      }),
    [client, t],
  );
  useEffect(() => preloadOnIntent(screens), []);
  return (
    <QueryClientProvider client={client}>
      <DirectionProvider dir={dir}>
        <NumberLanguage value={language}>
          <ScreensProvider screens={screens}>
            {/* Navigation takes effect immediately, so that no one types into a form that is about to be replaced. */}
            <RouterProvider router={router} useTransitions={false} />
          </ScreensProvider>
          <Suspense fallback={null}>
            <Hosts dir={dir} />
          </Suspense>
        </NumberLanguage>
      </DirectionProvider>
    </QueryClientProvider>
  );
}
