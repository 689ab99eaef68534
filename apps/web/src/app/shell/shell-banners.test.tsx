// @vitest-environment happy-dom

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Forecast, User } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { click, render } from '../../../../../packages/ui/test/render';
import { forecastQuery } from '../../lib/api/forecast.query';
import { setTexts } from '../../lib/i18n/texts';
import { type Screen, ScreensProvider } from '../../lib/screen';
import { GUEST, sessionQuery, userQuery } from '../../lib/session/session';
import { serverClock } from '../../lib/time/server-clock';
import ShellBanners from './shell-banners';

const SCREENS = ['/dashboard', '/profile', '/top-up'].map((path) => ({ path }) as Screen);
const RICH = { createDate: '2020-01-01T00:00:00Z', secondFactorAdvised: true } as User;
const LOW = { available: '1.000000', daysLeft: 1, isLow: true } as Forecast;

async function shown(user: Partial<User>, forecast: Partial<Forecast> = { isLow: false }, path = '/dashboard') {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  client.setQueryData(userQuery('u1').queryKey, user as never);
  client.setQueryData(forecastQuery('u1').queryKey, forecast as never);
  const { container } = await render(
    <QueryClientProvider client={client}>
      <ScreensProvider screens={SCREENS}>
        <MemoryRouter initialEntries={[path]}>
          <ShellBanners />
        </MemoryRouter>
      </ScreensProvider>
    </QueryClientProvider>,
  );
  await act(() => vi.dynamicImportSettled());
  return {
    text: () => container.querySelector('section')?.textContent,
    set: (next: Partial<User>) => act(async () => client.setQueryData(userQuery('u1').queryKey, next as never)),
  };
}

beforeEach(() => {
  vi.restoreAllMocks();
  window.localStorage.clear();
  serverClock.saw(new Date().toISOString());
  setTexts('en', {});
});

test('whoever has much to lose and no second factor is led to the security screen, until one is on', async () => {
  const { text, set } = await shown(RICH);
  expect(text()).toContain('Protect this account with a second factor.');
  expect(document.querySelector('section a')?.getAttribute('href')).toBe('/profile?tab=security');
  await set({ ...RICH, secondFactorAdvised: false });
  await vi.waitFor(() => expect(text()).toBeUndefined());
});

test('put off, it stays away for a month in this browser', async () => {
  await shown(RICH);
  await click('section button');
  expect((await shown(RICH)).text()).toBeUndefined();
  serverClock.saw(new Date(Date.now() + 31 * DAY_MS).toISOString());
  expect((await shown(RICH)).text()).toContain('second factor');
});

test('a low balance comes first, and neither is shown where it leads', async () => {
  expect((await shown(RICH, LOW)).text()).toContain('It lasts about one day');
  expect((await shown(RICH, LOW, '/top-up')).text()).toContain('second factor');
  expect((await shown(RICH, undefined, '/profile')).text()).toBeUndefined();
});

test('an answer that says nothing of it asks for nothing', async () => {
  expect((await shown({ createDate: '2020-01-01T00:00:00Z' })).text()).toBeUndefined();
});

const LOCALES = join(import.meta.dirname, '../../../../server/locales');
const LANGUAGES = readdirSync(LOCALES).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
test('it is written in 13 languages', () => expect(LANGUAGES).toHaveLength(13));
test.each(LANGUAGES)('its words are those of %s', async (language) => {
  const texts: Record<string, string> = JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8'));
  setTexts(language, texts);
  const { text } = await shown(RICH);
  for (const key of [
    'Protect this account with a second factor.',
    'With this much money, a stolen password alone should not open it.',
    'Set it up',
    'Not now',
  ]) {
    expect(text()).toContain(texts[key]);
    if (language !== 'en') expect(texts[key]).not.toBe(key);
  }
});
