import { connect } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { CALLBACK_EVENT_TYPES, type FieldError } from '@stablegate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app';
import { startTcpRelay } from '../../test/parts/tcp-relay';
import { securityHeaders } from './security-headers';

let app: TestApp;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
beforeAll(async () => {
  app = await startTestApp();
});

test('our own screens learn the business time with every answer, others do not', async () => {
  const ask = (headers: Record<string, string>) => app.server.inject({ method: 'GET', url: '/api/v1/auth', headers });
  const told = String((await ask({ 'x-language': 'vi' })).headers['x-server-time']);
  expect(Math.abs(Date.parse(told) - app.platform.clocks.business.now().getTime())).toBeLessThan(60_000);
  expect((await ask({})).headers).not.toHaveProperty('x-server-time');
});

describe('bad input gets a clear error', () => {
  test.each([
    ['an unknown call', { method: 'GET', url: '/api/v1/nope' }, 404, 'not_found'],
    [
      'malformed JSON',
      { method: 'POST', url: '/api/v1/auth/signup', headers: { 'content-type': 'application/json' }, payload: '{bad' },
      400,
      'malformed_json',
    ],
    [
      'a wrong content type',
      { method: 'POST', url: '/api/v1/auth/signup', headers: { 'content-type': 'text/plain' }, payload: 'x' },
      415,
      'unsupported_media_type',
    ],
    [
      'a form where JSON is expected',
      { method: 'POST', url: '/api/v1/auth/signup', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' },
      415,
      'unsupported_media_type',
    ],
    [
      'an over-large body',
      {
        method: 'POST',
        url: '/api/v1/auth/signup',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ x: 'a'.repeat(70_000) }),
      },
      413,
      'body_too_large',
    ],
    ['an address that cannot be decoded', { method: 'GET', url: '/api/v1/store/%FF' }, 400, 'malformed_request'],
    [
      'bytes that are no UTF-8',
      {
        method: 'POST',
        url: '/api/v1/auth/signup',
        headers: { 'content-type': 'application/json' },
        payload: Buffer.concat([Buffer.from('{"username":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
      },
      400,
      'malformed_request',
    ],
    [
      'bytes of a form that are no UTF-8',
      { method: 'POST', url: '/api/v1/auth/login', headers: FORM, payload: Buffer.from('username=a\xff&password=b', 'latin1') },
      400,
      'malformed_request',
    ],
    [
      'encoded bytes of a form that are no UTF-8',
      { method: 'POST', url: '/api/v1/auth/login', headers: FORM, payload: 'username=a%C3%28&password=b' },
      400,
      'malformed_request',
    ],
    ['encoded bytes of a query that are no UTF-8', { method: 'GET', url: '/api/v1/auth/translations?lang=%FF' }, 400, 'malformed_request'],
    [
      'a form with a lone percent sign',
      { method: 'POST', url: '/api/v1/auth/login', headers: FORM, payload: 'username=100%&password=é%' },
      401,
      'invalid_credentials',
    ],
    ['no body at all', { method: 'POST', url: '/api/v1/auth/signup' }, 422, 'invalid_value'],
  ] as const)('%s', async (_name, request, status, code) => {
    const answer = await app.server.inject({ ...request });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ status: 'error', code, message: expect.any(String), requestId: expect.any(String) });
    expect(answer.headers['x-request-id']).toBe(answer.json().requestId);
  });
});

test('the message and the list of errors are readable, where a rule has no sentence of its own', async () => {
  const missing = await app.browser().post('/auth/signup', {});
  expect(missing.json()).toMatchObject({
    message: 'Some values are not valid. Please check them.',
    errors: [{ path: 'username', message: 'This value is missing.' }, {}, {}],
  });
  const wrongType = await app.browser().post('/auth/forgot-password', { email: 5 });
  expect(wrongType.json()).toMatchObject({ errors: [{ path: 'email', message: 'This must be of type string, not number.' }] });
  const tooShort = await app.browser().get('/auth/translations?lang=x');
  expect(tooShort.json()).toMatchObject({ errors: [{ path: 'lang', message: 'This must have at least 2 characters.' }] });
  const noKeys = await app.browser().post('/auth/translations/add-missing', ['', '  ']);
  expect(noKeys.json().errors.map(({ path, message }: FieldError) => `${path}: ${message}`)).toEqual([
    '0: Please leave out empty keys.',
    '0: This must not be empty.',
    '1: Please leave out empty keys.',
  ]);
});

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])('a call without a body may name %s', async (type) => {
  const headers = { 'content-type': type, 'content-length': '0' };
  expect((await app.server.inject({ method: 'POST', url: '/api/v1/auth/logout', headers })).statusCode).toBe(200);
  expect((await app.server.inject({ method: 'GET', url: '/api/v1/auth', headers })).statusCode).toBe(200);
  expect((await app.server.inject({ method: 'DELETE', url: '/api/v1/store/x', headers })).statusCode).toBe(401);
  const signUp = await app.server.inject({ method: 'POST', url: '/api/v1/auth/signup', headers });
  expect([signUp.statusCode, signUp.json().code]).toEqual([422, 'invalid_value']);
});

test('fields that a call does not have change nothing: nobody signs up as an admin with a balance', async () => {
  const fields = { username: 'ambitious', email: 'ambitious@example.com', password: 'Blue-Kettle-42' };
  const more = {
    role: 'ADMIN',
    roles: ['ADMIN'],
    isAdmin: true,
    emailVerified: true,
    email_verified_at: '2026-01-01',
    balance: 1_000_000,
    id: 'usr_mine',
  };
  const browser = app.browser();
  expect((await browser.post('/auth/signup', { ...more, ...fields })).statusCode).toBe(201);
  expect((await browser.form('/auth/login', { ...fields, role: 'ADMIN' })).statusCode).toBe(200);
  const { userId, ...session } = (await browser.get('/auth')).json();
  expect(session).toMatchObject({ isAdmin: false, emailVerified: false });
  expect(userId).not.toBe('usr_mine');
  expect((await browser.get(`/user/${userId}`)).json()).toMatchObject({ roles: [{ authority: 'USER' }], balance: 0 });
});

test('when the database goes away nobody is let in: every call that needs it answers 503', async () => {
  const database = new URL(app.databaseUrl);
  const relay = await startTcpRelay({ host: database.hostname, port: Number.parseInt(database.port, 10) });
  database.host = `127.0.0.1:${relay.port}`;
  const own = await startTestApp({ env: { DATABASE_URL: database.href } });
  const browser = own.browser();
  const fields = { username: 'stranded1', email: 'stranded1@example.com', password: 'Blue-Kettle-42' };
  await browser.post('/auth/signup', fields);
  expect((await browser.form('/auth/login', fields)).statusCode).toBe(200);
  relay.pullCable();
  const calls = [browser.form('/auth/login', fields), browser.get('/store'), browser.get('/auth/sessions'), browser.get('/admin/users')];
  for (const answer of await Promise.all(calls)) expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
  const withKey = await own.server.inject({ url: '/api/v1/payment/invoices', headers: { 'x-api-key': `sk_${'a'.repeat(32)}` } });
  expect(withKey.statusCode).toBe(503);
  relay.plugIn();
  relay.drop(); // the dead connections
}, 120_000);

describe('a slow sender', () => {
  const answerTo = (port: number, opening: string): Promise<string> =>
    new Promise((resolve) => {
      let read = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(opening));
      const trickle = setInterval(() => socket.write('a'), 500); // never silent, so only a limit on the whole request ends it
      socket.on('data', (chunk) => {
        read += chunk.toString();
      });
      socket.on('error', () => undefined); // reset while we still write
      socket.on('close', () => {
        clearInterval(trickle);
        resolve(read);
      });
    });
  const host = 'Host: localhost\r\nContent-Type: application/json\r\n';

  // 15 to 20 seconds of waiting each: side by side.
  test.concurrent.each([
    ['body', `POST /api/v1/auth/signup HTTP/1.1\r\n${host}Content-Length: 60000\r\n\r\n{"username":"`],
    ['head', `POST /api/v1/auth/signup HTTP/1.1\r\n${host}X-Slow: `],
  ])(
    'of a %s is cut off with 408 after 15 seconds, not after the minute that Node takes by default',
    async (_part, opening) => {
      const { port } = new URL(await app.server.listen({ host: '127.0.0.1', port: 0 }).catch(() => app.server.listeningOrigin));
      const began = performance.now();
      const [head = '', body = ''] = (await answerTo(Number(port), opening)).split('\r\n\r\n');
      expect(performance.now() - began).toBeGreaterThan(14_000);
      expect(performance.now() - began).toBeLessThan(45_000);
      expect(head).toContain('HTTP/1.1 408 ');
      expect(JSON.parse(body)).toMatchObject({ status: 'error', code: 'request_timeout', message: expect.any(String) });
    },
    90_000,
  );
});

describe('cross-site calls', () => {
  const signUp = (headers: Record<string, string>) => app.browser().post('/auth/signup', {}, headers);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  const own: Record<string, string>[] = [
    {},
    { origin: 'http://localhost:0' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ];
  test.each(foreign)('%o is refused', async (headers) => {
    expect((await signUp(headers)).json()).toMatchObject({ code: 'foreign_origin' });
  });
  test.each(own)('%o passes', async (headers) => {
    expect((await signUp(headers)).statusCode).toBe(422);
  });
});

describe('headers of every response', () => {
  test('scripts are same-origin only, framing is forbidden, and API responses are not stored', async () => {
    const answer = await app.browser().get('/auth');
    const policy = String(answer.headers['content-security-policy']);
    for (const rule of ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  test('in production they ask for https for a year, and isolate the window', () => {
    const headers = securityHeaders({ secureCookies: true, publicUrl: 'https://pay.example' });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
  });

  test('the OpenAPI document is valid and names every call', async () => {
    const document = (await app.server.inject({ url: '/api/v1/openapi.json' })).json();
    const { valid, errors } = await new Validator().validate(document);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/auth/login', '/auth/signup', '/user/{id}', '/auth/translations']),
    );
    // Committed, so that a review sees what changes for integrators: `npm run docs` writes it.
    const published = { ...document, servers: [{ url: '/api/v1' }] };
    await expect(`${JSON.stringify(published, null, 1)}\n`).toMatchFileSnapshot('../../../../docs/openapi.json');
  });

  test('the merchant document has the calls of a key alone, with named schemas and the callbacks', async () => {
    const document = (await app.server.inject({ url: '/api/v1/openapi-merchant.json' })).json();
    const { valid, errors } = await new Validator().validate(document);
    expect([valid, errors ?? []]).toEqual([true, []]);
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/payment/'))).toEqual([]);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['CallbackEvent', 'CreatedInvoice', 'Error', 'MerchantInvoice', 'NewInvoiceInput', 'SpecifiedCallback']),
    );
    expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey']);
    expect(Object.keys(document.webhooks)).toEqual(['callback', ...CALLBACK_EVENT_TYPES]);
    expect(document.webhooks['invoice.completed'].post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/CallbackEvent',
    });
  });

  test('the OpenAPI document suits programs in other languages', async () => {
    const { body } = await app.server.inject({ url: '/api/v1/openapi.json' });
    const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, { responses: unknown }>> };
    expect(body.match(/"pattern":"[^"]*\\\\(?:0|p\{)[^"]*"/g) ?? []).toEqual([]);
    const answers = JSON.stringify(Object.values(paths).flatMap((calls) => Object.values(calls).map(({ responses }) => responses)));
    expect(answers).not.toContain('"additionalProperties":false'); // an added field must not break a strict client
  });

  test('metrics are for this machine or for the token', async () => {
    await app.browser().get('/auth');
    const local = await app.server.inject({ url: '/metrics' });
    expect(local.body).toContain('stablegate_http_requests_total{method="GET",route="/api/v1/auth",status="200"}');
    expect(local.body).toContain('stablegate_http_request_duration_seconds_bucket');
    expect((await app.server.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(403);
  });

  test('a refused call names where its code is explained', async () => {
    const { headers } = await app.server.inject({ url: '/api/v1/payment/invoices' });
    expect(headers.link).toBe('</docs/errors#invalid_api_key>; rel="help"');
  });

  test('security.txt names a contact, and expires', async () => {
    const answer = await app.server.inject({ url: '/.well-known/security.txt' });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toMatch(/^Contact: mailto:\S+@\S+$/m);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(answer.body) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
  });

  test('health and readiness', async () => {
    expect((await app.server.inject({ url: '/health' })).json()).toEqual({ status: 'ok' });
    expect((await app.server.inject({ url: '/ready' })).json()).toMatchObject({ status: 'ready', database: 'ok' });
  });
});
