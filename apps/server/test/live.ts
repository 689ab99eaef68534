import type { AddressInfo } from 'node:net';
import { Client, type IMessage } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import WebSocket from 'ws';
import type { TestApp } from './app';

/** Where the test's app listens; it needs the role api. */
export const addressOf = (app: Pick<TestApp, 'server'>): string => `localhost:${(app.server.server.address() as AddressInfo).port}`;

export const SOCKJS_TRANSPORTS = ['websocket', 'xhr-streaming', 'eventsource', 'xhr-polling'] as const;

export type Listener = { readonly messages: IMessage[]; readonly client: Client; close(): Promise<void> };

/** stompjs over sockjs-client, as a customer would write it; resolves when the subscription was acknowledged. */
export async function listenBySockjs(host: string, transport: string, transId: string): Promise<Listener> {
  const messages: IMessage[] = [];
  const client = new Client({
    webSocketFactory: () => new SockJS(`http://${host}/api/v1/ws`, null, { transports: transport }) as never,
    heartbeatIncoming: 10_000,
    heartbeatOutgoing: 10_000,
    reconnectDelay: 0,
  });
  await new Promise<void>((resolve, reject) => {
    client.onStompError = (frame) => reject(new Error(frame.headers.message));
    client.onWebSocketClose = (event: { code?: number; reason?: string }) => reject(new Error(`closed ${event.code} ${event.reason}`));
    client.onConnect = () => {
      client.watchForReceipt('subscribed', () => resolve());
      client.subscribe(`/topic/invoice/${transId}`, (message) => messages.push(message), { receipt: 'subscribed' });
    };
    client.activate();
  });
  return { messages, client, close: () => client.deactivate({ force: true }) };
}

/** Websocket with hand-written SockJS and STOMP frames: exactly what crosses the wire. */
export type HandClient = {
  readonly frames: string[];
  readonly socket: WebSocket;
  /** Sends one STOMP frame in a SockJS list. */
  say(frame: string): void;
  /** The next received frame. */
  next(): Promise<string>;
  readonly closed: Promise<number>;
};

export async function openByHand(host: string, options: WebSocket.ClientOptions & { path?: string } = {}): Promise<HandClient> {
  const { path = `/000/${Math.random().toString(36).slice(2)}/websocket`, ...rest } = options;
  const socket = new WebSocket(`ws://${host}/api/v1/ws${path}`, rest);
  const frames: string[] = [];
  const waiting: ((frame: string) => void)[] = [];
  socket.on('message', (data) => {
    const frame = data.toString();
    if (frame === 'a["\\n"]' || frame === '\n') return; // a heart-beat
    const first = waiting.shift();
    if (first === undefined) frames.push(frame);
    else first(frame);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    frames,
    socket,
    closed,
    say: (frame) => socket.send(JSON.stringify([frame])),
    next: async () => frames.shift() ?? new Promise((resolve) => waiting.push(resolve)),
  };
}

export const CONNECT = 'CONNECT\naccept-version:1.2\nhost:localhost\nheart-beat:10000,10000\n\n\0';
export const subscribeFrame = (transId: string, more = ''): string =>
  `SUBSCRIBE\nid:sub-0\ndestination:/topic/invoice/${transId}\n${more}\n\0`;
