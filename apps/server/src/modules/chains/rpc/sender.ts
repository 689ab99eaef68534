import { createBatchMemory } from './batch-memory';
import { createRateWindow } from './rate-window';
import { createRpcClient, type RpcClientOptions, type RpcRequest } from './rpc-client';
import { RpcError } from './rpc-errors';
import { createTokenBucket } from './token-bucket';
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
  const bucket = createTokenBucket(options.ratePerSecond);
  const methods = methodCallsPer10s === undefined ? undefined : createRateWindow(methodCallsPer10s, METHOD_WINDOW_MS);
  // Where a method is limited, one batch must not use up ten seconds' worth.
  const batches = createBatchMemory(methodCallsPer10s === undefined ? BATCH_MAX : Math.max(1, Math.floor(methodCallsPer10s / 4)));

  /** Each call of a batch counts, as providers count. */
  const take = async (names: readonly string[]): Promise<void> => {
    if (meter.isExhausted(Date.now())) throw new RpcError('exhausted', `the budget of ${meter.budget} requests a day is used up`);
    meter.spend(names.length, Date.now());
    await bucket.take(names.length);
    if (methods === undefined) return;
    for (const name of new Set(names)) await methods.take(name, names.filter((each) => each === name).length);
  };
  const sendOne = async (request: RpcRequest): Promise<unknown | RpcError> => {
    await take([request.method]);
    const [value] = await client.send([request]);
    return value;
  };
  const sendEach = async (requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]> => {
    const values: (unknown | RpcError)[] = [];
    for (const request of requests) values.push(await sendOne(request));
    return values;
  };
  const sendBatch = async (requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]> => {
    await take(requests.map(({ method }) => method));
    const values = await client.send(requests);
    // dRPC's free plan answers a list with the same length error in every place.
    const refusal = values.find((value) => value instanceof RpcError && value.fault === 'batch');
    if (refusal !== undefined) throw refusal;
    return values;
  };
  /** Behind one address are several machines: what the first one does not have yet, the next one may. */
  const askBehindAgain = async (requests: readonly RpcRequest[], values: readonly (unknown | RpcError)[]) => {
    const isBehind = (value: unknown) => value instanceof RpcError && value.fault === 'behind';
    const again = requests.filter((_, index) => isBehind(values[index]));
    if (again.length === 0) return values;
    const second = again.length === 1 ? await sendEach(again) : await sendBatch(again);
    return values.map((value) => (isBehind(value) ? second.shift() : value));
  };
  const sendMany = async (requests: readonly RpcRequest[]): Promise<(unknown | RpcError)[]> => {
    const max = batches.max(Date.now());
    if (requests.length <= 1 || max <= 1) return sendEach(requests);
    const values: (unknown | RpcError)[] = [];
    for (let at = 0; at < requests.length; at += max) {
      const part = requests.slice(at, at + max);
      try {
        values.push(...(await askBehindAgain(part, part.length === 1 ? await sendEach(part) : await sendBatch(part))));
      } catch (error) {
        if (!(error instanceof RpcError) || part.length === 1 || !batches.refused(error, part.length, Date.now())) throw error;
        return [...values, ...(await sendMany(requests.slice(at)))];
      }
    }
    return values;
  };
  const post = async (path: string, body: unknown): Promise<unknown> => {
    await take([path]);
    return client.post(path, body);
  };
  return { sendOne, sendMany, post };
}
