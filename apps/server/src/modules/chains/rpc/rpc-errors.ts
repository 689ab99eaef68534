/**
 * What went wrong with a node, by what to do about it. limited: too many requests, wait as told · exhausted: the plan's quota is used
 * up, wait for hours · key: it refuses our credentials · range: ask for less · filter: name fewer recipients · batch: ask one by one · timeout, unreachable, garbage:
 * try another · behind: it lags · history: it has pruned what was asked · partial: it left something out · lying: it said what
 * cannot be · refused: the call itself was turned down · unsupported: the node does not know the method.
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
    /** `code` is the node's own, where it gave one. */
    readonly options: { readonly retryAfterMs?: number; readonly cause?: unknown; readonly code?: number } = {},
  ) {
    super(message, { cause: options.cause });
  }
}

/** The network cannot be watched as configured; no retry makes it right. */
export class NetworkMismatch extends Error {
  override readonly name = 'NetworkMismatch';
}
