import { connect, type Socket } from 'node:net';

export type LoadResult = { readonly perSecond: number; readonly latenciesMs: readonly number[] };
export type LoadOptions = {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
  /** The bytes of the next request; each connection sends one after the other. */
  readonly next: () => string;
  readonly expect: number;
};

/** Plain sockets: on two cores a full client would cost as much as the measured server. */
export async function load({ port, clients, seconds, next, expect }: LoadOptions): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const endAt = performance.now() + seconds * 1_000;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, () => run(port, { next, expect, endAt, latenciesMs })));
  return { perSecond: latenciesMs.length / ((performance.now() - startedAt) / 1_000), latenciesMs };
}

type Run = Pick<LoadOptions, 'next' | 'expect'> & { readonly endAt: number; readonly latenciesMs: number[] };

function run(port: number, { next, expect, endAt, latenciesMs }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let answer = '';
    const send = () => {
      sentAt = performance.now();
      answer = '';
      socket.write(next());
    };
    socket.once('connect', send);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      const head = answer.indexOf('\r\n\r\n');
      const [, length] = /content-length: (\d+)/i.exec(answer) ?? [];
      if (head < 0 || length === undefined || answer.length < head + 4 + Number.parseInt(length, 10)) return;
      if (!answer.startsWith(`HTTP/1.1 ${expect}`)) {
        reject(new Error(`not ${expect}: ${answer.slice(0, 600)}`));
        socket.destroy();
        return;
      }
      latenciesMs.push(performance.now() - sentAt);
      if (performance.now() < endAt) send();
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}

export const postJson = (path: string, headers: Record<string, string>, body: object): string => {
  const text = JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n${lines.join('')}\r\n${text}`;
};
export const get = (path: string, headers: Record<string, string>): string =>
  `GET ${path} HTTP/1.1\r\nhost: bench\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
