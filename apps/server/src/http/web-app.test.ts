import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterFile } from '../../test/after-file';
import { noServerRendering } from '../../test/parts/no-server-rendering';
import { mountWebApp } from './web-app';

const SCRIPT = 'export const text = "a script";\n'.repeat(100);
const FILES = {
  'index.html': '<title>App</title><meta name="stablegate-mode" content="" /><meta name="stablegate-time-zone" content="" />',
  'pay.html': '<title>Pay</title><meta name="stablegate-walletconnect" content="" />',
  'boot.js': 'void 0;',
  'brand/logo.svg': '<svg/>',
  'docs/getting-started.md': '# Getting started',
  'llms.txt': '# Stablegate',
  'assets/app-B4s3H4sh.js': SCRIPT,
  'assets/app-B4s3H4sh.js.br': brotliCompressSync(SCRIPT),
  'assets/inter-H4shH4sh.woff2': 'font',
};
const PROJECT = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const POLICY = "default-src 'self';connect-src 'self' wss://pay.example;frame-ancestors 'none'";
const YEAR = 'public, max-age=31536000, immutable';
let address: string;

/** Over a socket: what a browser receives, after the plugin and every hook had their turn. */
const get = (path: string, headers: Record<string, string> = {}) => fetch(address + path, { headers });

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablegate-web-'));
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const server = Fastify();
  server.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', POLICY));
  await mountWebApp(server, {
    folder,
    mode: 'sandbox',
    supportEmail: 'help@example.com',
    publicUrl: 'https://pay.example',
    canMail: true,
    businessTimeZone: 'Asia/Ho_Chi_Minh',
    walletConnectProjectId: PROJECT,
    canServerRender: async () => true,
    embed: { originsOf: async () => [] },
    drawing: noServerRendering,
  });
  address = await server.listen({ host: '127.0.0.1', port: 0 });
  afterFile(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

test('the page names the mode and the time zone before its first call', async () => {
  const page = await (await get('/login', { accept: 'text/html' })).text();
  expect(page).toContain('<meta name="stablegate-mode" content="sandbox" />');
  expect(page).toContain('<meta name="stablegate-time-zone" content="Asia/Ho_Chi_Minh" />');
});

test.each([
  ['/docs/getting-started.md', 'text/markdown; charset=utf-8', '# Getting started'],
  ['/llms.txt', 'text/plain; charset=utf-8', '# Stablegate'],
  ['/docs/getting-started', 'text/html; charset=utf-8', '<title>App</title>'],
])('%s is text for programs, or a page', async (path, type, begins) => {
  const answer = await get(path);
  expect(answer.headers.get('content-type')).toBe(type);
  expect(await answer.text()).toContain(begins);
});

test('with a project for wallet apps, payment pages alone may reach the relay', async () => {
  const bill = await get('/bill/inv_1', { accept: 'text/html' });
  expect(await bill.text()).toContain(`<meta name="stablegate-walletconnect" content="${PROJECT}" />`);
  expect(bill.headers.get('content-security-policy')).toBe(
    "default-src 'self';connect-src 'self' wss://relay.walletconnect.org wss://pay.example;frame-ancestors 'none';frame-src https://verify.walletconnect.org",
  );
  expect((await get('/login', { accept: 'text/html' })).headers.get('content-security-policy')).toBe(POLICY);
});

describe('files with a hash in their name', () => {
  test.each(['/assets/app-B4s3H4sh.js', '/assets/inter-H4shH4sh.woff2'])(
    '%s is kept for a year and never asked for again',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe(YEAR);
      expect(answer.headers.get('vary')?.toLowerCase()).toBe('accept-encoding');
    },
  );

  test('a shared cache distinguishes the compressed copy', async () => {
    const [packed, plain] = await Promise.all(
      ['br', 'identity'].map((encoding) => get('/assets/app-B4s3H4sh.js', { 'accept-encoding': encoding })),
    );
    expect(packed?.headers.get('content-encoding')).toBe('br');
    expect(plain?.headers.get('content-encoding')).toBeNull();
    for (const answer of [packed, plain]) {
      expect(answer?.headers.get('vary')?.toLowerCase()).toBe('accept-encoding');
      expect(answer?.headers.get('cache-control')).toBe(YEAR);
      expect(await answer?.text()).toBe(SCRIPT);
    }
  });

  test('a revalidation keeps the same rule', async () => {
    const etag = (await get('/assets/app-B4s3H4sh.js', { 'accept-encoding': 'br' })).headers.get('etag');
    // not by fetch, which adds a cache-control that asks for the whole file
    const headers = { 'if-none-match': etag ?? '', 'accept-encoding': 'br' };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpGet(`${address}/assets/app-B4s3H4sh.js`, { headers }, resolve).on('error', reject);
    });
    answer.resume();
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([304, YEAR]);
  });
});

test.each(['/boot.js', '/brand/logo.svg'])('%s, whose name stays, is kept for an hour', async (path) => {
  expect((await get(path)).headers.get('cache-control')).toBe('public, max-age=3600');
});

test.each(['/', '/invoices', '/bill/x'])('the page %s is always revalidated', async (path) => {
  expect((await get(path)).headers.get('cache-control')).toBe('no-cache');
});

test('an unknown asset is not answered with a page, and not kept', async () => {
  const answer = await get('/assets/app-0ld.js');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each(['/favicon.ico', '/apple-touch-icon.png', '/wp-login.php', '/assets/none.js'])(
  '%s, which is not there, is not answered with the page',
  async (path) => {
    const image = await get(path, { accept: 'image/avif,image/webp,*/*;q=0.8' });
    expect([image.status, image.headers.get('content-type')]).toEqual([404, expect.not.stringContaining('html')]);
  },
);
