import { createLimitMemory } from './limit-memory';
import type { RpcError, RpcFault } from './rpc-errors';

/** Plans change and nodes are replaced: larger batches are tried again after this. */
const RETRY_MS = 6 * 3_600_000;
/** A node without batch support answers 400, 405, -32600 or something that is not a list. */
const NO_BATCHES: readonly RpcFault[] = ['batch', 'garbage', 'refused', 'unsupported'];

/** The limit named in "Batch of more than 3 requests are not allowed", "batch limit 100 exceeded". */
function namedLimit(message: string): number | undefined {
  const [, more, limit] = /(?:more than|at most) (\d{1,4})|limit (?:of |is )?(\d{1,4})/i.exec(message) ?? [];
  const digits = more ?? limit;
  return digits === undefined ? undefined : Number.parseInt(digits, 10);
}

function createMethodMemory(most: number) {
  /** What the node accepts; 1 without batch support. */
  let accepted = most;
  let retryAt = 0;
  /** What it answers in time and in one piece. */
  const answered = createLimitMemory(most);
  return {
    max: (now: number): number => {
      if (accepted < most && now >= retryAt) accepted = most;
      return Math.min(accepted, answered.limit());
    },
    refused: (error: RpcError, tried: number, now: number): void => {
      const limit = error.fault === 'batch' ? namedLimit(error.message) : undefined;
      accepted = limit !== undefined && limit > 1 && limit < tried ? limit : 1;
      retryAt = now + RETRY_MS;
    },
    answered,
  };
}

function countEach(methods: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const method of methods) counts.set(method, (counts.get(method) ?? 0) + 1);
  return counts;
}

/** How many calls of a method a node takes per request: Helius takes no batch of getSignaturesForAddress, but of everything else. */
export function createBatchMemory(most: number) {
  const memories = new Map<string, ReturnType<typeof createMethodMemory>>();
  const of = (method: string) => {
    const memory = memories.get(method) ?? createMethodMemory(most);
    memories.set(method, memory);
    return memory;
  };
  return {
    max: (method: string, now: number): number => of(method).max(now),
    /** True when the failure means that the batch of these methods was too large: retry with the size known then. */
    refused: (error: RpcError, methods: readonly string[], now: number): boolean => {
      if (methods.length === 1 || !NO_BATCHES.includes(error.fault)) return false;
      for (const method of new Set(methods)) of(method).refused(error, methods.length, now);
      return true;
    },
    /** The answer took too long or was too large; a method that was asked for once in the batch is not to blame. */
    tooMuch: (methods: readonly string[]): void => {
      for (const [method, calls] of countEach(methods)) if (calls > 1) of(method).answered.tooMuch(calls);
    },
    served: (methods: readonly string[]): void => {
      for (const [method, calls] of countEach(methods)) {
        of(method).answered.served(calls);
        of(method).answered.good();
      }
    },
  };
}
