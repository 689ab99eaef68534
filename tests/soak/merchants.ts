import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../../apps/server/test/after-file';

export type Merchants = {
  /** Where an order's callback goes. */
  urlOf(order: number): string;
  readonly arrived: () => number;
  readonly refused: () => number;
};

/** Every tenth order's callback fails at first. */
const FAILING_EVERY = 10;

async function listen(answer: (path: string) => number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(answer(request.url ?? '')).end('ok'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Two merchants' servers: one answers, the other refuses every callback once. */
export async function startMerchants(): Promise<Merchants> {
  const refusedOnce = new Set<string>();
  let arrived = 0;
  const calm = await listen(() => {
    arrived += 1;
    return 200;
  });
  const moody = await listen((path) => {
    arrived += 1;
    if (refusedOnce.has(path)) return 200;
    refusedOnce.add(path);
    return 500;
  });
  return {
    urlOf: (order) => `${order % FAILING_EVERY === 0 ? moody : calm}/order/${order}`,
    arrived: () => arrived,
    refused: () => refusedOnce.size,
  };
}
