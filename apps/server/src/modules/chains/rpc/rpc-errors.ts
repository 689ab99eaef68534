/**
 * Node faults, grouped by the remedy. limited: too many requests, wait as requested · exhausted: quota used up, wait for hours · key:
 * credentials refused · range: request less · filter: name fewer recipients · batch: request one by one · timeout, unreachable, garbage:
 * try another node · behind: it lags · stale: its head stands still while others move on · history: pruned · partial: something was omitted · lying: an impossible answer · refused: the call
 * was rejected · unsupported: unknown method.
 */
export type RpcFault =
  | 'limited'
  | 'exhausted'
  | 'key'
  | 'range'
  | 'filter'
  | 'batch'
  | 'timeout'
  | 'unreachable'
  | 'garbage'
  | 'behind'
  | 'stale'
  | 'history'
  | 'partial'
  | 'lying'
  | 'refused'
  | 'unsupported';

export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly fault: RpcFault,
    message: string,
    /** `code` is the node's own, if any. */
    readonly options: { readonly retryAfterMs?: number; readonly cause?: unknown; readonly code?: number } = {},
  ) {
    super(message, { cause: options.cause });
  }
}

/** The network cannot be watched as configured; retrying does not help. */
export class NetworkMismatch extends Error {
  override readonly name = 'NetworkMismatch';
}
