import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentView } from '@stablegate/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RealtimeService } from '../../../apps/server/src/modules/realtime/realtime.service';
import { createWebSocketServer, serveWebSocket } from '../../../apps/server/src/modules/realtime/sockjs-websocket';
import { createStompConnection } from '../../../apps/server/src/modules/realtime/stomp-connection';
import { createTopics } from '../../../apps/server/src/modules/realtime/topics';

/**
 * One of two servers, selected by the first argument: a plain ws server that keeps its sockets in a list, or ours (SockJS, STOMP, topics)
 * without the database. Answers with its memory, and how fast an event went out to the subscribers of the topic `event`.
 */
export type ServerOrder = { readonly ask: 'memory' } | { readonly ask: 'publish'; readonly events: number };
export type ServerAnswer = { readonly port: number } | { readonly bytes: number } | { readonly framesPerSecond: number };

export const EVENT_TOPIC = 'event';
const answer = (message: ServerAnswer) => process.send?.(message);
const [kind, subscribers = '200'] = process.argv.slice(2);
const SUBSCRIBERS = Number.parseInt(subscribers, 10);
const sockets: WebSocket[] = [];
const topics = createTopics();

/** As long as a real one. */
const viewOf = (version: number) =>
  ({
    trans_id: EVENT_TOPIC,
    status: 'processing',
    version,
    amount: '130.5495',
    paid: '130.549500',
    filler: 'x'.repeat(700),
  }) as unknown as PaymentView;

const realtime = {
  open: (link: Parameters<RealtimeService['open']>[0]) => {
    const connection = createStompConnection({ topics, now: Date.now, onSubscribed: () => undefined }, link);
    return { connection, gone: connection.gone };
  },
} as unknown as RealtimeService;

const server = createServer();
if (kind === 'raw') {
  new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false }).on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', () => undefined);
  });
} else {
  const upgrades = createWebSocketServer();
  server.on('upgrade', (request, socket, head) =>
    upgrades.handleUpgrade(request, socket, head, (opened) => {
      sockets.push(opened);
      serveWebSocket(opened, realtime, { isRaw: false, onGone: () => undefined });
    }),
  );
}

/**
 * The first clients are the event's subscribers; both servers write the same bytes to as many. Measured in processor time, not wall-clock
 * time: other processes of a shared machine, including the clients, are excluded.
 */
async function publish(events: number): Promise<number> {
  const targets = sockets.slice(0, SUBSCRIBERS);
  const message = Buffer.from(`a[${JSON.stringify(JSON.stringify(viewOf(0))).padEnd(1_050)}]`);
  const before = process.cpuUsage();
  for (let event = 1; event <= events; event += 1) {
    const topic = topics.find(EVENT_TOPIC);
    if (kind === 'raw') for (const socket of targets) socket.send(message, { binary: false });
    else if (topic !== undefined) topics.publish(viewOf(event), topic.subscriptions);
    while (targets.some(({ bufferedAmount }) => bufferedAmount > 0)) await sleep(1);
  }
  const { user, system } = process.cpuUsage(before);
  return (events * SUBSCRIBERS * 1e6) / (user + system);
}

async function memory(): Promise<number> {
  for (let pass = 0; pass < 4; pass += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rss } = process.memoryUsage();
  return rss;
}

async function obey(order: ServerOrder): Promise<void> {
  if (order.ask === 'memory') answer({ bytes: await memory() });
  else answer({ framesPerSecond: await publish(order.events) });
}
process.on('message', (order: ServerOrder) => void obey(order));
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', 20_000, () => answer({ port: (server.address() as AddressInfo).port }));
