import { setTimeout as sleep } from 'node:timers/promises';
import type { createBatchMemory } from './batch-memory';
import type { CallRate } from './call-rate';
import type { RpcRequest } from './rpc-client';
import { RpcError, type RpcFault } from './rpc-errors';

type Value = unknown | RpcError;
/** `isAgain`: asked for the second time. */
type Call = { readonly request: RpcRequest; readonly index: number; readonly isAgain: boolean };

/** The node turned this call away, or answers it otherwise on another machine or in a smaller batch; not a fault of the whole node. */
const OF_THE_CALL: readonly RpcFault[] = ['refused', 'unsupported', 'range', 'filter', 'history', 'behind'];
/** A batch takes longer and is larger than its calls, and behind one address are several machines: such calls are asked once more. */
const ONCE_MORE: readonly RpcFault[] = ['behind', 'range', 'timeout'];
const LIMITED_TRIES = 3;
/** Longer waits are left to the back-off. */
const WAIT_MS_MAX = 2_000;

export type BatchParts = {
  readonly rate: CallRate;
  readonly batches: ReturnType<typeof createBatchMemory>;
  /** One HTTP request. */
  readonly send: (requests: readonly RpcRequest[]) => Promise<Value[]>;
};

const methodsOf = (calls: readonly Call[]): string[] => calls.map(({ request }) => request.method);
const faultOf = (value: Value): RpcFault | undefined => (value instanceof RpcError ? value.fault : undefined);
/** A contract that reverts has answered. */
const isRefused = (value: Value): value is RpcError =>
  value instanceof RpcError && ['refused', 'unsupported', 'garbage'].includes(value.fault) && !/revert/i.test(value.message);

/** Waits for as long as the node asks for; false when that is too long, or it has answered nothing for some times. */
const waitFor = async (limited: RpcError, tries: number): Promise<boolean> => {
  const waitMs = limited.options.retryAfterMs ?? 0;
  if (tries >= LIMITED_TRIES || waitMs > WAIT_MS_MAX) return false;
  await sleep(waitMs);
  return true;
};

/** One request, and what its answer says about the node's limits. */
function createRequest({ rate, batches, send }: BatchParts) {
  /** A node that refuses every call of a batch may refuse only the batch, in words that nobody knows: the first call alone shows it. */
  const withoutBatch = async (part: readonly Call[], values: readonly Value[]): Promise<readonly Value[]> => {
    const [first] = part;
    const refusal = values[0];
    if (first === undefined || part.length === 1 || !isRefused(refusal) || !values.every(isRefused)) return values;
    const [alone] = await send([first.request]);
    if (alone instanceof RpcError) return values;
    batches.refused(refusal, methodsOf(part), Date.now());
    return part.map((_, index) => (index === 0 ? alone : new RpcError('batch', refusal.message)));
  };

  const ask = async (part: readonly Call[]): Promise<readonly Value[] | RpcError> => {
    try {
      return await withoutBatch(part, await send(part.map(({ request }) => request)));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const isAnswer = error.fault === 'limited' || (part.length === 1 && OF_THE_CALL.includes(error.fault));
      return isAnswer ? part.map(() => error) : error;
    }
  };

  /** A whole request failed: whether smaller ones may succeed now. */
  const isWorthLess = (error: RpcError, part: readonly Call[]): boolean => {
    if (ONCE_MORE.includes(error.fault)) batches.tooMuch(methodsOf(part)); // the next time
    return batches.refused(error, methodsOf(part), Date.now());
  };

  /** Calls that are asked again; what their errors say about the node's limits is kept. */
  const askedAgain = (part: readonly Call[], values: readonly Value[]): Call[] => {
    const among = (...faults: readonly RpcFault[]) => part.filter((_, index) => faults.includes(faultOf(values[index]) ?? 'key'));
    const [limited, unbatched] = [among('limited'), among('batch')];
    rate.answered(limited.length);
    const refusal = values.find((value) => faultOf(value) === 'batch');
    const isSmaller = refusal instanceof RpcError && batches.refused(refusal, methodsOf(unbatched), Date.now());
    const isPartial = part.length > 1 && values.some((value) => !(value instanceof RpcError));
    const tooMuch = isPartial ? among('range', 'timeout') : [];
    if (tooMuch.length > 0) batches.tooMuch(methodsOf(part));
    else if (limited.length + unbatched.length === 0) batches.served(methodsOf(part));
    const once = [...tooMuch, ...among('behind')].filter(({ isAgain }) => !isAgain).map((call) => ({ ...call, isAgain: true }));
    return [...(isSmaller ? unbatched : []), ...limited, ...once];
  };

  return { ask, isWorthLess, askedAgain };
}

/**
 * Any number of calls, in requests no larger than the node's plan takes. What was answered is kept, and only the rest is asked again. A
 * call without an answer gets the error; it is thrown when there is no answer at all.
 */
export function createBatches(parts: BatchParts): (requests: readonly RpcRequest[]) => Promise<Value[]> {
  const { rate, batches } = parts;
  const { ask, isWorthLess, askedAgain } = createRequest(parts);
  const nextPart = (open: readonly Call[]): Call[] => {
    const part: Call[] = [];
    let most = rate.most();
    for (const call of open) {
      most = Math.min(most, batches.max(call.request.method, Date.now()));
      if (part.length >= Math.max(1, most)) break;
      part.push(call);
    }
    return part;
  };

  return async (requests) => {
    const results = new Map<number, Value>();
    let open: Call[] = requests.map((request, index) => ({ request, index, isAgain: false }));
    let refusals = 0;
    while (open.length > 0) {
      const part = nextPart(open);
      const values = await ask(part);
      let failure: RpcError | undefined;
      if (values instanceof RpcError) failure = isWorthLess(values, part) ? undefined : values;
      else {
        for (const [index, call] of part.entries()) results.set(call.index, values[index]);
        open = [...askedAgain(part, values), ...open.slice(part.length)];
        const limited = values.find((value): value is RpcError => faultOf(value) === 'limited');
        refusals = values.every((value) => faultOf(value) === 'limited') ? refusals + 1 : 0;
        if (limited !== undefined && !(await waitFor(limited, refusals))) failure = limited;
      }
      if (failure === undefined) continue;
      if (![...results.values()].some((value) => !(value instanceof RpcError))) throw failure;
      for (const { index } of open) results.set(index, failure);
      break;
    }
    return requests.map((_, index) => results.get(index));
  };
}
