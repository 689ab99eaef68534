import { createBatchMemory } from './batch-memory';
import { createBatches } from './batches';
import { createCallRate } from './call-rate';
import { createRateWindow } from './rate-window';
import { createRpcClient, type RpcClientOptions, type RpcRequest } from './rpc-client';
import { RpcError } from './rpc-errors';
import type { UsageMeter } from './usage-meter';

const METHOD_WINDOW_MS = 10_000;
const BATCH_MAX = 100;

export type SenderOptions = RpcClientOptions & {
  readonly ratePerSecond: number;
  readonly methodCallsPer10s?: number;
  readonly meter: UsageMeter;
};

/** All requests to a node pass through here: its rate limits and its budget cover all of them. */
export function createSender(options: SenderOptions) {
  const { meter, methodCallsPer10s } = options;
  const client = createRpcClient(options);
  const rate = createCallRate(options.ratePerSecond);
  const methods = methodCallsPer10s === undefined ? undefined : createRateWindow(() => methodCallsPer10s, METHOD_WINDOW_MS);
  // Where a method is limited, one batch must not use up ten seconds' worth.
  const batches = createBatchMemory(methodCallsPer10s === undefined ? BATCH_MAX : Math.max(1, Math.floor(methodCallsPer10s / 4)));

  /** Each call of a batch counts, as providers count. */
  const take = async (names: readonly string[]): Promise<void> => {
    if (meter.isExhausted(Date.now())) throw new RpcError('exhausted', `the budget of ${meter.budget} requests a day is used up`);
    // Not a fault of the node, which must stay in use for payments.
    if (meter.refusesLookUp(Date.now())) throw new Error('the share of the budget that people may use up is spent');
    meter.spend(names.length, Date.now());
    await rate.take(names.length);
    if (methods === undefined) return;
    for (const name of new Set(names)) await methods.take(name, names.filter((each) => each === name).length);
  };
  const send = async (requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]> => {
    await take(requests.map(({ method }) => method));
    return client.send(requests);
  };
  const sendOne = async (request: RpcRequest): Promise<unknown | RpcError> => (await send([request]))[0];
  const post = async (path: string, body: unknown): Promise<unknown> => {
    await take([path]);
    return client.post(path, body);
  };
  return { sendOne, sendMany: createBatches({ rate, batches, send }), post };
}
