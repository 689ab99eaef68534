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

async function open(tab: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
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
}

test.each(['profile', 'security', 'change-password'])('until the record has come, the tab %s shows Loading, once', async (tab) => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  await open(tab);
  const said = [...document.querySelectorAll('[role=status]')].filter(({ textContent }) => textContent === 'Loading');
  expect(said).toHaveLength(1);
  expect(said[0]?.closest('.sr-only')).toBeNull();
  expect(said[0]?.classList.contains('appear-late')).toBe(true); // an answer that comes at once shows nothing of it
});

/** As specification 1, section 3, has it. */
const PROFILE = {
  ...{ userId: 'u1', username: 'linhmai', email: 'linh@example.com', balance: 12.5, deposit: 40, twoFactorEnabled: false },
  ...{ ipAddress: '203.0.113.7', device: 'Firefox' },
};
const answerWith = (profile: object) =>
  vi
    .spyOn(window, 'fetch')
    .mockImplementation((input) =>
      String(input).endsWith('/profile') ? Promise.resolve(Response.json(profile)) : new Promise(() => undefined),
    );
const text = () => document.body.textContent ?? '';

test.each<[how: string, profile: object, shown: string[]]>([
  ['of the documented form', PROFILE, ['Wallet balance$12.50Analytics', 'Total deposits$40.00', 'IP address203.0.113.7', 'DeviceFirefox']],
  ['with a part that is held', { ...PROFILE, available: 10 }, ['Available $10.00', 'Held for open invoices $2.50']],
  ['without an address and a device', { ...PROFILE, ipAddress: undefined, device: undefined }, ['IP addressN/A', 'DeviceN/A']],
  ['of an empty address and device', { ...PROFILE, ipAddress: '', device: '' }, ['IP addressN/A', 'DeviceN/A']],
  ['of an empty name and mail address', { ...PROFILE, username: '', email: '' }, ['Username–', 'Email–']],
  ['without amounts', { ...PROFILE, balance: undefined, deposit: undefined }, ['Wallet balance–Analytics', 'Total deposits–']],
  [
    'of amounts that are null',
    { ...PROFILE, balance: null, available: null, deposit: null },
    ['Wallet balance–Analytics', 'Total deposits–'],
  ],
  ['with nothing in it', {}, ['Username–', 'Email–', 'IP addressN/A', 'DeviceN/A']],
])('a profile %s is shown', async (_how, profile, shown) => {
  answerWith(profile);
  await open('profile');
  await vi.waitFor(() => expect(text()).toContain('IP address'), 10_000);
  for (const part of shown) expect(text()).toContain(part);
  expect(text()).not.toMatch(/undefined|null|NaN/);
});
