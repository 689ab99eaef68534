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

/** How many calls a node takes per request; 1 without batch support. */
export function createBatchMemory(most: number) {
  let size = most;
  let retryAt = 0;
  return {
    max: (now: number): number => {
      if (size < most && now >= retryAt) size = most;
      return size;
    },
    /** True when the failure means that the batch was too large: retry with the size known then. */
    refused: (error: RpcError, tried: number, now: number): boolean => {
      if (!NO_BATCHES.includes(error.fault)) return false;
      const limit = error.fault === 'batch' ? namedLimit(error.message) : undefined;
      size = limit !== undefined && limit > 1 && limit < tried ? limit : 1;
      retryAt = now + RETRY_MS;
      return true;
    },
  };
}
