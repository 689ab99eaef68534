import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchStore } from '../bench/invoice-site';
import type { ClusterChain } from './chain';
import { PORTS } from './engines/ports';

export type Created = { readonly requestId: string; readonly transId: string; readonly isPaid: boolean };
export type Load = {
  readonly created: Created[];
  /** Of every acknowledged creation. */
  readonly acknowledgedAt: number[];
  /** By answer: how often something else than 201 or 200 came. */
  readonly refusals: Map<string, number>;
  readonly requests: () => number;
  readonly failures: () => number;
  /** webhook-id of every callback that the merchant's server has answered with 200, by the invoice's number. */
  readonly callbacks: Map<string, string>;
  /** Until everything that was asked for is acknowledged; callbacks still arrive. */
  stop(): Promise<void>;
  close(): void;
};
export type LoadOptions = {
  readonly stores: readonly BenchStore[];
  readonly chain: ClusterChain;
  /** Creations a second, and for each one `reads` requests of its payment page's data. */
  readonly perSecond: number;
  readonly reads?: number;
};

const REQUEST_MS_MAX = 10_000;
const RETRY_MS = 250;
const PAID_SHARE = 0.5;
type Answer = {
  readonly status: number;
  readonly body: {
    readonly data?: { readonly trans_id?: string; readonly payable?: string; readonly addresses?: { readonly BEP20?: string } };
  };
};

const micros = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
};

/** A merchant's server that remembers what it has acknowledged. */
async function startMerchant(callbacks: Map<string, string>): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { trans_id: transId } = JSON.parse(Buffer.concat(chunks).toString()) as { trans_id: string };
      response.writeHead(200).end('ok', () => callbacks.set(transId, String(request.headers['webhook-id'])));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function call(path: string, apiKey: string, body?: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${PORTS.gateway}/api/v1${path}`, {
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
    headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true; // the proxy's own answers are HTML
  return { status: response.status, body: isJson ? ((await response.json()) as Answer['body']) : {} };
}

/** Merchants that repeat a creation under the same request_id until it is acknowledged, as the documentation asks them to. */
export async function startLoad({ stores, chain, perSecond, reads = 0 }: LoadOptions): Promise<Load> {
  const created: Created[] = [];
  const acknowledgedAt: number[] = [];
  const refusals = new Map<string, number>();
  const callbacks = new Map<string, string>();
  const merchant = await startMerchant(callbacks);
  const open = new Set<Promise<void>>();
  let running = true;
  let requests = 0;
  let count = 0;

  const tried = async (path: string, apiKey: string, body?: object): Promise<Answer | undefined> => {
    requests += 1;
    const answer = await call(path, apiKey, body).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status < 300) return answer;
    const what = answer instanceof Error ? `${answer.name}: ${answer.message}` : `HTTP ${answer.status}`;
    refusals.set(what, (refusals.get(what) ?? 0) + 1);
    return undefined;
  };

  async function order(number: number): Promise<void> {
    const store = stores[number % stores.length] as BenchStore;
    const requestId = `load-${process.pid}-${number}`;
    const body = { name: 'Tea', amount: `${1 + (number % 5_000)}.${number % 100}`, request_id: requestId, callback_url: merchant.url };
    let answer: Answer | undefined;
    for (; answer === undefined; ) {
      answer = await tried('/payment/invoice', store.apiKey, body);
      if (answer === undefined) await sleep(RETRY_MS);
    }
    const { trans_id: transId = '', payable = '0', addresses } = answer.body.data ?? {};
    const isPaid = Math.random() < PAID_SHARE;
    created.push({ requestId, transId, isPaid });
    acknowledgedAt.push(performance.now());
    if (isPaid) chain.pay(addresses?.BEP20 ?? '', micros(payable));
    for (let read = 0; read < reads; read += 1) await tried(`/payment/invoice/${transId}`, store.apiKey);
  }

  const pacing = (async () => {
    const beganAt = performance.now();
    for (; running; count += 1) {
      const run = order(count).finally(() => open.delete(run));
      open.add(run);
      await sleep(Math.max(0, beganAt + ((count + 1) * 1_000) / perSecond - performance.now()));
    }
  })();
  return {
    created,
    acknowledgedAt,
    refusals,
    callbacks,
    requests: () => requests,
    failures: () => [...refusals.values()].reduce((sum, each) => sum + each, 0),
    stop: async () => {
      running = false;
      await pacing;
      await Promise.all(open);
    },
    close: merchant.close,
  };
}
