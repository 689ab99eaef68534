import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterFile } from '../../../test/after-file';
import { noServerRendering } from '../../../test/parts/no-server-rendering';
import { securityHeaders } from '../security-headers';
import { mountWebApp } from '../web-app';

const SHOP = 'https://shop.example';
const FILES = { 'index.html': '<title>App</title>', 'pay.html': '<title>Pay</title>', 'embed/v1.js': 'void 1;' };
let server: FastifyInstance;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablegate-embed-'));
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  server = Fastify();
  const publicUrl = 'https://pay.example';
  const headers = securityHeaders({ secureCookies: true, publicUrl });
  server.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
  await mountWebApp(server, {
    folder,
    publicUrl,
    mode: 'production',
    supportEmail: 'help@example.com',
    canMail: true,
    businessTimeZone: '',
    walletConnectProjectId: undefined,
    canServerRender: async () => true,
    embed: { originsOf: async (page, id) => (id === `a-${page}` ? [SHOP, 'http://localhost:5000'] : []) },
    drawing: noServerRendering,
  });
  afterFile(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

const get = (url: string) => server.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
const framesOf = async (url: string) => {
  const { headers } = await get(url);
  const policy = String(headers['content-security-policy']);
  return [/frame-ancestors ([^;]+)/.exec(policy)?.[1], headers['x-frame-options'] ?? null];
};
const asking = (origin: string) => `?origin=${encodeURIComponent(origin)}`;

describe('a page for shops', () => {
  test.each(['bill', 'pay'])('%s is framed by the website that it names, where the store allows it, and by no other', async (page) => {
    expect(await framesOf(`/embed/${page}/a-${page}${asking(SHOP)}`)).toEqual([SHOP, null]);
    expect(await framesOf(`/embed/${page}/a-${page}${asking('http://localhost:5000')}`)).toEqual(['http://localhost:5000', null]);
  });

  test('is framed by our own screens, which show merchants their button', async () => {
    expect(await framesOf(`/embed/pay/a-pay${asking('https://pay.example')}`)).toEqual(['https://pay.example', null]);
  });

  test.each([
    ['another website', `/embed/bill/a-bill${asking('https://evil.example')}`],
    ['a part of an allowed one', `/embed/bill/a-bill${asking('https://shop.exampl')}`],
    ['any website', `/embed/bill/a-bill${asking('*')}`],
    ['two websites', `/embed/bill/a-bill${asking(SHOP)}&origin=${encodeURIComponent('https://evil.example')}`],
    ['nobody', '/embed/bill/a-bill'],
    ['a website, for an unknown invoice', `/embed/bill/unknown${asking(SHOP)}`],
  ])('cannot be framed when it names %s', async (_name, url) => {
    expect(await framesOf(url)).toEqual(["'none'", 'DENY']);
  });

  test('is not stored: the next visit follows the settings of then', async () => {
    const { headers, body } = await get(`/embed/pay/a-pay${asking(SHOP)}`);
    expect([headers['cache-control'], headers['cross-origin-resource-policy'], body]).toEqual([
      'no-store',
      'cross-origin',
      FILES['index.html'],
    ]);
  });
});

test.each(['/bill/a-bill', '/pay/a-pay', '/embed/other', '/login', '/'])('%s stays unframable', async (path) => {
  expect(await framesOf(`${path}${asking(SHOP)}&embed=1`)).toEqual(["'none'", 'DENY']);
});

test('the script of the button may be loaded by every website, and is kept for an hour', async () => {
  const { headers, statusCode } = await get('/embed/v1.js');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    'content-type': expect.stringContaining('javascript'),
    'x-content-type-options': 'nosniff',
  });
});
