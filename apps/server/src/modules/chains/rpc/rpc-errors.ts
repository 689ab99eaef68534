/**
 * What went wrong with a node, by what to do about it. limited: wait as told · range: ask for less · timeout, unreachable, garbage:
 * try another · behind: it lags · history: it has pruned what was asked · partial: it left something out · lying: it said what
 * cannot be · refused: the call itself was turned down.
 */
export type RpcFault =
  | 'limited'
  | 'range'
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
    readonly options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
  }
}

/** The network cannot be watched as configured; no retry makes it right. */
export class NetworkMismatch extends Error {
  override readonly name = 'NetworkMismatch';
}

const LIMITED = /rate.?limit|too many requests|request (count|rate)|quota|capacity|compute units|frequen/i;
/** Infura, Alchemy, QuickNode, geth, erigon and java-tron each say it in words of their own. */
const RANGE =
  /block range|max.{0,20}range|range.{0,30}(large|limit|exceed|wide)|more than \d+ (results|logs)|too many (results|logs)|response size|exceed max|query timeout|result set|limit exceeded/i;
const HISTORY = /missing trie|pruned|history|header not found|unknown block|block not found|not available|archive/i;
const METHOD_NOT_FOUND = -32601;
const LIMIT_EXCEEDED = -32005;

/** A JSON-RPC error object: the codes are not kept to, so the words decide. */
export function classifyRpcError(code: number, message: string): RpcError {
  const text = `node answered ${code}: ${message.slice(0, 200)}`;
  if (RANGE.test(message) && !LIMITED.test(message)) return new RpcError('range', text);
  if (LIMITED.test(message) || code === LIMIT_EXCEEDED || code === 429) return new RpcError('limited', text);
  if (code === METHOD_NOT_FOUND || /method.*(not (found|supported|available|exist)|does not exist)/i.test(message))
    return new RpcError('unsupported', text);
  if (HISTORY.test(message)) return new RpcError('history', text);
  return new RpcError('refused', text);
}

const PENALTY_MS = 30_000; // TronGrid shuts a caller out for so long after a 403

/** A plain HTTP status other than 200. */
export function classifyStatus(status: number, retryAfter: string | null): RpcError {
  const seconds = retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number.parseInt(retryAfter, 10) : undefined;
  const text = `node answered with HTTP ${status}`;
  if (status === 429 || status === 403 || (status === 503 && seconds !== undefined)) {
    const retryAfterMs = seconds === undefined ? (status === 403 ? PENALTY_MS : undefined) : seconds * 1000;
    return new RpcError('limited', text, retryAfterMs === undefined ? {} : { retryAfterMs });
  }
  if (status === 413) return new RpcError('range', text);
  return new RpcError('unreachable', text);
}
