import { RpcError, type RpcFault } from './rpc-errors';

const PENALTY_MS = 30_000; // TronGrid blocks a caller without a key for this long after a 403
const RETRY_AFTER_MS_MAX = 24 * 3_600_000;

/**
 * JSON-RPC error codes are unreliable: -32005 alone means a rate limit, too many results, or a lagging Solana node. So the text decides, in
 * this order; classify.test.ts has each provider's texts with their source.
 */
const PHRASES: readonly (readonly [RpcFault, RegExp])[] = [
  // A block that this machine does not have yet is no limit of the range: the next machine or the next second has it.
  [
    'behind',
    /node is (behind|unhealthy)|minimum context slot|beyond (the )?(current |latest )?head|invalid block range( params)?\.?$|params: empty range|specified in filter.{0,60}(cannot|not) be found|(from|to) ?block.{0,30}(greater|higher|larger|after|ahead|beyond).{0,30}(latest|head|current|last|tip)|after last accepted block|could not get header|block.{0,30}in the future|indexing is in progress/i,
  ],
  [
    'batch',
    /not support.{0,20}batch|batch.{0,60}(not (supported|allowed|enabled)|disabled|too large|limit|exceed|more than)|(too many|more than \d+|at most \d+).{0,30}batch/i,
  ],
  [
    'exhausted',
    /\b(daily|monthly|per month|per day)\b.{0,60}(exceed|reach|limit|usage|exhaust)|exceed.{0,40}\b(daily|monthly)\b|max usage reached|(credits?|quota).{0,30}(exhausted|used up|exceeded|reached|depleted)|upgrade your (scaling|plan) policy|out of (credits|compute units)/i,
  ],
  ['filter', /exceed max (addresses|topics|sub)|maximum of \d+ (addresses|topics)|too many (topics|addresses)/i],
  [
    'range',
    /block.{0,20}range|max.{0,20}range|\brange\b.{0,30}(large|limit|exceed|wide|big)|limited to (a |an )?[\d,]+ (block )?range|ranges? over [\d,]+ blocks|(more than|exceeds?).{0,20}\d+ (results|logs)|too many (results|logs)|log response size|response (size|is too (large|big))|response too large|blocks distance|exceed max block|query (timeout|timed out|duration)|result set|narrow your filter|requested more than.{0,20}blocks/i,
  ],
  [
    'limited',
    /rate.?limit|too many requests|too quickly|request (count|rate|limit)|requests? (per|\/).{0,10}second|\/sec\b|\brps\b|compute units|throughput|capacity|frequen|limit exceeded|triggered|suspended for/i,
  ],
  [
    'key',
    /api[ -]?key|project id|unauthori[sz]ed|invalid (token|credentials|access)|authenticat|access (token|denied|forbidden)|blocked from this endpoint|endpoint (is |has been )?disabled/i,
  ],
  ['timeout', /request timeout|timed? ?out/i],
  ['unsupported', /method.*(not (found|supported|available|allowed|exist|enabled|whitelisted)|does not exist|is (disabled|unavailable))/i],
  [
    'history',
    /missing trie|pruned|pruning|history|header not found|unknown block|block (not found|.{0,30}not available|.{0,20}cleaned up)|not available|archive|skipped, or missing|too old/i,
  ],
];
const METHOD_NOT_FOUND = -32601;
const LIMIT_EXCEEDED = -32005;
const SOLANA_BLOCK_MISSING = [-32001, -32004, -32007, -32009, -32011];
const LIMITED_CODES = [429, -32429, LIMIT_EXCEEDED];

/** "…the query server is suspended for 5 s" (TronGrid). */
const requestedWaitMs = (message: string): number | undefined => {
  const [, seconds] = /suspended for (\d{1,4}) ?s/.exec(message) ?? [];
  return seconds === undefined ? undefined : Number.parseInt(seconds, 10) * 1000;
};

function faultOf(code: number, message: string): RpcFault {
  if (code === METHOD_NOT_FOUND) return 'unsupported';
  if (SOLANA_BLOCK_MISSING.includes(code) && /slot|block|history/i.test(message)) return 'history';
  const [found] = PHRASES.find(([, phrase]) => phrase.test(message)) ?? [];
  // Some providers add advice: "limit exceeded ... use a smaller block range" is decided by the order above.
  return found ?? (LIMITED_CODES.includes(code) ? 'limited' : 'refused');
}

export function classifyRpcError(code: number, message: string): RpcError {
  const fault = faultOf(code, message);
  const retryAfterMs = requestedWaitMs(message);
  const text = `node answered ${code}: ${message.slice(0, 200)}`;
  return new RpcError(fault, text, { code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

/** Seconds, or a date (RFC 9110); capped at a day. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,7}$/.test(value.trim())) return Math.min(RETRY_AFTER_MS_MAX, Number.parseInt(value, 10) * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.min(RETRY_AFTER_MS_MAX, Math.max(0, at - now));
}

/** The first error in a body, whatever its envelope: JSON-RPC alone or in a list, java-tron's `Error`, or plain text. */
function errorInBody(body: string): { code: number; message: string } | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body.trim() === '' || /^\s*</.test(body) ? undefined : { code: 0, message: body.trim() };
  }
  const first = (Array.isArray(parsed) ? parsed[0] : parsed) as { error?: unknown; Error?: unknown; message?: unknown } | null | undefined;
  const found = first?.error ?? first?.Error ?? first?.message;
  if (typeof found === 'string') return { code: 0, message: found };
  if (typeof found !== 'object' || found === null) return undefined;
  const { code, message } = found as { code?: unknown; message?: unknown };
  return { code: typeof code === 'number' ? code : 0, message: typeof message === 'string' ? message : '' };
}

function faultOfStatus(status: number): RpcFault {
  if (status === 429 || status === 403) return 'limited'; // TronGrid and Alchemy answer 403 to too many requests
  if (status === 402) return 'exhausted';
  if (status === 401) return 'key';
  if (status === 413) return 'range';
  return status >= 500 || status === 408 ? 'unreachable' : 'refused';
}

/**
 * An HTTP status other than 2xx. A known text in the body decides: Alchemy reports a range limit with 400, QuickNode with 413. Otherwise
 * the status decides.
 */
export function classifyStatus(status: number, retryAfter: string | null, body: string, now = Date.now()): RpcError {
  const error = errorInBody(body);
  const named = error === undefined ? undefined : classifyRpcError(error.code, error.message);
  const isKnown = named !== undefined && named.fault !== 'refused' && !(named.fault === 'unsupported' && status === 429);
  const fault = isKnown ? named.fault : faultOfStatus(status);
  const penalty = fault === 'limited' && status === 403 ? PENALTY_MS : undefined;
  const retryAfterMs = readRetryAfter(retryAfter, now) ?? named?.options.retryAfterMs ?? penalty;
  const text = `node answered with HTTP ${status}${error === undefined ? '' : `: ${error.message.slice(0, 200)}`}`;
  return new RpcError(fault, text, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(error === undefined ? {} : { code: error.code }),
  });
}
