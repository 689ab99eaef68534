// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { GUEST, sessionQuery } from '../../lib/session/session';
import StoreListScreen from './store-list.screen';

afterEach(() => void vi.restoreAllMocks());

const STORE = { id: 's1', name: 'Tea house', merchantId: 'MER-1', apiKey: 'sk_abcdefgh1234', time: '2020-11-01T08:00:00Z' };

test.each<[what: string, store: object, cells: string[]]>([
  ['of the documented form', STORE, ['Tea house', 'MER-1', 'sk_abc••••••1234Reset', 'Active']],
  ['without a key', { ...STORE, apiKey: undefined }, ['Tea house', 'MER-1', '–Reset', 'Active']],
  ['of a key that is null', { ...STORE, apiKey: null }, ['Tea house', 'MER-1', '–Reset', 'Active']],
  ['without a name', { ...STORE, name: undefined }, ['–', 'MER-1', 'sk_abc••••••1234Reset', 'Active']],
  ['without an ID', { ...STORE, merchantId: null }, ['Tea house', '–', 'sk_abc••••••1234Reset', 'Active']],
])('a merchant %s is listed, also by a search', async (_what, store, cells) => {
  const other = { ...STORE, id: 's2', name: 'Coffee' };
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json([store, other]));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  const { container } = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/merchants?search=e']}>
        <StoreListScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const rows = () =>
    [...container.querySelectorAll('tbody tr')].map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent));
  await vi.waitFor(() => expect(rows()).toContainEqual(cells));
  expect(container.textContent).not.toMatch(/undefined|null/);
});
