import { DirectionProvider, toast } from '@stablegate/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router';
import { sessionWatch } from '../lib/api';
import { forgetUser } from '../lib/query-client';
import { ScreensProvider } from '../lib/screen';
import { createAppRouter } from './router';
import { screens } from './screens';

const Hosts = lazy(() => import('./hosts'));

export function App({ client }: { client: QueryClient }) {
  const { t, i18n } = useTranslation();
  const dir = i18n.dir(i18n.language);
  const [router] = useState(() => createAppRouter(screens));
  useEffect(
    () =>
      sessionWatch.onEnded(() => {
        toast.error(t('Your session has expired. Please log in again.'), { id: 'session-expired' });
        // The guards see a guest and lead to the sign-in, which brings the user back here.
        forgetUser(client);
      }),
    [client, t],
  );
  return (
    <QueryClientProvider client={client}>
      <DirectionProvider dir={dir}>
        <ScreensProvider screens={screens}>
          <RouterProvider router={router} />
        </ScreensProvider>
        <Suspense fallback={null}>
          <Hosts dir={dir} />
        </Suspense>
      </DirectionProvider>
    </QueryClientProvider>
  );
}
