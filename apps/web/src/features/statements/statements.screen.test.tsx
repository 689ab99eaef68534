// @vitest-environment happy-dom
import type { Statement } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { GUEST, sessionQuery, userQuery } from '../../lib/session/session';
import StatementsScreen from './statements.screen';

const october: Statement = {
  ...{ month: '2026-10', opening: '0.000000', topUps: '50.000000', fees: '-1.000000', refunds: '0.000000', adjustments: '0.000000' },
  ...{ otherFees: '0.000000', closing: '49.000000', lines: 3, refunded: '0.000000' },
};

/** The shell has read the account already. */
async function shown(content: readonly Statement[], balance: number): Promise<string> {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ content, totalElements: content.length, totalPages: content.length, number: 0, size: 12 }),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  client.setQueryData(userQuery('u1').queryKey, { balance, available: balance } as never);
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/statements']}>
        <StatementsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const loaded = content.length === 0 ? 'No statements yet' : 'October 2026';
  await vi.waitFor(() => expect(document.body.textContent).toContain(loaded));
  return document.body.textContent ?? '';
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('an account without an entry is not promised a statement of this month', async () => {
  expect(await shown([], 0)).not.toContain('is still running');
  expect(vi.mocked(window.fetch)).toHaveBeenCalledTimes(1); // the statements only
});

test.each<[what: string, content: readonly Statement[], balance: number]>([
  ['that was topped up this month', [], 50],
  ['with a statement', [october], 49],
  ['with a statement and nothing left', [october], 0],
])('an account %s is told when the next statement comes', async (_what, content, balance) => {
  expect(await shown(content, balance)).toContain('is still running: its statement comes on');
});
