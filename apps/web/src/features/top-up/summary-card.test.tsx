// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../packages/ui/test/render';
import { GUEST, sessionQuery } from '../../lib/session/session';
import { SummaryCard } from './summary-card';

let isDown = true;
const ANSWERS: Record<string, unknown> = {
  '/api/v1/deposit-invoice/networks': ['TRON'],
  '/api/v1/users/u1': { id: 'u1', balance: '12.00' },
};

beforeEach(() => {
  isDown = true;
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    if (isDown) return Promise.reject(new TypeError('Failed to fetch'));
    return Response.json(ANSWERS[String(input)] ?? { content: [], totalElements: 0 });
  });
});
afterEach(() => void vi.restoreAllMocks());

test.each(['usdt-auto', 'vietnam-bank-auto'] as const)(
  'what could not be loaded for %s is said, with a retry that fetches it',
  async (method) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
    client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
    await render(
      <QueryClientProvider client={client}>
        <SummaryCard method={method} micros={5_000_000n} rate={26_000} isBusy={false} onSubmit={() => undefined} />
      </QueryClientProvider>,
    );
    await vi.waitFor(() => expect(find('[role=alert]').textContent).toContain('Part of this summary could not be loaded'));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0)); // the alert comes with the first of them
    isDown = false;
    await click('[role=alert] button');
    await vi.waitFor(() => expect(document.querySelector('[role=alert]')).toBeNull());
  },
);
