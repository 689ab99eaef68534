import { directionOf } from '@stablegate/rules';
import { DirectionProvider, NumberLanguage, toast } from '@stablegate/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { sessionWatch } from '../lib/api/api';
import { forgetUser } from '../lib/api/query-client';
import { useTranslation } from '../lib/i18n/texts';
import { ScreensProvider } from '../lib/screen';
import { LateHosts } from './late-hosts';
import { preloadOnIntent } from './preload';
import { AppRoutes } from './routing/routes';
import { screens } from './screens';

export type AppProps = {
  client: QueryClient;
  /** The browser's, or one that stays where it is. */
  router: ComponentType<{ children: ReactNode }>;
  /** What stands on the page, if not what the address names. */
  page?: ReactNode;
};

export function App({ client, router: AppRouter, page = <AppRoutes screens={screens} /> }: AppProps) {
  const { t, language } = useTranslation();
  const dir = directionOf(language);
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
            <AppRouter>{page}</AppRouter>
          </ScreensProvider>
          <LateHosts dir={dir} />
        </NumberLanguage>
      </DirectionProvider>
    </QueryClientProvider>
  );
}
