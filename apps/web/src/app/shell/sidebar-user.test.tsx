// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { GUEST, sessionQuery } from '../../lib/session/session';
import { SidebarUser } from './sidebar-user';

afterEach(() => void vi.restoreAllMocks());

/** As specification 1, section 3, has it. */
const USER = { username: 'linhmai', emailVerified: true, roles: [{ authority: 'USER' }], balance: 12.5 };

test.each<[how: string, user: object, shown: string]>([
  ['of the documented form', USER, '$12.500000linhmaiUser'],
  ['with a part that is held', { ...USER, available: 10 }, '$12.500000Available $10.000000'],
  ['whose available part is null', { ...USER, available: null }, '$12.500000linhmai'],
  ['without a balance', { ...USER, balance: undefined }, '–linhmai'],
  ['of a balance that is null', { ...USER, balance: null }, '–linhmai'],
  ['without roles', { ...USER, roles: null }, 'linhmai'],
  ['of a role that is not known', { ...USER, roles: [{ authority: 'AUDITOR' }] }, 'linhmaiAUDITOR'],
  ['without a name', { ...USER, username: undefined }, '$12.500000–'],
])('a user %s is shown', async (_how, user, shown) => {
  vi.spyOn(window, 'fetch').mockImplementation((input) =>
    String(input).endsWith('/user/u1') ? Promise.resolve(Response.json(user)) : new Promise(() => undefined),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  const { container } = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SidebarUser isRail={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(container.textContent?.replace('Profile', '').replace('LI', '')).toContain(shown), 10_000);
  expect(container.textContent).not.toMatch(/undefined|null|NaN/);
});
