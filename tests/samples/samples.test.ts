import { createHmac } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Store, StoreDetails } from '@stablegate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { startTestApp, type TestApp } from '../../apps/server/test/app';
import { addWallet, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../apps/server/test/stores';
import { signCallback } from '../../packages/sdk/src/callbacks';
import { isHere, RUNTIMES, type Runtime, readSample, runToEnd, withReceiver, withSample } from './runtimes';

/** Every sample of the /api page is run as shown, against a real gateway. Where a runtime is missing, its fields are compared. */
let app: TestApp;
let merchant: Merchant;
let store: StoreDetails['store'];
let origin: string;

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, roles: ['api', 'worker'] });
  origin = `http://localhost:${(app.server.server.address() as AddressInfo).port}`;
  merchant = await newMerchant(app, 'sampler');
  const { id }: Store = await newStore(merchant);
  await addWallet(merchant, id, 'BEP20', evmAddress(1));
  store = (await merchant.get(`/store/${id}`)).json<StoreDetails>().store;
});

const UNPAID = { request_id: 'order-1', amount: '48.000000', status: 'expired', from_address: null, trans_id: 't', trans_hash: null };

const here = RUNTIMES.filter(isHere);
const absent = RUNTIMES.filter((runtime) => !here.includes(runtime));
const receivers = here.filter(({ language }) => language !== 'curl'); // the curl sample plays the sender

const ours = () => ({
  whsec_your_callback_secret: store.callbackSecret,
  your_merchant_id: store.merchantId,
  sk_your_api_key: store.apiKey,
});
const runtimeOf = (language: string): Runtime => {
  const found = RUNTIMES.find((runtime) => runtime.language === language);
  if (found === undefined) throw new Error(`no runtime for ${language}`);
  return found;
};

test('at least curl and Node are available', () => {
  expect(here.map(({ language }) => language)).toEqual(expect.arrayContaining(['curl', 'nodejs']));
});

describe.each(here)('create-invoice in $language', (runtime) => {
  test('creates the invoice it shows and prints where to pay', async () => {
    const requestId = `sample-${runtime.language}`;
    const values = { 'https://pay.example.com': origin, sk_your_api_key: store.apiKey, 'order-10482': requestId };
    const printed = await withSample(runtime, 'create-invoice', values, (file) => runToEnd(runtime, file));
    const { content } = (await merchant.get('/invoice?size=100')).json<{
      content: { requestId: string; transId: string; amount: string }[];
    }>();
    const made = content.find((invoice) => invoice.requestId === requestId);
    expect(made?.amount).toBe('48.000000');
    expect(printed).toContain(made?.transId);
  });
});

describe.each(receivers)('verify-callback in $language', (runtime) => {
  const sendTo = async (port: number) => {
    const answer = await merchant.post(`/store/${store.id}/test-callback`, { url: `http://127.0.0.1:${port}/callback` });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ httpStatus: number; response: string }>();
  };

  test('accepts what we signed', async () => {
    const port = await findFreePort();
    const { httpStatus, response } = await withSample(runtime, 'verify-callback', { ...ours(), 3000: String(port) }, (file) =>
      withReceiver(runtime, file, port, () => sendTo(port)),
    );
    expect({ httpStatus, ...JSON.parse(response) }).toEqual({ httpStatus: 200, status: 'success', message: 'OK' });
  });

  test('survives a forged signature of the right length with a byte beyond ASCII', async () => {
    const port = await findFreePort();
    await withSample(runtime, 'verify-callback', { ...ours(), 3000: String(port) }, (file) =>
      withReceiver(runtime, file, port, async () => {
        expect(await sendRaw(port, `v1,${'A'.repeat(42)}\xe9=`)).toMatch(/^HTTP\/1\.[01] 403/);
        expect((await sendTo(port)).httpStatus).toBe(200); // it still listens
      }),
    );
  });

  test.each(['', 'c2hvcnQ='])('serves nobody with the secret "whsec_%s", not even whoever signs with it', async (text) => {
    const port = await findFreePort();
    const values = { ...ours(), whsec_your_callback_secret: `whsec_${text}`, 3000: String(port) };
    const forged = { request_id: 'order-1', merchant_id: store.merchantId, status: 'completed', amount: '1', trans_id: 't' };
    // It ends, or each of its answers is an error.
    const answer = await withSample(runtime, 'verify-callback', values, (file) =>
      withReceiver(runtime, file, port, async () => {
        const body = JSON.stringify(forged);
        const seconds = String(Math.floor(Date.now() / 1000));
        const key = Buffer.from(text, 'base64');
        const signature = `v1,${createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64')}`;
        return sendRaw(port, signature, body, seconds);
      }),
    ).catch((error: Error) => error.message);
    expect(answer).toMatch(/does not listen|^HTTP\/1\.[01] (403|500)/);
  });

  test('accepts a callback without the main key, whose signature is right', async () => {
    const port = await findFreePort();
    const body = JSON.stringify({ ...UNPAID, merchant_id: store.merchantId, api_key: '' });
    const seconds = String(Math.floor(Date.now() / 1000));
    const answer = await withSample(runtime, 'verify-callback', { ...ours(), 3000: String(port) }, (file) =>
      withReceiver(runtime, file, port, () => sendRaw(port, signCallback(store.callbackSecret, 'msg_1', seconds, body), body, seconds)),
    );
    expect(answer).toMatch(/^HTTP\/1\.[01] 200/);
  });

  test('refuses another secret', async () => {
    const port = await findFreePort();
    const values = { ...ours(), whsec_your_callback_secret: `whsec_${Buffer.alloc(32).toString('base64')}`, 3000: String(port) };
    const { httpStatus } = await withSample(runtime, 'verify-callback', values, (file) =>
      withReceiver(runtime, file, port, () => sendTo(port)),
    );
    expect(httpStatus).toBe(403);
  });
});

/** Header bytes as they are: fetch would refuse them. */
async function sendRaw(port: number, signature: string, body = '{}', timestamp = String(Math.floor(Date.now() / 1000))): Promise<string> {
  const head = ['POST /callback HTTP/1.1', 'host: localhost', 'webhook-id: msg_1', `webhook-timestamp: ${timestamp}`];
  const rest = [`webhook-signature: ${signature}`, `content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body];
  const socket = connect(port, '127.0.0.1');
  socket.end(Buffer.from([...head, ...rest].join('\r\n'), 'latin1'));
  return (await buffer(socket)).toString('latin1');
}

test('the callback that curl signs passes the receiver in Node', async () => {
  const [curl, node] = [runtimeOf('curl'), runtimeOf('nodejs')];
  const port = await findFreePort();
  const values = { ...ours(), 3000: String(port) };
  const printed = await withSample(node, 'verify-callback', values, (receiver) =>
    withReceiver(node, receiver, port, () => withSample(curl, 'verify-callback', values, (sender) => runToEnd(curl, sender))),
  );
  expect(printed).toMatch(/^HTTP\/1\.1 200/);
});

describe.each(absent.length === 0 ? [] : absent)('$language, which cannot be had here', (runtime) => {
  test('sends and reads the fields of the sample in Node', () => {
    const words = (text: string) =>
      new Set(text.match(/\b(name|amount|request_id|callback_url|success_url|cancel_url|trans_id|trans_hash|api_key|merchant_id)\b/g));
    for (const kind of ['create-invoice', 'verify-callback'] as const)
      expect(words(readSample(kind, runtime.language))).toEqual(words(readSample(kind, 'nodejs')));
  });
});
