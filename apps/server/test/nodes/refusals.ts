import type { Provider } from './node-types';

type RefusalParts = {
  readonly message: string;
  readonly code?: number;
  readonly data?: unknown;
  /** Of a request with a single call; a call of a batch is refused inside an answer of 200. */
  readonly status?: number;
  readonly retryAfterS?: number;
  /** The whole answer where it is not JSON-RPC. */
  readonly body?: string;
};

/** A node's refusal. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(readonly parts: RefusalParts) {
    super(parts.message);
  }
}

const hex = (value: number): string => `0x${value.toString(16)}`;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;

export const methodNotFound = (method: string, provider: Provider): Refusal =>
  new Refusal({
    code: METHOD_NOT_FOUND,
    message:
      provider === 'java-tron' || provider === 'trongrid'
        ? 'method not found'
        : provider === 'solana'
          ? 'Method not found'
          : `the method ${method} does not exist/is not available`,
  });

/** A range of eth_getLogs that is too wide, in each provider's wording. README.md lists the sources. */
export function rangeRefused(provider: Provider, blocks: number, from: number, asked: number): Refusal {
  switch (provider) {
    case 'alchemy':
      return new Refusal({
        status: 400,
        code: -32600,
        message:
          `Under the Free tier plan, you can make eth_getLogs requests with up to a ${blocks} block range. Based on your parameters, ` +
          `this block range should work: [${hex(from)}, ${hex(from + blocks - 1)}]. Upgrade to PAYG for expanded block range.`,
      });
    case 'quicknode':
      return new Refusal({ status: 413, code: -32614, message: `eth_getLogs is limited to a ${blocks.toLocaleString('en-US')} range` });
    case 'infura':
      return new Refusal({ code: INVALID_PARAMS, message: `range ${asked} exceeds limit of ${blocks}` });
    case 'ankr':
      return new Refusal({ code: -32062, message: 'Block range is too large' });
    case 'drpc':
      return new Refusal({ code: 35, message: `ranges over ${blocks} blocks are not supported on freetier` });
    case 'java-tron':
    case 'trongrid':
      return new Refusal({ code: INVALID_PARAMS, message: `exceed max block range: ${blocks}` });
    case 'chainstack':
      return new Refusal({
        code: -32602,
        message: 'Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits',
      });
    case 'geth':
    case 'solana':
    case 'helius':
      return new Refusal({ code: -32000, message: `exceed maximum block range: ${blocks}` });
  }
}

/** A range past the machine's newest block (ethereum/execution-apis#875; bsc keeps geth's older text). */
export const beyondHead = (isBsc: boolean): Refusal =>
  new Refusal({ code: INVALID_PARAMS, message: isBsc ? 'invalid block range params' : 'block range extends beyond current head block' });

/** geth's answer for a receipt while it indexes (go-ethereum, `internal/ethapi`). */
export const indexing = (): Refusal => new Refusal({ code: -32000, message: 'transaction indexing is in progress' });

export function tooManyResults(provider: Provider, results: number, from: number, to: number): Refusal {
  const message = `query returned more than ${results} results`;
  const half = Math.max(from, Math.floor((from + to) / 2));
  if (provider === 'alchemy')
    return new Refusal({
      status: 400,
      code: INVALID_PARAMS,
      message:
        'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can ' +
        `request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [${hex(from)}, ${hex(half)}]`,
    });
  if (provider === 'infura')
    return new Refusal({
      code: -32005,
      message: `${message}. Try with this block range [${hex(from).toUpperCase().replace('X', 'x')}, ${hex(half).toUpperCase().replace('X', 'x')}].`,
      data: { from: hex(from), limit: results, to: hex(half) },
    });
  return new Refusal({ code: -32005, message });
}

export const tooManyTopics = (values: number): Refusal => new Refusal({ code: INVALID_PARAMS, message: `exceed max topics: ${values}` });

export function tooFast(provider: Provider, calls: number, windowMs: number, waitMs: number, perMethod: boolean): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  switch (provider) {
    case 'trongrid':
      return new Refusal({
        status: 403,
        message: 'request rate exceeded',
        body: JSON.stringify({
          Error: `request rate exceeded the allowed_rps(${calls}), and the query server is suspended for ${seconds} s`,
        }),
      });
    case 'solana':
      return new Refusal({
        status: 429,
        code: 429,
        retryAfterS: seconds,
        message: perMethod ? 'Too many requests for a specific RPC call' : 'Too many requests from your IP',
      });
    case 'alchemy':
      return new Refusal({
        status: 429,
        code: 429,
        message:
          'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message. If not, check out the documentation.',
      });
    case 'quicknode':
      return new Refusal({
        status: 429,
        code: -32007,
        message: `${Math.ceil((calls * 1000) / windowMs)}/second request limit reached - reduce calls per second or upgrade your account at quicknode.com`,
      });
    case 'infura':
      return new Refusal({
        status: 429,
        code: -32005,
        message: 'project ID request rate exceeded',
        data: { rate: { allowed_rps: calls, backoff_seconds: seconds, current_rps: calls + 1 } },
      });
    case 'chainstack':
      return new Refusal({ status: 429, code: -32005, message: "You've exceeded the RPS limit available on the current plan." });
    case 'helius':
      return new Refusal({ status: 429, code: -32429, message: 'rate limited' });
    case 'ankr':
    case 'drpc':
    case 'geth':
    case 'java-tron':
      return new Refusal({ status: 429, code: -32005, retryAfterS: seconds, message: 'rate limit exceeded' });
  }
}

export function quotaSpent(provider: Provider, perDay: number): Refusal {
  switch (provider) {
    case 'trongrid':
      return new Refusal({
        status: 403,
        message: 'daily usage exceeded',
        body: JSON.stringify({ Error: `Exceed the user daily usage (${perDay}), the maximum query frequency is 1 time per second` }),
      });
    case 'infura':
      return new Refusal({ status: 429, code: -32005, message: 'daily request count exceeded, request rate limited' });
    case 'quicknode':
      return new Refusal({ status: 429, code: -32003, message: 'daily request limit reached - upgrade your account at quicknode.com' });
    case 'alchemy':
      return new Refusal({
        status: 429,
        code: 429,
        message: 'Monthly capacity limit exceeded. Visit the dashboard to upgrade your scaling policy for continued service.',
      });
    case 'ankr':
    case 'drpc':
    case 'geth':
    case 'java-tron':
    case 'chainstack':
    case 'helius':
    case 'solana':
      return new Refusal({ status: 429, code: -32001, message: 'quota exceeded: the daily limit of requests is reached' });
  }
}

export function batchRefused(provider: Provider, calls: number): Refusal {
  if (provider === 'java-tron' || provider === 'trongrid')
    return new Refusal({ code: -32005, message: `batch size exceeds the limit of ${calls}` });
  if (provider === 'drpc')
    return new Refusal({ status: 500, code: 31, message: `Batch of more than ${calls} requests are not allowed on free tier` });
  if (provider === 'helius')
    return new Refusal({
      code: -32600,
      message: `This archival method ${calls === 0 ? 'does not support batch requests' : `takes at most ${calls} in a batch`}`,
    });
  if (calls === 0) return new Refusal({ status: 400, code: -32600, message: 'Batch requests are not supported' });
  return new Refusal({ status: 400, code: -32600, message: `batch size is too large: at most ${calls}` });
}
