// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { GUEST, sessionQuery } from '../../lib/session/session';
import DashboardScreen from './dashboard.screen';

afterEach(() => void vi.restoreAllMocks());

test('an account that cannot be loaded leaves the page, whose own parts say what failed', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DashboardScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const isBlank = () => document.querySelector('.page-title') === null;
  await vi.waitFor(() => expect(isBlank()).toBe(false));
  let wasTakenAway = false;
  const watch = new MutationObserver(() => {
    wasTakenAway ||= isBlank();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await client.refetchQueries();
  watch.disconnect();
  expect(wasTakenAway).toBe(false);
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull());
});
