import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { eventOf, signCallback, verifyCallback } from './callbacks';
import { createClient, payableFor, StablegateError } from './index';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({
  request_id: 'order-1',
  merchant_id: 'M1',
  api_key: 'sk_x',
  amount: '10.000000',
  status: 'completed',
  trans_id: 't',
});
const now = new Date('2026-01-01T00:00:00Z');
const timestamp = String(now.getTime() / 1000);
const headers = {
  'Webhook-Id': 'msg_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': signCallback(secret, 'msg_1', timestamp, body),
};

describe('verifying a callback', () => {
  test('agrees with the published vector of the Standard Webhooks convention', () => {
    expect(
      signCallback('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}'),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('a genuine one passes, also beside the signature of an older secret', () => {
    expect(verifyCallback({ headers, body, secret, now, merchantId: 'M1', apiKey: 'sk_x' })).toMatchObject({ ok: true, id: 'msg_1' });
    const both = { ...headers, 'webhook-signature': `v1,b2xk ${headers['webhook-signature']}` };
    expect(verifyCallback({ headers: both, body, secret, now })).toMatchObject({ ok: true });
  });

  test.each([
    ['a changed body', { body: body.replace('10.0', '99.0') }, 'bad_signature'],
    ['another secret', { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }, 'bad_signature'],
    ['a replay after five minutes', { now: new Date(now.getTime() + 301_000) }, 'old_timestamp'],
    ['no headers', { headers: {} }, 'missing_header'],
    ['another merchant', { merchantId: 'M2' }, 'wrong_credentials'],
    ['another key', { apiKey: 'sk_y' }, 'wrong_credentials'],
  ])('%s does not', (_name, change, fault) => {
    expect(verifyCallback({ headers, body, secret, now, ...change })).toEqual({ ok: false, fault });
  });
});

test('a refusal arrives as its code, with the fields it names', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        status: 'error',
        code: 'invalid_value',
        message: 'No',
        requestId: 'r1',
        errors: [{ path: 'amount', message: 'No' }],
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createClient({ apiKey: 'sk_x', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const error = await client.createInvoice({ name: 'n', amount: 'x', request_id: 'r' }).catch((thrown: unknown) => thrown);
  server.close();
  expect(error).toBeInstanceOf(StablegateError);
  expect(error).toMatchObject({ code: 'invalid_value', httpStatus: 422, requestId: 'r1', errors: [{ path: 'amount' }] });
});

test('the payable amount is known beforehand, and undefined for an amount that would be refused', () => {
  expect(['100', '25.5', '0.0001', '0', '1e3'].map(payableFor)).toEqual(['100.5000', '25.6275', '0.0002', undefined, undefined]);
});

test('a list goes on to the next page, with the same filter, as it is read', async () => {
  const asked: string[] = [];
  const pages = [
    { data: [{ trans_id: 'c' }, { trans_id: 'b' }], next_cursor: 'inv_b' },
    { data: [{ trans_id: 'a' }], next_cursor: null },
  ];
  const send: typeof fetch = async (input) => {
    asked.push(new URL(String(input)).search);
    return Response.json(pages[asked.length - 1]);
  };
  const client = createClient({ apiKey: 'sk_x', baseUrl: 'https://pay.example', fetch: send });
  const found: string[] = [];
  for await (const { trans_id } of client.listInvoices({ status: 'completed' })) found.push(trans_id);
  expect(found).toEqual(['c', 'b', 'a']);
  expect(asked).toEqual(['?status=completed', '?status=completed&cursor=inv_b']);
});

test('events are listed page by page, and a callback of version 2 is told from the specified one', async () => {
  const asked: string[] = [];
  const pages = [
    { data: [{ id: 'evt_2' }], next_cursor: '7' },
    { data: [], next_cursor: null },
  ];
  const send: typeof fetch = async (input) => {
    asked.push(`${new URL(String(input)).pathname}${new URL(String(input)).search}`);
    return Response.json(pages[asked.length - 1]);
  };
  const client = createClient({ apiKey: 'sk_x', baseUrl: 'https://pay.example', fetch: send });
  const found: string[] = [];
  for await (const { id } of client.listEvents({ type: 'invoice.completed', since: now })) found.push(id);
  expect(found).toEqual(['evt_2']);
  expect(asked).toEqual([
    '/api/v1/payment/events?type=invoice.completed&since=2026-01-01T00%3A00%3A00.000Z',
    '/api/v1/payment/events?type=invoice.completed&since=2026-01-01T00%3A00%3A00.000Z&cursor=7',
  ]);
  expect(eventOf({ type: 'invoice.seen', version: '2' })?.type).toBe('invoice.seen');
  expect(eventOf(JSON.parse(body))).toBeUndefined();
});
