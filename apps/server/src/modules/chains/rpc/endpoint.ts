import { createRpcClient, type RpcRequest } from './rpc-client';
import { RpcError, type RpcFault } from './rpc-errors';
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
  /** Blocks it gives logs for in one call, as far as is known. */
  range(): number;
  shrinkRange(tried: number): void;
  succeeded(): void;
  failed(error: RpcError): void;
  isRested(now: number): boolean;
  readonly restUntil: number;
  /** It has not answered at all for longer than a hiccup; one that answers wrongly is not out of order. */
  isOutOfOrder(now: number): boolean;
  /** How often it contradicted others lately; the most peaceful are asked first. */
  disputes: number;
  /** Chain id and decimals were checked since the last serious fault. */
  verified: boolean;
};

const RANGE_START = 2_000;
const GROW_AFTER = 25; // answers in a row before a larger range is tried again
const REST_MS: Partial<Record<RpcFault, number>> = { lying: 600_000, partial: 30_000, history: 30_000, behind: 1_000 };
const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 60_000;
const BATCH_MAX = 100;
const OUT_OF_ORDER_MS = 60_000;
const NO_ANSWER: readonly RpcFault[] = ['unreachable', 'timeout', 'limited', 'garbage'];

export function createEndpoint(options: EndpointOptions): Endpoint {
  const client = createRpcClient(options);
  const bucket = createTokenBucket(options.ratePerSecond);
  let range = Math.min(RANGE_START, options.rangeMax);
  let ceiling = options.rangeMax;
  let goodAnswers = 0;
  let failures = 0;
  let restUntil = 0;
  let understandsBatches = true;
  let silentSince: number | undefined;

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
        if (!(error instanceof RpcError) || !['garbage', 'refused', 'unsupported'].includes(error.fault)) throw error;
        understandsBatches = false; // remembered: the same calls go one by one from now on
      }
    }
    const values: (unknown | RpcError)[] = [];
    for (const request of requests) values.push(await sendOne(request));
    return values;
  };

  const restMsOf = (error: RpcError): number => {
    if (error.options.retryAfterMs !== undefined) return error.options.retryAfterMs;
    const grown = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** Math.min(failures, 10));
    return Math.max(REST_MS[error.fault] ?? 0, grown) * (0.5 + Math.random() / 2);
  };

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
    range: () => range,
    shrinkRange: (tried) => {
      range = Math.max(1, Math.floor(Math.min(tried, range) / 2));
      ceiling = Math.max(1, tried - 1);
      goodAnswers = 0;
    },
    succeeded: () => {
      failures = 0;
      silentSince = undefined;
      endpoint.disputes *= 0.99;
      goodAnswers += 1;
      if (goodAnswers < GROW_AFTER) return;
      goodAnswers = 0;
      // One try beyond the known ceiling each time: busy blocks pass, plans change.
      range = Math.min(options.rangeMax, range < ceiling ? Math.min(ceiling, range * 2) : range + Math.ceil(range / 8));
    },
    failed: (error) => {
      failures += 1;
      goodAnswers = 0;
      silentSince = NO_ANSWER.includes(error.fault) ? (silentSince ?? Date.now()) : undefined;
      restUntil = Date.now() + restMsOf(error);
    },
    isRested: (now) => now >= restUntil,
    isOutOfOrder: (now) => silentSince !== undefined && now - silentSince > OUT_OF_ORDER_MS,
    get restUntil() {
      return restUntil;
    },
    disputes: 0,
    verified: false,
  };
  return endpoint;
}
