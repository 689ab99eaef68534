import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { closeFrame, OPEN_FRAME, PING_FRAME } from './outgoing';
import type { Link, RealtimeService, StompConnection } from './realtime.service';

const MESSAGE_BYTES_MAX = 16_384;
/** What a client may leave unread: some hundred messages. A slower one is disconnected, reconnects and reads the state. */
export const UNREAD_BYTES_MAX = 262_144;
const WIRE = { binary: false, compress: false } as const;

/** No compression: its buffers cost 300 KB per socket, for messages of some hundred bytes. */
export const createWebSocketServer = (): WebSocketServer =>
  new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MESSAGE_BYTES_MAX });

/** SockJS clients send a list of texts, or one text, as JSON; an empty message is ignored. */
export function readSockjsMessage(message: string): string[] | undefined {
  if (message === '') return [];
  try {
    const parsed: unknown = JSON.parse(message);
    const list = Array.isArray(parsed) ? parsed : [parsed];
    return list.every((each) => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

function write(socket: WebSocket, bytes: Buffer | string): void {
  if (socket.bufferedAmount > UNREAD_BYTES_MAX) socket.terminate();
  else socket.send(bytes, WIRE);
}

const sockjsLink = (socket: WebSocket): Link => ({
  send: (outgoing) => write(socket, outgoing.framedBytes),
  ping: () => write(socket, PING_FRAME),
  close: (code, reason) => {
    write(socket, closeFrame(code, reason));
    socket.close(code === 1001 ? code : 1000);
  },
});

/** /websocket without SockJS, for plain STOMP clients. */
const rawLink = (socket: WebSocket): Link => ({
  send: (outgoing) => write(socket, outgoing.textBytes),
  ping: () => socket.ping(),
  close: (code, reason) => socket.close(code, reason.slice(0, 120)),
});

function receive(socket: WebSocket, connection: StompConnection, data: RawData, isRaw: boolean): void {
  const text = data.toString();
  const texts = isRaw ? [text] : readSockjsMessage(text);
  if (texts === undefined) return void socket.close(1002, 'Broken framing');
  for (const each of texts) connection.receive(each);
}

export function serveWebSocket(socket: WebSocket, realtime: RealtimeService, options: { isRaw: boolean; onGone: () => void }): void {
  const { isRaw, onGone } = options;
  if (!isRaw) socket.send(OPEN_FRAME, WIRE);
  const { connection, gone } = realtime.open(isRaw ? rawLink(socket) : sockjsLink(socket));
  socket.on('message', (data) => receive(socket, connection, data, isRaw));
  socket.on('error', () => socket.terminate()); // too large, not UTF-8, a reset: 'close' follows
  socket.on('close', () => {
    gone();
    onGone();
  });
}
