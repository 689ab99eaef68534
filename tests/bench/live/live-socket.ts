import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A websocket client of a few hundred bytes: ten thousand of them must not dominate a benchmark. */
export type LiveSocket = {
  readonly closed: Promise<void>;
  send(text: string): void;
  end(): void;
};

const MASK = Buffer.alloc(4); // a zero mask changes nothing

function clientFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head =
    bytes.length < 126 ? Buffer.from([0x81, 0x80 | bytes.length]) : Buffer.from([0x81, 0xfe, bytes.length >> 8, bytes.length & 255]);
  return Buffer.concat([head, MASK, bytes]);
}

/** Complete text frames of the received bytes; the rest waits for more. */
function takeFrames(bytes: Buffer, onText: (text: string) => void): Buffer {
  let rest = bytes;
  while (rest.length >= 2) {
    const short = (rest[1] ?? 0) & 127;
    const at = short < 126 ? 2 : 4;
    const length = short < 126 ? short : rest.length >= 4 ? rest.readUInt16BE(2) : Number.POSITIVE_INFINITY;
    if (rest.length < at + length) break;
    if (((rest[0] ?? 0) & 15) === 1) onText(rest.toString('utf8', at, at + length));
    rest = rest.subarray(at + length);
  }
  return rest;
}

export type Opened = { readonly socket: LiveSocket } | { readonly refused: number };

/** Resolves when the handshake is answered; rejects when nothing listens. */
export function openLiveSocket(port: number, path: string, onText: (text: string) => void): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const tcp: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const key = randomBytes(16).toString('base64');
    let rest: Buffer = Buffer.alloc(0);
    let isOpen = false;
    const closed = new Promise<void>((done) => tcp.once('close', () => done()));
    tcp.once('error', reject);
    tcp.once('close', () => reject(new Error('closed before the answer')));
    tcp.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    tcp.on('data', (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        const status = Number(rest.toString('latin1', 9, 12));
        rest = rest.subarray(end + 4);
        isOpen = true;
        if (status !== 101) {
          tcp.destroy();
          resolve({ refused: status });
          return;
        }
        resolve({ socket: { closed, send: (text) => void tcp.write(clientFrame(text)), end: () => tcp.destroy() } });
      }
      rest = Buffer.from(takeFrames(rest, onText)); // a copy: a slice would keep the whole chunk alive
    });
  });
}

export const CONNECT = JSON.stringify(['CONNECT\naccept-version:1.2\nhost:bench\nheart-beat:10000,10000\n\n\0']);
export const BEAT = JSON.stringify(['\n']);
export const subscribeTo = (transId: string, version: number): string =>
  JSON.stringify([`SUBSCRIBE\nid:sub-0\ndestination:/topic/invoice/${transId}\nversion:${version}\nreceipt:r\n\n\0`]);
export const sockjsPath = (name: string | number): string => `/api/v1/ws/000/${name}-${Math.random().toString(36).slice(2)}/websocket`;
