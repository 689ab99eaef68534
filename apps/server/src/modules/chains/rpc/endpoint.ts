import { createRangeMemory, createRest, type Withheld } from './endpoint-health';
import { createRpcClient, type RpcRequest } from './rpc-client';
import { RpcError } from './rpc-errors';
import { createTokenBucket } from './token-bucket';

export type EndpointOptions = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly ratePerSecond: number;
  readonly rangeMax: number;
  readonly responseBytesMax?: number;
};

/** One node of a network: what it may be asked, and what is known about its health. */
export type Endpoint = {
  /** Host and port only: paths and queries of node addresses carry keys. */
  readonly name: string;
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Each place is a result or the node's error for it; throws when the whole request failed. */
  batch(requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]>;
  /** A call of TRON's HTTP API (`wallet/...`) on the same node: same headers, rate limit and faults as JSON-RPC. */
  post(path: string, body: unknown): Promise<unknown>;
  /** Blocks it gives logs for in one call, as far as is known. */
  range(): number;
  shrinkRange(tried: number): void;
  succeeded(): void;
  failed(error: RpcError): void;
  isRested(now: number): boolean;
  /** It has not answered at all for longer than a hiccup; one that answers wrongly, or asks us to wait, is not out of order. */
  isOutOfOrder(now: number): boolean;
  /** Why it may not be asked at present although it works, or undefined. */
  withheld(now: number): Withheld | undefined;
  /** How often it contradicted others lately; the most peaceful are asked first. */
  disputes: number;
  /** Chain id and decimals were checked since the last serious fault. */
  verified: boolean;
};

const BATCH_MAX = 100;
const NO_BATCHES = ['garbage', 'refused', 'unsupported'];

/** Sends many calls in one request where the node understands that, else one by one; remembers which. */
function createSender(options: EndpointOptions) {
  const client = createRpcClient(options);
  const bucket = createTokenBucket(options.ratePerSecond);
  let understandsBatches = true;
  const sendOne = async (request: RpcRequest): Promise<unknown | RpcError> => {
    await bucket.take(1);
    const [value] = await client.send([request]);
    return value;
  };
  const sendMany = async (requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]> => {
    if (understandsBatches && requests.length > 1) {
      try {
        await bucket.take(requests.length);
        return await client.send(requests);
      } catch (error) {
        if (!(error instanceof RpcError) || !NO_BATCHES.includes(error.fault)) throw error;
        understandsBatches = false;
      }
    }
    const values: (unknown | RpcError)[] = [];
    for (const request of requests) values.push(await sendOne(request));
    return values;
  };
  const post = async (path: string, body: unknown): Promise<unknown> => {
    await bucket.take(1);
    return client.post(path, body);
  };
  return { sendOne, sendMany, post };
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { sendOne, sendMany, post } = createSender(options);
  const ranges = createRangeMemory(options.rangeMax);
  const rest = createRest();
  const endpoint: Endpoint = {
    name: new URL(options.url).host,
    call: async (method, params) => {
      const value = await sendOne({ method, params });
      if (value instanceof RpcError) throw value;
      return value;
    },
    batch: async (requests) => {
      const values: (unknown | RpcError)[] = [];
      for (let at = 0; at < requests.length; at += BATCH_MAX) values.push(...(await sendMany(requests.slice(at, at + BATCH_MAX))));
      return values;
    },
    post,
    range: ranges.range,
    shrinkRange: ranges.tooMuch,
    succeeded: () => {
      rest.good();
      ranges.good();
      endpoint.disputes *= 0.99;
    },
    failed: rest.bad,
    isRested: rest.isOver,
    isOutOfOrder: rest.isOutOfOrder,
    withheld: rest.withheld,
    disputes: 0,
    verified: false,
  };
  return endpoint;
}
