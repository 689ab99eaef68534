import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { afterFile } from '../after-file';

export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string; readonly at: number };
export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** What arrived at this path, once there are `count`. */
  waitFor(path: string, count?: number, timeoutMs?: number): Promise<Received[]>;
};
export type Answer = (response: ServerResponse, request: Received, earlier: number) => void;

/** A merchant's server: a real one, on its own port. `answer` decides by the request and how often that path was called before. */
export async function startReceiver(answer: Answer): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const arrived = { path, headers: request.headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
      const earlier = received.filter((each) => each.path === path).length;
      received.push(arrived);
      answer(response, arrived, earlier);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    waitFor: (path, count = 1, timeoutMs = 20_000) =>
      vi.waitFor(
        () => {
          const found = received.filter((each) => each.path === path);
          if (found.length < count) throw new Error(`${found.length} of ${count} came to ${path}`);
          return found;
        },
        { timeout: timeoutMs, interval: 10 },
      ),
  };
}
