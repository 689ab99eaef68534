import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import proxyAddr from '@fastify/proxy-addr';
import { API_BASE } from '@stablegate/contract';
import type { FastifyInstance } from 'fastify';
import type { ForeignCheck } from '../../http/origin-check';
import type { RealtimeService } from './realtime.service';
import { createWebSocketServer, serveWebSocket } from './sockjs-websocket';

/** SockJS: /{server}/{session}/websocket with its own frames. Without them: /websocket, as SockJS names it, or the address itself. */
const FRAMED = new RegExp(`^${API_BASE}/ws/[^/.?]+/[^/.?]+/websocket/?(\\?|$)`);
const RAW = new RegExp(`^${API_BASE}/ws(/websocket)?/?(\\?|$)`);

export type UpgradeDeps = {
  readonly realtime: RealtimeService;
  readonly isForeign: ForeignCheck;
  readonly trustProxy: readonly string[];
};

function refuse(socket: Duplex, status: number, headers = ''): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n${headers}\r\n`);
}

/** Websocket upgrades bypass the router; nothing else can be upgraded. */
export function mountUpgrades(server: FastifyInstance, { realtime, isForeign, trustProxy }: UpgradeDeps): void {
  const sockets = createWebSocketServer();
  const trust = proxyAddr.compile([...trustProxy]);

  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const url = request.url ?? '';
    const isRaw = RAW.test(url);
    if (!isRaw && !FRAMED.test(url)) return refuse(socket, 404);
    if (isForeign(request.headers)) return refuse(socket, 403);
    const address = proxyAddr(request, trust);
    const admission = realtime.enter(address);
    if (admission === 'stopping') return void socket.destroy(); // as if the port were closed: the client retries with the next process
    if (admission !== 'in') return refuse(socket, admission === 'full' ? 503 : 429, 'Retry-After: 30\r\n');
    let hasOpened = false;
    socket.once('close', () => {
      if (!hasOpened) realtime.leave(address);
    });
    sockets.handleUpgrade(request, socket, head, (opened) => {
      hasOpened = true;
      serveWebSocket(opened, realtime, { isRaw, onGone: () => realtime.leave(address) });
    });
  });
}
