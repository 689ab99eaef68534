// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { ScreensProvider } from '../../lib/screen';
import { GUEST, sessionQuery } from '../../lib/session/session';
import ProfileScreen from './profile.screen';
import { profileScreens } from './profile.screens';

afterEach(() => void vi.restoreAllMocks());

test.each(['profile', 'security', 'change-password'])('until the record has come, the tab %s shows Loading, once', async (tab) => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/profile?tab=${tab}`]}>
        <ScreensProvider screens={profileScreens()}>
          <ProfileScreen />
        </ScreensProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const said = [...document.querySelectorAll('[role=status]')].filter(({ textContent }) => textContent === 'Loading');
  expect(said).toHaveLength(1);
  expect(said[0]?.closest('.sr-only')).toBeNull();
  expect(said[0]?.classList.contains('appear-late')).toBe(true); // an answer that comes at once shows nothing of it
});
