import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { Language, SessionState } from '@stablegate/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { afterFile } from '../../../test/after-file';
import { createAppPage } from './app-page';

const BUILT = [
  '<html lang="en"><head><meta name="stablegate-mode" content="sandbox" /><script src="/boot.js"></script>',
  '<script type="module" crossorigin src="/assets/app-1.js"></script><link rel="modulepreload" crossorigin href="/assets/react-1.js">',
  '</head><body><div id="root"></div></body></html>',
].join('');
const FILES = {
  'boot.js': 'void 0;',
  'before-paint.js': 'void 1;',
  'after-paint.js': 'void 2;',
  'assets/app-1.js': '',
  // Says what it was asked for.
  'render-app.server.mjs': `let times = 0;
    export async function renderApp(path, { lang }, texts, facts, member) {
      if (texts.fails) throw new Error('no page');
      return [path, lang, texts.title, facts['stablegate-mode'], member?.createDate, member?.serverTime, ++times].join(' ');
    }`,
};
const POLICY = "default-src 'self';script-src 'self';frame-ancestors 'none'";

const texts: Record<string, Record<string, string>> = {};
const failures: unknown[] = [];
const notRendered: string[] = [];
let server: FastifyInstance;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablegate-rendered-'));
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  server = Fastify();
  await server.register(cookie);
  const send = createAppPage(folder, BUILT, {
    listLanguages: async () => ['en', 'vi'].map((code) => ({ code })) as Language[],
    textsOf: async (lang) => texts[lang] ?? {},
    hasSession: ({ cookies }) => cookies.session !== undefined,
    readMember: async ({ cookies }) =>
      cookies.session === 'ended'
        ? undefined
        : { session: { email: cookies.session } as SessionState, createDate: 'then', serverTime: 'now' },
    canServerRender: async ({ cookies }) => cookies.session !== 'busy',
    onSsrFailed: (error) => failures.push(error),
  });
  server.get('/*', async (request, reply) => {
    void reply.header('content-security-policy', POLICY);
    if (await send(request, reply)) return reply;
    notRendered.push(request.url);
    return reply.send('notRendered');
  });
  afterFile(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

beforeEach(() => {
  failures.length = 0;
  notRendered.length = 0;
  Object.assign(texts, { en: { title: 'Sign In' }, vi: { title: 'Đăng nhập' } });
});

const get = (url: string, cookies: Record<string, string> = {}) => server.inject({ method: 'GET', url, cookies });

test('a guest gets the sign-in rendered, its modules kept until it is painted, and the policy names its three scripts', async () => {
  const { body, headers } = await get('/login');
  expect(body).toContain('<html lang="en" dir="ltr">');
  expect(body).toMatch(/<div id="root">\/login en Sign In sandbox {3}\d+<\/div><script type="application\/json" id="first-state">/);
  const modules = ['react-1', 'app-1'].map((name) => `<script type="module" crossorigin src="/assets/${name}.js"></script>`);
  expect(body).toContain(`<template id="modules">${modules.join('')}</template><script>void 2;</script></body>`);
  expect(body.split('</head>')[0]).not.toMatch(/modulepreload|type="module"/);
  expect(body).toContain('<script>void 0;</script><script>void 1;</script>');
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-[^']+' 'sha256-[^']+';/);
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(notRendered, 'sent once').toEqual([]);
});

test('it is rendered in the language of the cookie, and in English for one that nobody has', async () => {
  expect((await get('/login', { language: 'vi' })).body).toContain('/login vi Đăng nhập');
  expect((await get('/login', { language: '"><script>' })).body).toContain('<html lang="en" dir="ltr">');
});

test('it is rendered once, and again when a text has changed', async () => {
  const first = (await get('/login')).body;
  expect((await get('/login')).body).toBe(first);
  texts.en = { title: 'Log in' };
  expect((await get('/login')).body).toContain('/login en Log in');
});

test.each(['/', '/dashboard'])('a member gets the frame of %s rendered, for the script to replace', async (url) => {
  const { body, headers } = await get(url, { session: 'a', language: 'vi' });
  expect(body).toMatch(
    new RegExp(`<html lang="vi" dir="ltr">.*<div id="root">${url} vi Đăng nhập sandbox then now \\d+</div><template id="modules">`, 's'),
  );
  expect(headers['cache-control']).toBe('private, no-cache');
  expect((await get(url, { session: 'a', language: 'vi' })).body).not.toBe(body); // never another member's
});

test.each(['ended', 'busy'])('and without content when the session is %s', async (session) => {
  expect((await get('/', { session })).body).toBe('notRendered');
});

test.each(['/login?unlock=abc', '/login?next=%2Finvoices', '/', '/dashboard', '/register'])('%s comes without content', async (url) => {
  expect((await get(url)).body).toBe('notRendered');
});

test('whoever has a session gets it without content: the script leads on', async () => {
  expect((await get('/login', { session: 'x' })).body).toBe('notRendered');
});

test('what cannot be rendered is sent without content and reported, and tried again', async () => {
  texts.en = { fails: 'yes' };
  expect((await get('/login')).body).toBe('notRendered');
  expect(failures).toHaveLength(1);
  texts.en = { title: 'Sign In' };
  expect((await get('/login')).body).toContain('/login en Sign In');
});
