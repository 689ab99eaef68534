import type { Network } from '@stablegate/contract';

export type RpcCall = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] };
export type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

/** An item of an answer, so that a fault can decide whether to omit it. `key` is stable: the same log has the same key on every node. */
export type Item = {
  readonly method: string;
  readonly key: string;
  readonly txHash: string;
  /** Block number, or slot. */
  readonly block: number;
};

export type LogNumbers = 'block' | 'transaction';
/** refused: an error instead of the final block; newest: its newest block is called final; a number: that block stays the final one. */
export type FinalityAnswer = 'honest' | 'refused' | 'newest' | number;

/**
 * Faults of one node. All can be changed while the node runs; `healthy()` is a node without faults. Chains are shared: two nodes of one
 * chain differ only by their faults and limits.
 */
export type NodeFaults = {
  /** Blocks or slots behind the chain. */
  lag: number;
  /** Its head stands still at this block or slot, while it answers as ever. */
  frozenAt: number | undefined;
  /** What it says of finality. A function is called once per call. */
  finality: FinalityAnswer | (() => FinalityAnswer);
  /** Called once per call: how many blocks the machine that gets it is behind the others of this address. `machines.ts` has seeded ones. */
  machineLag: (() => number) | undefined;
  /** What eth_getLogs answers for blocks the machine does not have: an error since 2026, an empty list by older nodes and java-tron. */
  pastHead: 'refused' | 'empty';
  /** Its log index (EVM) or signature index (Solana) lags this many blocks further, although it reports the newest block. */
  indexLag: number;
  /** The branch it follows, as named by `fork` and `split`; undefined is the canonical one. */
  branch: string | undefined;
  /** Omits an item from lists: logs, signatures, receipts of a block. `omissions.ts` has seeded predicates. */
  omits: ((item: Item) => boolean) | undefined;
  /** Answers null for a transaction although it has its block. */
  hides: ((txHash: string) => boolean) | undefined;
  /** EVM: refuses a transaction's receipt, as geth does while it indexes transactions. */
  refusesReceipt: ((txHash: string) => boolean) | undefined;
  /**
   * How logs are numbered: per block, as geth counts, or from 0 in each transaction, as some releases of Erigon and some indexers of TRON
   * do. A function is called once per answer: the machines behind one address differ.
   */
  logNumbers: LogNumbers | (() => LogNumbers);
  /** Whether logs name the time of their block, as those of geth do since 2025, and java-tron's since 2026. */
  logTimes: boolean;
  /** Blocks or slots below this are pruned. */
  prunedBelow: number;
  /** Methods that are not served: -32601, or 404 for paths of the HTTP API. */
  missing: ReadonlySet<string>;
  /** Does not answer like a node at all: a status, silence, or something that is not JSON. */
  broken: { readonly status: number; readonly body?: string; readonly retryAfterS?: number } | 'hangs' | 'garbage' | undefined;
  latencyMs: number;
  /** Claims to be another network. */
  chainId: number | undefined;
  decimals: number | undefined;
  genesis: string | undefined;
  /** Solana: whether the token program's `batch` is parsed, as nodes do since mid-2026. */
  parsesBatch: boolean;
  /** The whole answer to a call; undefined leaves it to the node. Throw a `Refusal` for an error. */
  answers: ((call: RpcCall, honest: () => unknown) => unknown) | undefined;
};

export const healthy = (): NodeFaults => ({
  lag: 0,
  frozenAt: undefined,
  finality: 'honest',
  machineLag: undefined,
  pastHead: 'refused',
  indexLag: 0,
  branch: undefined,
  omits: undefined,
  hides: undefined,
  refusesReceipt: undefined,
  logNumbers: 'block',
  logTimes: true,
  prunedBelow: 0,
  missing: new Set(),
  broken: undefined,
  latencyMs: 0,
  chainId: undefined,
  decimals: undefined,
  genesis: undefined,
  parsesBatch: true,
  answers: undefined,
});

/** How a provider words the same refusal; the texts are in `refusals.ts`. */
export type Provider =
  | 'alchemy'
  | 'quicknode'
  | 'infura'
  | 'ankr'
  | 'drpc'
  | 'chainstack'
  | 'geth'
  | 'java-tron'
  | 'trongrid'
  | 'solana'
  | 'helius';

/** A plan's limits. Each call of a batch counts. */
export type NodeLimits = {
  readonly provider: Provider;
  readonly rate?: RateLimit;
  /** The same, per method. */
  readonly ratePerMethod?: { readonly calls: number; readonly windowMs: number };
  readonly perDay?: number;
  /** Blocks of one eth_getLogs. */
  readonly logRange?: number;
  readonly logResults?: number;
  /** Values in one topic position. */
  readonly topicValues?: number;
  /** Calls in one batch; 0 refuses batches. */
  readonly batch?: number;
  /** The same for single methods, refused in each place of the answer. */
  readonly batchOf?: Readonly<Record<string, number>>;
};

/**
 * Calls per window. `refuses`: the whole request that exceeds it (the default), or only its calls beyond the limit, each with an error of
 * its own. With a penalty every call is refused for that long afterwards.
 */
export type RateLimit = {
  readonly calls: number;
  readonly windowMs: number;
  readonly penaltyMs?: number;
  readonly refuses?: 'request' | 'calls';
};

export type NodeState = {
  readonly chain: SimulatedChain;
  faults: NodeFaults;
  limits: NodeLimits;
};

/** An answer of an HTTP API beside JSON-RPC: the name the call is counted under, and its result. */
export type HttpAnswer = { readonly method: string; answer(): unknown };
export type HttpRequest = { readonly path: string; readonly query: URLSearchParams; readonly body: Readonly<Record<string, unknown>> };

/** A chain as nodes serve it. The chain holds the truth; the node decides how it is reported. */
export type SimulatedChain = {
  readonly network: Network;
  /** Blocks or slots that the newest final one is behind the newest. */
  readonly finalityDepth: number;
  /** The path of JSON-RPC on a node. */
  readonly path: string;
  methodsOf(node: NodeState): Methods;
  httpOf?(node: NodeState, request: HttpRequest): HttpAnswer | undefined;
};

/** The truth: a successful USDT transfer in a canonical block. */
export type TrueTransfer = {
  readonly network: Network;
  readonly txHash: string;
  /** The log's index in its block; on Solana the instruction's ordinal among the token transfers of the transaction. */
  readonly logIndex: number;
  readonly from: string;
  readonly to: string;
  readonly raw: bigint;
  readonly block: number;
};

/** Time in milliseconds; tests may control it. */
export type Now = () => number;
