import { createBackoff, type Proof, type Withheld } from './endpoint-health';
import { createLimitMemory } from './limit-memory';
import type { RpcRequest } from './rpc-client';
import { RpcError } from './rpc-errors';
import { createSender } from './sender';
import { createUsageMeter, type UsageMeter } from './usage-meter';

export type EndpointOptions = {
  readonly url: string;
  /** Distinguishes nodes of the same host; defaults to the host. */
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly ratePerSecond: number;
  readonly methodCallsPer10s?: number;
  readonly rangeMax: number;
  readonly recipientsMax?: number;
  readonly responseBytesMax?: number;
  /** Counts its requests; by default a separate meter without a budget. */
  readonly meter?: UsageMeter;
};

/** One node of a network: its limits and its health. */
export type Endpoint = {
  /** Host and port only: paths and queries of node URLs carry keys. */
  readonly name: string;
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Per call a result or the node's error; throws when there is no result because the node failed. */
  batch(requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]>;
  /** A call of TRON's HTTP API (`wallet/...`) on the same node: same headers, rate limit, budget and faults as JSON-RPC. */
  post(path: string, body: unknown): Promise<unknown>;
  /** Blocks per eth_getLogs call, as far as known. */
  range(): number;
  shrinkRange(tried: number): void;
  /** Recipients per filter, as far as known. */
  recipients(): number;
  shrinkRecipients(tried: number): void;
  /** It answered eth_getLogs of so many blocks and recipients. */
  servedLogs(blocks: number, recipients: number): void;
  succeeded(): void;
  failed(error: RpcError): void;
  /** It may be asked: not backing off, and within its budget. */
  isAvailable(now: number): boolean;
  /** Whether it named a final block that is not far behind its newest one, or said something of a transaction that another node shows. */
  gave(proof: Proof, isUsable: boolean): void;
  /**
   * Nothing that could prove a payment for longer than a hiccup: no answer, a head that stands still, no final block, nothing but errors
   * about transactions. A node that answers wrongly or asks us to wait is not out of order.
   */
  isOutOfOrder(now: number): boolean;
  /** Why it may not be asked at present although it works, or undefined. */
  withheld(now: number): Withheld | undefined;
  /** Above 1 its budget will not last the day; 0 without a budget. */
  budgetPressure(now: number): number;
  /** Recent contradictions of other nodes; nodes with the fewest are asked first. */
  disputes: number;
  /** Chain id and decimals were verified since the last serious fault. */
  verified: boolean;
  /** By this machine's clock its newest block is old: the chain stands still, or it does. */
  isStale: boolean;
};

const RANGE_START = 2_000;

export function createEndpoint(options: EndpointOptions): Endpoint {
  const meter = options.meter ?? createUsageMeter();
  const { sendOne, sendMany, post } = createSender({ ...options, meter });
  const ranges = createLimitMemory(options.rangeMax, RANGE_START);
  const recipientsMax = Math.max(1, options.recipientsMax ?? 1);
  const recipients = createLimitMemory(recipientsMax);
  const backoff = createBackoff();
  const endpoint: Endpoint = {
    name: options.name ?? new URL(options.url).host,
    call: async (method, params) => {
      const value = await sendOne({ method, params });
      if (value instanceof RpcError) throw value;
      return value;
    },
    batch: async (requests) => {
      const values = await sendMany(requests);
      const limited = values.find((value): value is RpcError => value instanceof RpcError && value.fault === 'limited');
      if (limited !== undefined) backoff.bad(limited);
      return values;
    },
    post,
    range: ranges.limit,
    shrinkRange: ranges.tooMuch,
    recipients: recipients.limit,
    shrinkRecipients: recipients.tooMuch,
    servedLogs: (blocks, named) => {
      ranges.served(blocks);
      recipients.served(named);
    },
    succeeded: () => {
      backoff.good();
      ranges.good();
      recipients.good();
      endpoint.disputes *= 0.99;
    },
    failed: backoff.bad,
    gave: backoff.gave,
    isAvailable: (now) => backoff.isOver(now) && !meter.isExhausted(now) && !meter.refusesLookUp(now),
    isOutOfOrder: (now) => !meter.isExhausted(now) && backoff.isOutOfOrder(now),
    withheld: (now) => (meter.isExhausted(now) ? 'out_of_budget' : backoff.withheld(now)),
    budgetPressure: (now) => meter.pressure(now),
    disputes: 0,
    verified: false,
    isStale: false,
  };
  return endpoint;
}
