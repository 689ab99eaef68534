import type { PaymentView } from '@stablegate/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import webstomp from 'webstomp-client';
import WebSocket from 'ws';
import { startTestApp, type TestApp } from '../../../test/app';
import { addressOf, CONNECT, listenBySockjs, openByHand, SOCKJS_TRANSPORTS, subscribeFrame } from '../../../test/live';
import { addWallet, callApi, evmAddress, giveBalance, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';
import { manualClock, systemClock } from '../../platform/clock';

/** Moved by one test, as a sandbox does. */
const clock = manualClock(new Date().toISOString());
let app: TestApp;
let host = '';
let api: ReturnType<typeof callApi>;
let orders = 0;

beforeAll(async () => {
  app = await startTestApp({ roles: ['api'], env: NETWORK_ENV, clocks: { business: clock, real: systemClock } });
  host = addressOf(app);
  const merchant = await newMerchant(app, 'live_shop');
  const store = await newStore(merchant, '</script><b>100% "tea" \u2028');
  await addWallet(merchant, store.id, 'BEP20', evmAddress(0x77));
  await giveBalance(app, merchant.userId, 1_000_000_000n);
  api = callApi(app, store.apiKey);
});

async function newInvoice(): Promise<string> {
  orders += 1;
  const answer = await api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: `live${orders}` });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.trans_id;
}
/** The quickest change: the shop cancels it. */
async function change(transId: string): Promise<void> {
  const answer = await api.post(`/payment/invoice/${transId}/cancel`);
  expect(answer.statusCode, answer.body).toBe(200);
}
const viewOf = async (transId: string) => (await app.server.inject({ url: `/api/v1/payment/${transId}` })).json().data;

test.each(SOCKJS_TRANSPORTS)('stompjs with sockjs-client over %s connects, subscribes and gets the message', async (transport) => {
  const transId = await newInvoice();
  const listener = await listenBySockjs(host, transport, transId);
  await vi.waitFor(() => expect(listener.messages).toHaveLength(1), { timeout: 5_000 });
  expect(JSON.parse(listener.messages[0]?.body ?? '')).toMatchObject({ trans_id: transId, status: 'waiting' });
  await change(transId);
  await vi.waitFor(() => expect(listener.messages).toHaveLength(2), { timeout: 5_000 });
  const { headers, body } = listener.messages[1] ?? { headers: {}, body: '' };
  expect(headers).toMatchObject({ destination: `/topic/invoice/${transId}`, 'content-type': 'application/json' });
  const { server_time: _, ...view } = await viewOf(transId);
  expect(JSON.parse(body)).toMatchObject({ ...view, status: 'expired' });
  await listener.close();
});

test('a websocket client with hand-written SockJS and STOMP frames connects, subscribes and gets the message', async () => {
  const transId = await newInvoice();
  const client = await openByHand(host);
  expect(await client.next()).toBe('o');
  client.say(CONNECT);
  expect(JSON.parse((await client.next()).slice(1))[0]).toMatch(/^CONNECTED\nversion:1\.2\nheart-beat:10000,10000\n/);
  client.say(subscribeFrame(transId, 'receipt:r1\n'));
  expect(await client.next()).toBe('a["RECEIPT\\nreceipt-id:r1\\n\\n\\u0000"]');
  expect(await client.next()).toContain('\\"status\\":\\"waiting\\"');
  await change(transId);
  const [message] = JSON.parse((await client.next()).slice(1));
  expect(message).toMatch(new RegExp(`^MESSAGE\\nsubscription:sub-0\\nmessage-id:[^\\n]+\\ndestination:/topic/invoice/${transId}\\n`));
  expect(JSON.parse(message.slice(message.indexOf('\n\n') + 2, -1))).toMatchObject({ trans_id: transId, status: 'expired' });
  client.socket.close();
});

test('a subscriber that names an older version gets the newer one immediately', async () => {
  const transId = await newInvoice();
  const { version } = await viewOf(transId);
  await change(transId);
  const client = await openByHand(host);
  client.say(CONNECT);
  client.say(subscribeFrame(transId, `version:${version}\n`));
  await client.next();
  await client.next();
  expect(await client.next()).toContain('\\"status\\":\\"expired\\"');
  client.socket.close();
});

/** A page that has the present state of a new invoice. */
async function openPage() {
  const transId = await newInvoice();
  const { version } = await viewOf(transId);
  const client = await openByHand(host, { path: '' });
  client.socket.send(CONNECT);
  client.socket.send(subscribeFrame(transId, `version:${version}\nreceipt:r\n`));
  expect(await client.next()).toMatch(/^CONNECTED\n/);
  expect(await client.next()).toMatch(/^RECEIPT\n/);
  return { transId, version, client };
}

test('a subscriber that has the present version gets only what follows', async () => {
  const { transId, client } = await openPage();
  await change(transId);
  expect(await client.next()).toMatch(/^MESSAGE\n[\s\S]*"status":"expired"/);
  client.socket.close();
});

test('when business time is moved, a page that has the present state gets it again, with the new time', async () => {
  const { transId, version, client } = await openPage();
  clock.advance(60_000);
  const message = await client.next();
  const view = JSON.parse(message.slice(message.indexOf('\n\n') + 2, -1)) as PaymentView;
  expect(view).toMatchObject({ trans_id: transId, status: 'waiting', version });
  expect(Math.abs(Date.parse(view.server_time) - clock.now().getTime())).toBeLessThan(30_000); // it follows the database's clock
  client.socket.close();
});

test('webstomp-client, which speaks STOMP 1.1 by itself, is served over a plain websocket', async () => {
  const transId = await newInvoice();
  const statuses: string[] = [];
  const socket = new WebSocket(`ws://${host}/api/v1/ws`);
  const client = webstomp.over(socket as never, { debug: false, protocols: ['v11.stomp'], heartbeat: false });
  await new Promise<void>((resolve, reject) => client.connect({}, () => resolve(), reject));
  expect((client as unknown as { version: string }).version).toBe('1.1');
  client.subscribe(`/topic/invoice/${transId}`, ({ body }) => statuses.push(JSON.parse(body).status));
  await vi.waitFor(() => expect(statuses).toEqual(['waiting']), { timeout: 5_000 });
  await change(transId);
  await vi.waitFor(() => expect(statuses).toEqual(['waiting', 'expired']), { timeout: 5_000 });
  client.disconnect();
});

test.each(['', '/', '/websocket'])('a plain STOMP websocket works too, without SockJS, at /ws%s', async (path) => {
  const transId = await newInvoice();
  const client = await openByHand(host, { path });
  client.socket.send(CONNECT);
  expect(await client.next()).toMatch(/^CONNECTED\n/);
  client.socket.send(subscribeFrame(transId, 'receipt:r\n'));
  expect(await client.next()).toMatch(/^RECEIPT\n/);
  expect(await client.next()).toMatch(/^MESSAGE\n[\s\S]*"status":"waiting"/);
  await change(transId);
  expect(await client.next()).toMatch(/^MESSAGE\n[\s\S]*"status":"expired"/);
  client.socket.close();
});

test.each([
  ['SEND', 'SEND\ndestination:/topic/invoice/x\n\nhello\0'],
  ['another destination', 'SUBSCRIBE\nid:1\ndestination:/topic/admin\n\n\0'],
  ['a wildcard', 'SUBSCRIBE\nid:1\ndestination:/topic/invoice/*\n\n\0'],
  ['an unknown invoice', 'SUBSCRIBE\nid:1\ndestination:/topic/invoice/unknownunknownunknown\n\n\0'],
  ['ACK', 'ACK\nid:1\n\n\0'],
  ['BEGIN', 'BEGIN\ntransaction:t\n\n\0'],
  ['a second CONNECT', CONNECT],
  ['no STOMP at all', 'hello\0'],
  ['a broken escape', 'SUBSCRIBE\nid:a\\tb\ndestination:/topic/invoice/x\n\n\0'],
  ['a frame without end', 'S'.repeat(9_000)],
])('%s gets an ERROR frame, and the connection ends', async (_what, frame) => {
  const client = await openByHand(host);
  client.say(CONNECT);
  client.say(frame);
  await client.next();
  await client.next();
  expect(await client.next()).toMatch(/^a\["ERROR\\nmessage:/);
  expect(await client.next()).toMatch(/^c\[1002,/);
  await client.closed;
});

test.each([
  ['1.0,1.1', '1.1'],
  ['1.1,1.0', '1.1'],
  ['1.0, 1.1, 1.2', '1.2'],
])('a client that accepts %s gets %s', async (accepted, version) => {
  const client = await openByHand(host, { path: '' });
  client.socket.send(`CONNECT\naccept-version:${accepted}\nhost:x\n\n\0`);
  expect(await client.next()).toContain(`\nversion:${version}\n`);
  client.socket.close();
});

test('a frame before CONNECT, and a client with only an older STOMP, get an ERROR', async () => {
  for (const frame of [subscribeFrame('x'), 'CONNECT\naccept-version:1.0\nhost:x\n\n\0']) {
    const client = await openByHand(host);
    await client.next();
    client.say(frame);
    expect(await client.next()).toMatch(/^a\["ERROR\\n/);
    await client.closed;
  }
});

test('broken framing and oversized messages end the connection', async () => {
  const broken = await openByHand(host);
  broken.socket.send('{not json');
  await broken.closed;
  const large = await openByHand(host);
  large.socket.send(JSON.stringify(['x'.repeat(20_000)]));
  expect(await large.closed).toBe(1009);
});

test('a page of another site is refused on every transport', async () => {
  const foreign = { origin: 'https://evil.example' };
  await expect(openByHand(host, { headers: foreign })).rejects.toThrow('403');
  const ways = [
    'GET /info',
    'POST /0/s/xhr',
    'POST /0/s/xhr_streaming',
    'GET /0/s/eventsource',
    'GET /0/s/jsonp?c=x',
    'GET /0/s/htmlfile?c=x',
  ];
  for (const way of [...ways, 'POST /0/s/xhr_send', 'POST /0/s/jsonp_send', 'GET /iframe.html']) {
    const [method, path] = way.split(' ');
    for (const headers of [foreign, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await fetch(`http://${host}/api/v1/ws${path}`, { method: method as string, headers });
      expect(answer.status, way).toBe(403);
    }
  }
  const own = await openByHand(host, { headers: { origin: `http://${host}` } });
  expect(await own.next()).toBe('o');
  own.socket.close();
});

test('foreign upgrades, callbacks that are code, and unknown sessions are refused', async () => {
  await expect(openByHand(host, { path: '/0/s/xhr' })).rejects.toThrow('404');
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://${host}/api/v1/ws${path}`, init).then(({ status }) => status);
  expect(await ask('/0/s/jsonp?c=alert(1)//')).toBe(400);
  expect(await ask('/0/s/htmlfile')).toBe(400);
  expect(await ask('/0/nobody/xhr_send', { method: 'POST', body: '["x"]' })).toBe(404);
});

test('jsonp and htmlfile carry no text that could end their script', async () => {
  const transId = await newInvoice();
  const base = `http://${host}/api/v1/ws/000/script${orders}`;
  const BEAT = '/**/_jp.a("a[\\"\\\\n\\"]");\r\n'; // all heart-beats are sent together, including that of a new connection
  const poll = async (): Promise<string> => {
    const answer = await (await fetch(`${base}/jsonp?c=_jp.a`)).text();
    return answer === BEAT ? poll() : answer;
  };
  const say = (frame: string) =>
    fetch(`${base}/jsonp_send`, { method: 'POST', body: new URLSearchParams({ d: JSON.stringify([frame]) }) }).then((answer) =>
      answer.text(),
    );
  expect(await poll()).toBe('/**/_jp.a("o");\r\n');
  expect(await say(CONNECT)).toBe('ok');
  expect(await poll()).toMatch(/CONNECTED/);
  const { version } = await viewOf(transId);
  await say(subscribeFrame(transId, `version:${version - 1}\n`));
  const message = await poll();
  expect(message).toMatch(/MESSAGE/);
  expect(message).not.toMatch(/<|\u2028/);
});
