import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as contract from '@stablegate/contract';
import { API_BASE, type RouteSpec } from '@stablegate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../test/app';
import { type Merchant, newMerchant, newStore } from '../../test/stores';

let app: TestApp;
let merchant: Merchant;
beforeAll(async () => {
  app = await startTestApp();
  merchant = await newMerchant(app, 'packed_1');
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await newStore(merchant, `Tea house number ${n}`);
});

const get = (path: string, headers: Record<string, string>) =>
  merchant.send({ method: 'GET', url: path.startsWith('/api') ? path : API_BASE + path, headers });

describe('answers of the API', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
  ] as const)('%s, where the caller accepts it', async (encoding, accepted, unpack) => {
    for (const path of ['/auth/translations?lang=vi', '/openapi.json']) {
      const plain = await get(path, {});
      const packed = await get(path, { 'accept-encoding': accepted });
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
      expect(plain.rawPayload.length / packed.rawPayload.length).toBeGreaterThan(3);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.vary).toBe('accept-encoding');
    }
  });

  test('a compressed text is revalidated by its weak tag', async () => {
    const { headers } = await get('/auth/translations?lang=vi', { 'accept-encoding': 'br' });
    expect(headers.etag).toMatch(/^W\/"/);
    const again = await get('/auth/translations?lang=vi', { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('a short one is not worth it', async () => {
    const answer = await get('/auth', { 'accept-encoding': 'br' });
    expect(answer.body.length).toBeLessThan(1_024);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test('an export stays a stream', async () => {
    const answer = await get('/transaction-logs/export?format=csv', { 'accept-encoding': 'br' });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
  });
});

describe('length tells nothing about a secret', () => {
  test('API keys beside names that a caller chose are not compressed', async () => {
    const answer = await get('/store', { 'accept-encoding': 'br, gzip' });
    expect(answer.body.length).toBeGreaterThan(1_024);
    expect(answer.json()).toHaveLength(8);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test('nor is what the page of another site requests', async () => {
    const answer = await get('/auth/translations?lang=vi', { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  /** From the contract, so that no new reply is missed. */
  const SECRET = /"(\w*(secret|apiKey|recoveryCode|password|token|qrUrl)\w*)":/i;
  const isRoute = (value: unknown): value is RouteSpec =>
    typeof value === 'object' && value !== null && 'method' in value && 'reply' in value;
  const routes = Object.entries(contract).flatMap(([name, value]) =>
    name.endsWith('Api') && typeof value === 'object' ? Object.values(value as Record<string, unknown>).filter(isRoute) : [],
  );
  const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;
  const holdsSecret = ({ reply }: RouteSpec): boolean =>
    Object.values(reply).some((each) => SECRET.test(JSON.stringify(z.toJSONSchema(each, { io: 'output', unrepresentable: 'any' }))));

  test('every reply with a secret is marked as such', () => {
    const marked = routes.filter(({ secret }) => secret === true).map(nameOf);
    expect(marked).toContain('GET /store');
    expect(routes.filter(holdsSecret).map(nameOf)).toEqual(marked);
  });
});
