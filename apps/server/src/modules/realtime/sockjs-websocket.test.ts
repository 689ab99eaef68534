import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toOutgoing } from './outgoing';
import type { Link, RealtimeService } from './realtime.service';
import { createSockjsSession, type Receiver } from './sockjs-session';
import { createWebSocketServer, readSockjsMessage, serveWebSocket } from './sockjs-websocket';

const links: Link[] = [];
let goneCount = 0;
const realtime = {
  open: (link: Link) => {
    links.push(link);
    return { connection: { receive: () => undefined }, gone: () => (goneCount += 1) };
  },
} as unknown as RealtimeService;
const sockets = createWebSocketServer();
const server = createServer();
server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (opened) => serveWebSocket(opened, realtime, { isRaw: false, onGone: () => undefined })),
);
beforeAll(() => once(server.listen(0), 'listening'));
afterAll(() => server.close());

test('a websocket that does not read its messages is disconnected before it fills the memory', async () => {
  const { port } = server.address() as { port: number };
  const client = connect(port, 'localhost');
  client.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(client, 'data');
  client.pause();
  const [link] = links;
  const message = toOutgoing('x'.repeat(10_000));
  let sent = 0;
  while (goneCount === 0 && sent < 3_000) {
    link?.send(message);
    sent += 1;
    if (sent % 20 === 0) await new Promise(setImmediate);
  }
  await vi.waitFor(() => expect(goneCount).toBe(1));
  expect(sent).toBeLessThan(1_500); // the kernel's buffers, plus a quarter of a megabyte of ours
  client.destroy();
});

test('a polling session keeps frames for its next poll, refuses a concurrent one, and ends when too much is queued', () => {
  vi.useFakeTimers();
  let isGone = false;
  const session = createSockjsSession(realtime, () => {
    isGone = true;
  });
  const link = links.at(-1) as Link;
  const poll = () => {
    const got: string[] = [];
    const receiver: Receiver = { write: (frame) => got.push(frame) === 0, end: () => got.push('end') };
    session.attach(receiver);
    return { got, receiver };
  };
  const first = poll();
  expect(first.got).toEqual(['o']);
  link.send(toOutgoing('one'));
  expect(poll().got).toEqual(['a["one"]']);
  poll();
  expect(poll().got).toEqual(['c[2010,"Another connection still open"]', 'end']);
  link.send(toOutgoing('taken by the waiting poll'));
  for (let n = 0; n < 40; n += 1) link.send(toOutgoing('x'.repeat(10_000)));
  expect(poll().got).toEqual(['c[1008,"Too slow"]', 'end']);
  session.detach(first.receiver);
  vi.advanceTimersByTime(5_100);
  expect(isGone).toBe(true);
  vi.useRealTimers();
});

test('a message is a list of texts, one text, or empty; anything else is malformed', () => {
  expect(readSockjsMessage('["a","b"]')).toEqual(['a', 'b']);
  expect(readSockjsMessage('"a"')).toEqual(['a']);
  expect(readSockjsMessage('')).toEqual([]);
  for (const broken of ['{', '{"a":1}', '[1]', '[["a"]]', 'null']) expect(readSockjsMessage(broken)).toBeUndefined();
});
