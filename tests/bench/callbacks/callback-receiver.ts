import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Merchants' servers in a separate process, as many as the first argument says. Each answers immediately, unless it was told to hang. */
export type ReceiverOrder = { readonly hanging: readonly number[]; readonly expect: number };
/** By webhook-id, in milliseconds since 1970 with a fraction; calls without an id are only counted. */
export type ReceiverAnswer = { readonly ports: readonly number[] } | { readonly arrivals: readonly (readonly [id: string, at: number])[] };

const answer = (message: ReceiverAnswer) => process.send?.(message);
let hanging = new Set<number>();
let expected = Number.POSITIVE_INFINITY;
let arrivals: [string, number][] = [];

function reportWhenComplete(): void {
  if (arrivals.length < expected) return;
  expected = Number.POSITIVE_INFINITY;
  answer({ arrivals });
  arrivals = [];
}

async function listen(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (hanging.has((request.socket.address() as AddressInfo).port)) return;
      arrivals.push([String(request.headers['webhook-id'] ?? ''), performance.timeOrigin + performance.now()]);
      response.end('{"status":"ok"}');
      reportWhenComplete();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const ports: number[] = [];
for (let n = Number.parseInt(process.argv[2] ?? '1', 10); n > 0; n -= 1) ports.push(await listen());
process.on('message', (order: ReceiverOrder) => {
  hanging = new Set(order.hanging);
  arrivals = [];
  expected = order.expect;
});
process.on('disconnect', () => process.exit()); // the parent is gone
answer({ ports });
