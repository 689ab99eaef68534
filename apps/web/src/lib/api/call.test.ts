import { accountsApi, defineRoute, merchantApi, translationsApi } from '@stablegate/contract';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError, isNetworkError } from './api-error';
import { createCall, encoded, pathOf } from './call';

type Sent = { url: string; init: RequestInit };

function callWith(answer: () => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const onNotSignedIn = vi.fn();
  const onServerTime = vi.fn();
  const call = createCall({
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      return await answer();
    },
    language: () => 'vi',
    onNotSignedIn,
    onServerTime,
  });
  return { call, sent, onNotSignedIn, onServerTime };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (code: string, status: number, more: object = {}) =>
  json({ status: 'error', code, message: `the text of ${code}`, requestId: 'req_8fK2', ...more }, status);

test.each([
  ['an error in a good answer', { status: 'error', code: 'not_found', message: 'Nothing here' }, 'not_found', 'Nothing here'],
  ['an error without a message', { status: 'error' }, 'unknown', ''],
  ['data beside a refusal', { status: 'fail', data: { languages: [] } }, 'unknown', ''],
])('%s is a refusal, and no failure of the network', async (_what, body, code, message) => {
  const { call } = callWith(() => json(body));
  await expect(call(translationsApi.languages)).rejects.toMatchObject({ name: 'ApiError', code, message });
});

test.each([{ status: 'success', data: [] }, { status: 'waiting', transId: 'a' }, { data: [], languages: [] }, []])(
  '%j is an answer',
  async (body) => {
    const { call } = callWith(() => json(body));
    expect(await call(translationsApi.languages)).toEqual(body);
  },
);

describe('what is sent', () => {
  test('a form route is form-encoded, with the cookies of this site', async () => {
    const { call, sent } = callWith(() => json({ message: 'ok' }));
    await call(accountsApi.login, { body: { username: 'linh mai', password: 'a&b=c', remember: true } });
    expect(sent[0]?.url).toBe('/api/v1/auth/login');
    expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'same-origin' });
    const body = sent[0]?.init.body;
    expect(body).toBeInstanceOf(URLSearchParams);
    expect(String(body)).toBe('username=linh+mai&password=a%26b%3Dc&remember=true');
    expect(new Headers(sent[0]?.init.headers).has('content-type')).toBe(false);
    expect(new Headers(sent[0]?.init.headers).get('x-language')).toBe('vi');
  });

  test('every other body is JSON', async () => {
    const { call, sent } = callWith(() => json({ added: 1 }));
    await call(translationsApi.addMissing, { body: ['A sentence. With a dot: and more'] });
    expect(sent[0]?.init.body).toBe('["A sentence. With a dot: and more"]');
    expect(new Headers(sent[0]?.init.headers).get('content-type')).toBe('application/json');
  });

  test("a call with an API key is sent like that of a merchant's server: without the session", async () => {
    const { call, sent } = callWith(() => json({ status: 'success', msg: '', data: {} }));
    await call(merchantApi.create, { body: { name: 'Tea', amount: '5', request_id: 'r1' }, apiKey: 'sk_own' });
    expect(sent[0]?.init.credentials).toBe('omit');
    expect(new Headers(sent[0]?.init.headers).get('x-api-key')).toBe('sk_own');
  });

  test('a path parameter cannot change the path', () => {
    expect(pathOf('/user/{id}/profile', { id: '../admin?x=1' })).toBe('/user/..%2Fadmin%3Fx%3D1/profile');
    expect(() => pathOf('/user/{id}', {})).toThrow('needs id');
  });

  test('empty filter values are left out', () => {
    expect(encoded({ name: '', status: 'SUCCESS', page: 0, from: undefined, tags: ['a', 'b'] }).toString()).toBe(
      'status=SUCCESS&page=0&tags=a&tags=b',
    );
  });
});

describe('what comes back', () => {
  test('every answer, a refusal too, tells the business time', async () => {
    const at = '2026-03-01T00:00:00.000Z';
    const { call, onServerTime } = callWith(() => new Response('{}', { status: 500, headers: { 'x-server-time': at } }));
    await expect(call(accountsApi.session)).rejects.toBeInstanceOf(ApiError);
    expect(onServerTime).toHaveBeenCalledWith(at);
  });

  test('a reply has the type of its route', async () => {
    const { call } = callWith(() =>
      json({ username: 'linhmai', emailVerified: true, roles: [], balance: 1, available: 1, createDate: '' }),
    );
    const user = await call(accountsApi.user, { params: { id: 'usr_1' } });
    expectTypeOf(user.balance).toEqualTypeOf<number>();
    expect(user.username).toBe('linhmai');
  });

  test('204 returns undefined', async () => {
    const route = defineRoute({
      method: 'DELETE',
      path: '/store/{id}',
      summary: '',
      tag: 'Sandbox',
      access: 'verified',
      team: 'secrets',
      audit: 'store.deleted',
      params: z.object({ id: z.string() }),
      reply: { 204: z.undefined() },
    });
    const { call } = callWith(() => new Response(null, { status: 204 }));
    await expect(call(route, { params: { id: 's1' } })).resolves.toBeUndefined();
  });

  test('an error has code, message, status, request id and the fields it is about', async () => {
    const errors = [{ path: 'email', message: 'Please enter a valid email' }];
    const { call } = callWith(() => refusal('invalid_value', 422, { errors }));
    const error = await call(accountsApi.logout).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'invalid_value',
      message: 'the text of invalid_value',
      status: 422,
      requestId: 'req_8fK2',
      fieldErrors: errors,
    });
    expect(isNetworkError(error)).toBe(false);
  });

  test("an error's Retry-After is read", async () => {
    const headers = { 'retry-after': '42' };
    const { call } = callWith(() => new Response(JSON.stringify({ code: 'rate_limited', message: 'slow down' }), { status: 429, headers }));
    await expect(call(accountsApi.session)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 42 });
  });

  test.each([
    ['the line is dead', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy answers with its own page', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['a good answer is torn', () => new Response('{"message":', { status: 200 })],
  ])('when %s it counts as a network error', async (_name, answer) => {
    const { call } = callWith(answer);
    const error = await call(accountsApi.session).catch((reason: unknown) => reason);
    expect(isNetworkError(error)).toBe(true);
  });

  test('an aborted call is no network error', async () => {
    const stop = new AbortController();
    const { call } = callWith(() => {
      stop.abort();
      return Promise.reject(new DOMException('stopped', 'AbortError'));
    });
    const error = await call(accountsApi.session, { signal: stop.signal }).catch((reason: unknown) => reason);
    expect(isNetworkError(error)).toBe(false);
    expect(error).toHaveProperty('name', 'AbortError');
  });
});

describe('a session that is over', () => {
  test('is reported when a call is refused as not signed in', async () => {
    const { call, onNotSignedIn } = callWith(() => refusal('not_signed_in', 401));
    await expect(call(accountsApi.user, { params: { id: 'usr_1' } })).rejects.toMatchObject({ status: 401 });
    expect(onNotSignedIn).toHaveBeenCalledOnce();
  });

  test.each(['invalid_credentials', 'no_pending_login', 'invalid_code'])('is not told for %s, which is a 401 too', async (code) => {
    const { call, onNotSignedIn } = callWith(() => refusal(code, 401));
    await expect(call(accountsApi.login, { body: { username: 'linhmai', password: 'x' } })).rejects.toMatchObject({ code });
    expect(onNotSignedIn).not.toHaveBeenCalled();
  });
});
