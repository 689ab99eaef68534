// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, SessionState } from '@stablegate/contract';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query-client';
import { chooseLanguage, languagesQuery } from '../../lib/i18n/i18n';
import { setTexts, type Texts } from '../../lib/i18n/texts';
import { GUEST, sessionQuery } from '../../lib/session/session';
import { App } from '../app';
import { AppRouter } from '../routing/app-router';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const ROOT = join(import.meta.dirname, '../../../../..');
const vietnamese: Texts = JSON.parse(readFileSync(join(ROOT, 'apps/server/locales/vi.json'), 'utf8'));
const LANGUAGES = [
  { id: 'en', code: 'en', name: 'English', flag: 'gb' },
  { id: 'vi', code: 'vi', name: 'Tiếng Việt', flag: 'vn' },
] as readonly Language[];
const FACTS = { 'stablegate-mode': 'sandbox', 'stablegate-mail': 'on' };
const login = vi.fn(() => new Promise<Response>(() => undefined));

/** As it is built: React's two renderers cannot share the contexts of one copy. */
const BUNDLED = join(ROOT, 'node_modules/.cache/render-app.test');
let renderApp: typeof import('./render-app').renderApp;

beforeAll(async () => {
  const { bundleRenderers } = await import(/* @vite-ignore */ join(ROOT, 'scripts/lib/build.mjs'));
  await bundleRenderers(BUNDLED);
  ({ renderApp } = await import(/* @vite-ignore */ join(BUNDLED, 'render-app.server.mjs')));
}, 60_000);

beforeEach(() => {
  login.mockClear();
  vi.stubGlobal('fetch', login);
  window.history.replaceState(null, '', '/login');
  document.head.innerHTML = Object.entries(FACTS)
    .map(([name, content]) => `<meta name="${name}" content="${content}">`)
    .join('');
});
afterEach(() => vi.unstubAllGlobals());

async function render(lang: string, texts: Texts): Promise<HTMLElement> {
  const root = document.createElement('div');
  root.innerHTML = await renderApp('/login', { lang, languages: LANGUAGES }, texts, FACTS);
  document.body.replaceChildren(root);
  document.documentElement.dataset.ssr = 'as-is';
  return root;
}

async function takeOver(root: HTMLElement, lang: string, texts: Texts) {
  const differences: unknown[] = [];
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, GUEST);
  client.setQueryData(languagesQuery.queryKey, [...LANGUAGES]);
  chooseLanguage(lang);
  setTexts(lang, texts);
  const page = await act(async () =>
    hydrateRoot(root, <App client={client} router={AppRouter} />, { onRecoverableError: (error) => differences.push(error) }),
  );
  await vi.waitFor(() => expect(document.documentElement.dataset.ssr).toBeUndefined(), 10_000);
  return { differences, page };
}

const field = (root: HTMLElement, name: string) => root.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;

test.each([
  ['en', {}, 'Sign In'],
  ['vi', vietnamese, 'Đăng nhập'],
])('the sign-in in %s is hydrated exactly as the server rendered it', async (lang, texts, heading) => {
  const root = await render(lang, texts);
  expect(root.querySelector('h1')?.textContent).toBe(heading);
  const rendered = [...root.querySelectorAll('*')];
  const { differences, page } = await takeOver(root, lang, texts);
  expect(differences).toEqual([]);
  expect(rendered.filter(({ isConnected }) => !isConnected)).toEqual([]);
  await act(async () => page.unmount());
});

test('what was typed, ticked and sent before the script came is kept, and sent by it', async () => {
  const root = await render('en', {});
  expect(root.querySelector('form')?.method).toBe('post'); // without script, no password may stand in an address
  field(root, 'username').value = 'hanoi';
  field(root, 'password').value = 'a secret';
  const remember = root.querySelector<HTMLElement>('[role="checkbox"]');
  const kept: Event[] = [];
  Object.assign(globalThis, { earlyEvents: kept });
  for (const type of ['click', 'submit']) root.addEventListener(type, (event) => kept.push(event), { once: true });
  remember?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  root.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  const { differences, page } = await takeOver(root, 'en', {});
  expect(differences).toEqual([]);
  expect(field(root, 'username').value).toBe('hanoi');
  const sent = login.mock.calls as unknown as [string, RequestInit][];
  const request = await vi.waitFor(() => {
    const [, found] = sent.find(([url]) => String(url).endsWith('/auth/login')) ?? [];
    expect(found).toBeDefined();
    return found;
  });
  expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
    username: 'hanoi',
    password: 'a secret',
    remember: 'true',
  });
  expect(remember?.getAttribute('aria-checked')).toBe('true');
  expect(kept).toEqual([]);
  await act(async () => page.unmount());
});

const MEMBER: SessionState = {
  ...GUEST,
  isAuthenticated: true,
  userId: '71',
  accountId: '72',
  emailVerified: true,
  email: 'mai@example.com',
};

async function renderMember(member: {
  readonly createDate: string;
  readonly serverTime?: string;
  readonly teamRole?: SessionState['teamRole'];
}) {
  const { createDate, serverTime = new Date().toISOString(), teamRole = 'owner' } = member;
  const root = document.createElement('div');
  const state = { lang: 'vi', languages: LANGUAGES };
  root.innerHTML = await renderApp('/', state, vietnamese, FACTS, { session: { ...MEMBER, teamRole }, createDate, serverTime });
  return root;
}

test("a member's frame has the links of the role, the title and nothing of the member", async () => {
  const owner = await renderMember({ createDate: '2020-01-01T00:00:00.000Z' });
  expect(owner.querySelector('h1')?.textContent).toBe(vietnamese.Dashboard);
  expect(owner.querySelector('.trial')).toBeNull();
  expect(owner.textContent).not.toContain('mai@');
  const hrefs = (root: HTMLElement) => [...root.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
  expect(hrefs(owner)).toContain('/team');
  const reader = await renderMember({ createDate: new Date().toISOString(), teamRole: 'read-only' });
  expect(hrefs(reader).length).toBeLessThan(hrefs(owner).length);
  expect(reader.querySelector('.trial')).not.toBeNull();
});

test('the trial counts from business time, which a sandbox moves, each page from its own', async () => {
  const createDate = new Date().toISOString();
  const after = (days: number, minutes: number) => new Date(Date.parse(createDate) + (days * 1_440 + minutes) * 60_000).toISOString();
  const [over, young, old] = await Promise.all([
    renderMember({ createDate, serverTime: after(7, 1) }),
    renderMember({ createDate, serverTime: after(1, 30.5) }),
    renderMember({ createDate, serverTime: after(6, 30.5) }),
  ]);
  expect(over.querySelector('.trial')).toBeNull();
  const parts = (root: HTMLElement) => [...root.querySelectorAll('.trial-clock b')].map((part) => part.textContent).slice(0, 3);
  expect(parts(young)).toEqual(['5', '23', '29']);
  expect(parts(old)).toEqual(['0', '23', '29']);
});
