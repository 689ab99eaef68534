import { createBatchMemory } from './batch-memory';
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

/** Sends many calls in one request where the node takes that, else one by one. */
function createSender(options: EndpointOptions) {
  const client = createRpcClient(options);
  const bucket = createTokenBucket(options.ratePerSecond);
  const batches = createBatchMemory();
  const sendOne = async (request: RpcRequest): Promise<unknown | RpcError> => {
    await bucket.take(1);
    const [value] = await client.send([request]);
    return value;
  };
  const sendEach = async (requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]> => {
    const values: (unknown | RpcError)[] = [];
    for (const request of requests) values.push(await sendOne(request));
    return values;
  };
  const sendBatch = async (requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]> => {
    await bucket.take(requests.length);
    const values = await client.send(requests);
    // dRPC's free plan answers the list, with the same complaint about its length in every place.
    const refusal = values.find((value) => value instanceof RpcError && value.fault === 'batch');
    if (refusal !== undefined) throw refusal;
    return values;
  };
  const sendMany = async (requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]> => {
    if (requests.length <= 1) return sendEach(requests);
    const max = batches.max(Date.now());
    if (max <= 1) return sendEach(requests);
    const values: (unknown | RpcError)[] = [];
    for (let at = 0; at < requests.length; at += max) {
      const part = requests.slice(at, at + max);
      try {
        values.push(...(part.length === 1 ? await sendEach(part) : await sendBatch(part)));
      } catch (error) {
        if (!(error instanceof RpcError) || part.length === 1 || !batches.refused(error, part.length, Date.now())) throw error;
        return [...values, ...(await sendMany(requests.slice(at)))];
      }
    }
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
    batch: sendMany,
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
