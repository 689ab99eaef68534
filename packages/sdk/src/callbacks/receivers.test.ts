import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import type { OnCallback } from './answer';
import { stablegateCallback as forExpress } from './express';
import { stablegateCallback as forFastify } from './fastify';
import { stablegateCallback as forHono } from './hono';
import { stablegateCallback as forNext } from './next';
import { signCallback, verifyCallback } from './verify-callback';
import { verifyRequest } from './verify-request';

/** Nothing, or so little that it can be guessed. */
const NO_SECRETS = [undefined, '', '   ', 'whsec_', 'undefined', 'whsec_c2hvcnQ=', `whsec_${Buffer.alloc(23, 7).toString('base64')}`];
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ request_id: 'đơn-1', merchant_id: 'M1', amount: '10.000000', status: 'completed', trans_id: 't' });
const stampOf = (text: string, seconds = Math.floor(Date.now() / 1000)) => ({
  'content-type': 'application/json',
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(seconds),
  'webhook-signature': signCallback(secret, 'msg_1', String(seconds), text),
});

type Send = (headers: Record<string, string>, text: string) => Promise<{ status: number; text: string }>;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function over(server: Server): Promise<Send> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return async (headers, text) => {
    const response = await fetch(url, { method: 'POST', headers, body: text });
    return { status: response.status, text: await response.text() };
  };
}

const viaRequest =
  (handle: (request: Request) => Response | Promise<Response>): Send =>
  async (headers, text) => {
    const response = await handle(new Request('http://shop.example/callback', { method: 'POST', headers, body: text }));
    return { status: response.status, text: await response.text() };
  };

/** The real frameworks; a Next route handler is a function from Request to Response, and is called as one. */
const RECEIVERS: Record<string, (onCallback: OnCallback) => Promise<Send>> = {
  Express: async (onCallback) => {
    const app = express();
    app.post('/callback', forExpress({ secret }, onCallback));
    app.use(express.json());
    return over(createServer(app));
  },
  Fastify: async (onCallback) => {
    const app = Fastify();
    await app.register(forFastify, { secret, onCallback });
    await app.ready();
    closing.push(() => app.close());
    return over(app.server);
  },
  Hono: async (onCallback) => {
    const app = new Hono();
    app.post('/callback', forHono({ secret }, onCallback));
    return viaRequest((request) => app.fetch(request));
  },
  Next: async (onCallback) => viaRequest(forNext({ secret }, onCallback)),
};

describe.each(Object.entries(RECEIVERS))('%s', (_name, start) => {
  const received: string[] = [];
  const remember: OnCallback = (callback, id) => received.push(`${id} ${callback.request_id}`);
  afterEach(() => received.splice(0));

  test('hands over a genuine callback and answers as the gateway expects', async () => {
    const send = await start(remember);
    const { status, text } = await send(stampOf(body), body);
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'success', message: 'Received' }]);
    expect(received).toEqual(['msg_1 đơn-1']);
  });

  test.each([
    ['a changed body', stampOf(body), body.replace('10.0', '99.0'), 'bad_signature'],
    ['a replay', stampOf(body, 1_700_000_000), body, 'old_timestamp'],
    ['no signature', { 'content-type': 'application/json' }, body, 'missing_header'],
    // As long in characters as a genuine one, longer in bytes.
    ['a signature beyond ASCII', { ...stampOf(body), 'webhook-signature': `v1,${'é'.repeat(44)}` }, body, 'bad_signature'],
    ['a body of 100 KB', stampOf(body), body.padEnd(100_000), undefined],
  ])('F34: refuses %s without calling the shop', async (_what, headers, text, fault) => {
    const send = await start(remember);
    const answer = await send(headers, text);
    expect(answer.status).toBe(fault === undefined && answer.status === 413 ? 413 : 401); // Fastify says itself that it is too large
    if (fault !== undefined) expect(JSON.parse(answer.text)).toEqual({ status: 'error', message: fault });
    expect(received).toEqual([]);
  });

  test('is tried again when the shop fails', async () => {
    const send = await start(async () => {
      await sleep(1);
      throw new Error('The database is away.');
    });
    const failed = await send(stampOf(body), body).then(
      ({ status }) => status >= 500,
      () => true, // Next turns what a route handler throws into a 500 itself
    );
    expect(failed).toBe(true);
  });
});

test('Express: a body that was parsed before is an error that says what to do, not a bad signature', async () => {
  const app = express();
  const faults: string[] = [];
  app.use(express.json());
  app.post(
    '/callback',
    forExpress({ secret }, () => undefined),
  );
  app.use((error: Error, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    faults.push(error.message);
    response.status(500).end();
  });
  const send = await over(createServer(app));
  expect((await send(stampOf(body), body)).status).toBe(500);
  expect(faults).toEqual([expect.stringContaining('before app.use(express.json())')]);
});

test.each([['raw', express.raw({ type: '*/*' })] as const, ['text', express.text({ type: '*/*' })] as const])(
  'Express: express.%s keeps the bytes',
  async (_name, parser) => {
    const app = express();
    app.use(parser);
    app.post(
      '/callback',
      forExpress({ secret }, () => undefined),
    );
    expect((await (await over(createServer(app)))(stampOf(body), body)).status).toBe(200);
  },
);

describe.each(NO_SECRETS)('F34: with the secret %j nothing is accepted, not even what the empty key signs', (missing) => {
  const seconds = String(Math.floor(Date.now() / 1000));
  const forged = {
    ...stampOf(body),
    'webhook-signature': `v1,${createHmac('sha256', '').update(`msg_1.${seconds}.${body}`).digest('base64')}`,
  };
  const never: OnCallback = () => {
    throw new Error('the shop was called');
  };
  const REFUSAL = /callback secret is missing/;

  test('the frameworks refuse to start', async () => {
    expect(() => forExpress({ secret: missing }, never)).toThrow(REFUSAL);
    expect(() => forHono({ secret: missing }, never)).toThrow(REFUSAL);
    expect(() => forNext({ secret: missing }, never)).toThrow(REFUSAL);
    const app = Fastify();
    await expect(app.register(forFastify, { secret: missing, onCallback: never })).rejects.toThrow(REFUSAL);
  });

  test('so do the functions', async () => {
    expect(() => verifyCallback({ headers: forged, body, secret: missing })).toThrow(REFUSAL);
    const request = new Request('http://shop.example/callback', { method: 'POST', headers: forged, body });
    await expect(verifyRequest(request, { secret: missing })).rejects.toThrow(REFUSAL);
  });
});
