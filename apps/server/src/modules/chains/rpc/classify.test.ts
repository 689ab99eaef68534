import { describe, expect, test } from 'vitest';
import { startScriptedNode } from '../../../../test/parts/scripted-node';
import { classifyRpcError, classifyStatus, readRetryAfter } from './classify';
import { createEndpoint, type Endpoint } from './endpoint';
import type { RpcFault } from './rpc-errors';

type Case = readonly [who: string, status: number, code: number, message: string, fault: RpcFault, source: string];

/** Error texts of nodes and providers by fault and shape; the last column is the source. */
const CASES: readonly Case[] = [
  [
    'Alchemy, range',
    400,
    -32600,
    'You can make eth_getLogs requests with up to a 500 block range. Based on your parameters, this block range should work: [0x1, 0x2]',
    'range',
    'boundless-xyz/boundless#838',
  ],
  [
    'Alchemy, free range',
    400,
    -32600,
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Upgrade to PAYG for expanded block range.',
    'range',
    'alchemy.com/docs eth_getLogs',
  ],
  ['Alchemy, size', 200, -32602, 'Log response size exceeded. Please reduce query block range.', 'range', 'bancorprotocol/webapp#523'],
  [
    'Alchemy, per second',
    429,
    429,
    'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.',
    'limited',
    'alchemy.com/docs/reference/throughput',
  ],
  [
    'Alchemy, month',
    429,
    429,
    'Monthly capacity limit exceeded. Visit the dashboard to upgrade your scaling policy for continued service.',
    'exhausted',
    'alchemy.com/support, capacity limit',
  ],
  ['Alchemy, key', 401, -32600, 'Must be authenticated!', 'key', 'alchemy.com/docs/reference/error-reference'],
  ['QuickNode, range', 413, -32614, 'eth_getLogs is limited to a 10,000 range', 'range', 'eternalsafe/wallet#57'],
  ['QuickNode, trial range', 413, -32614, 'eth_getLogs is limited to a 5 range', 'range', 'quicknode.com/docs eth_getLogs'],
  [
    'QuickNode, per second',
    429,
    -32007,
    '50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com',
    'limited',
    'quicknode.com/docs/ethereum/error-references',
  ],
  ['QuickNode, credits a second', 200, -32012, 'credits limited to 6000/sec', 'limited', 'latticexyz/mud#1522'],
  ['QuickNode, day', 429, -32003, 'daily request limit reached - upgrade your account', 'exhausted', 'quicknode.com/docs error-references'],
  ['geth, recipients', 200, -32000, 'exceed max addresses or topics per search position', 'filter', 'ethereum/go-ethereum#34701'],
  [
    'erigon, recipients',
    200,
    -32602,
    'query exceeds the maximum of 1000 addresses or topics per search position',
    'filter',
    'erigontech/erigon#22014',
  ],
  ['java-tron, recipients', 200, -32602, 'exceed max topics: 1000', 'filter', 'java-tron LogFilterWrapper'],
  [
    'Infura, results',
    200,
    -32005,
    'query returned more than 10000 results. Try with this block range [0x1, 0x2].',
    'range',
    'docs.infura.io',
  ],
  ['Infura, range', 200, -32602, 'range 1000000 exceeds limit of 10000', 'range', 'INFURA/infura#237'],
  ['Infura, time', 200, -32005, 'query timeout exceeded', 'range', 'docs.infura.io eth_getLogs'],
  ['Infura, day', 429, -32005, 'daily request count exceeded, request rate limited', 'exhausted', 'CirclesUBI/circles-myxogastria#54'],
  ['Infura, rate', 429, -32005, 'project ID request rate exceeded', 'limited', 'docs.infura.io'],
  ['Infura, key', 403, -32002, 'rejected due to project ID settings', 'key', 'OffchainLabs/prysm#8054'],
  ['Ankr, range', 200, -32600, 'maximum [from, to] blocks distance: 10000', 'range', 'ponder-sh/ponder#1940'],
  ['Ankr, range, older', 200, -32062, 'Block range is too large', 'range', 'AlphaWallet/alpha-wallet-android#2735'],
  ['dRPC, batch', 200, 31, 'Batch of more than 3 requests are not allowed on free tier', 'batch', 'blockscout/blockscout#14211'],
  ['dRPC, range', 400, 35, 'ranges over 10000 blocks are not supported on freetier', 'range', 'drpc.org/docs'],
  [
    'dRPC, time',
    408,
    30,
    'Request timeout on the free tier, please upgrade your tier to the paid one',
    'timeout',
    'enviodev/hyperindex#715',
  ],
  [
    'Chainstack, range',
    200,
    -32602,
    'Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits#evm-range-limits',
    'range',
    'matter-labs/zksync-era#2974',
  ],
  [
    'Chainstack, rate',
    429,
    -32005,
    "You've exceeded the RPS limit available on the current plan.",
    'limited',
    'docs.chainstack.com/docs/limits',
  ],
  ['BSC official, logs off', 200, -32005, 'limit exceeded', 'limited', 'bnb-chain/bsc#1215'],
  ['BSC, range', 200, -32000, 'exceed maximum block range: 5000', 'range', 'AlphaWallet/alpha-wallet-android#2736'],
  ['bor', 200, -32000, 'block range is too wide', 'range', '0xPolygon/bor'],
  ['geth, batch', 200, -32600, 'batch too large', 'batch', 'go-ethereum rpc/errors.go'],
  ['geth, pruned', 200, 4444, 'pruned history unavailable', 'history', 'go-ethereum eth/filters'],
  ['geth, state', 200, -32000, 'missing trie node 1a2b (path )', 'history', 'go-ethereum trie/errors.go'],
  ['erigon, batch', 200, -32000, 'batch limit 100 exceeded: 142 requests given', 'batch', 'erigontech/erigon#7072'],
  ['erigon, range', 200, -32000, 'query block range exceeds server limit, narrow your filter: 1000', 'range', 'erigontech/erigon#19721'],
  ['erigon, logs', 200, -32000, 'query returns too many logs, narrow your filter: 20000', 'range', 'erigontech/erigon#19721'],
  ['java-tron, range', 200, -32602, 'exceed max block range: 5000', 'range', 'tronprotocol/java-tron LogFilterWrapper'],
  ['java-tron, results', 200, -32005, 'query returned more than 10000 results', 'range', 'tronprotocol/java-tron LogBlockQuery'],
  [
    'java-tron, method',
    200,
    -32601,
    'the method eth_getBlockReceipts does not exist/is not available',
    'unsupported',
    'tronprotocol/java-tron',
  ],
  ['geth, past the head', 200, -32602, 'block range extends beyond current head block', 'behind', 'ethereum/execution-apis#875'],
  [
    'reth, past the head',
    200,
    -32602,
    'block range extends beyond current head block: requested 21000100, head 21000000',
    'behind',
    'paradigmxyz/reth#23720',
  ],
  ['bsc, past the head', 200, -32602, 'invalid block range params', 'behind', 'bnb-chain/bsc eth/filters; OffchainLabs/nitro#3666'],
  ['ethrex, past the head', 200, -32603, 'Internal Error: Could not get header for block 21000100', 'behind', 'lambdaclass/ethrex#7236'],
  [
    'parity, past the head',
    200,
    -32000,
    'One of the blocks specified in filter (fromBlock, toBlock or blockHash) cannot be found',
    'behind',
    'openethereum/parity-ethereum#9256',
  ],
  ['geth, receipts late', 200, -32000, 'transaction indexing is in progress', 'behind', 'ethereum/go-ethereum#29956'],
  ['scroll, range', 200, -32000, 'block range is bigger than maxBlockRange', 'range', 'scroll-tech/go-ethereum#529'],
  ['Helius, batch', 200, -32600, 'This archival method does not support batch requests', 'batch', 'helius.dev getSignaturesForAddress'],
  ['Solana, lag', 200, -32005, 'Node is behind by 3104 slots', 'behind', 'solana-labs/solana#21046'],
  ['Solana, slot', 200, -32009, 'Slot 5 was skipped, or missing in long-term storage', 'history', 'across-protocol/sdk#1172'],
  [
    'Solana, cleaned',
    200,
    -32001,
    'Block 5 cleaned up, does not exist on node. First available block: 9',
    'history',
    'solana rpc custom errors',
  ],
  [
    'Solana, version',
    200,
    -32015,
    'Transaction version (1) is not supported by the requesting client. Please try the request again with "maxSupportedTransactionVersion": 1',
    'refused',
    'zeta-chain/node#3220',
  ],
  [
    'Solana public, per method',
    429,
    429,
    'Too many requests for a specific RPC call, please contact your app developer to further troubleshoot.',
    'limited',
    'blocto/solana-go-sdk#107',
  ],
  ['Helius, rate', 429, -32429, 'rate limited', 'limited', 'helius.dev/docs/billing/rate-limits'],
  ['Helius, credits', 429, -32429, 'max usage reached', 'exhausted', 'helius.dev/docs/billing'],
  ['Helius, key', 401, -32401, 'invalid api key provided', 'key', 'helius.dev/docs/faqs/error-codes'],
];

describe('an error is classified with its HTTP status, and with 200', () => {
  test.each(CASES)('%s: HTTP %i, %i "%s" is %s', (_who, status, code, message, fault) => {
    expect(classifyRpcError(code, message).fault).toBe(fault);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } });
    if (fault !== 'refused') expect(classifyStatus(status === 200 ? 400 : status, null, body).fault).toBe(fault);
    expect(classifyRpcError(code, message).options.code).toBe(code);
  });
});

describe('TronGrid', () => {
  test.each([
    ['{"Error":"request rate exceeded the allowed_rps(10), and the query server is suspended for 5 s"}', 403, 'limited', 5_000],
    ['{"Error":"Exceed the user daily usage (100000), the maximum query frequency is 1 time per second"}', 403, 'exhausted', undefined],
    ['', 403, 'limited', 30_000],
    ['{"Success":false,"Error":"ApiKey not exists","StatusCode":401}', 401, 'key', undefined],
  ])('%s with %i is %s', (body, status, fault, retryAfterMs) => {
    const error = classifyStatus(status, null, body);
    expect({ fault: error.fault, retryAfterMs: error.options.retryAfterMs }).toEqual({ fault, retryAfterMs });
  });
});

test('without a meaningful body the status alone decides', () => {
  const faults = [429, 402, 401, 403, 413, 400, 404, 500, 502, 503].map((status) => classifyStatus(status, null, '<html>').fault);
  expect(faults).toEqual([
    ...['limited', 'exhausted', 'key', 'limited', 'range'],
    ...['refused', 'refused', 'unreachable', 'unreachable', 'unreachable'],
  ]);
});

test('Retry-After is a number of seconds or a date, capped at a day', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  expect(readRetryAfter('7', now)).toBe(7_000);
  expect(readRetryAfter('Sun, 15 Nov 2026 12:01:30 GMT', now)).toBe(90_000);
  expect(readRetryAfter('Sun, 15 Nov 2026 11:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('9999999', now)).toBe(86_400_000);
  expect([readRetryAfter('soon', now), readRetryAfter(null, now)]).toEqual([undefined, undefined]);
});

describe('batches', async () => {
  const node = await startScriptedNode();
  const newEndpoint = (): Endpoint => createEndpoint({ url: node.url, timeoutMs: 2_000, ratePerSecond: 1_000, rangeMax: 1_000 });
  const calls = (count: number) => Array.from({ length: count }, (_, index) => ({ method: `m${index}`, params: [] }));
  type Call = { id: number; method: string };
  const answerTo = ({ id, method }: Call) => ({ jsonrpc: '2.0', id, result: method });
  const error = (code: number, message: string, id: number | null = null) => ({ jsonrpc: '2.0', id, error: { code, message } });

  test.each([
    ['HTTP 400 with an error object', { status: 400, json: error(-32600, 'batch requests are not supported') }],
    ['HTTP 405', { status: 405, text: 'Method Not Allowed' }],
    ['one error object in place of a list', { json: error(-32600, 'Invalid Request') }],
  ])('%s: the node is asked one by one, and batches are not tried again at once', async (_what, refusal) => {
    node.answer = ({ body }) => (Array.isArray(body) ? refusal : { json: answerTo(body as Call) });
    const endpoint = newEndpoint();
    expect(await endpoint.batch(calls(3))).toEqual(['m0', 'm1', 'm2']);
    node.requests.length = 0;
    expect(await endpoint.batch(calls(2))).toEqual(['m0', 'm1']);
    expect(node.requests.map(({ body }) => Array.isArray(body))).toEqual([false, false]);
  });

  test('the same error in every place that names a size: smaller batches', async () => {
    const tooMany = 'Batch of more than 3 requests are not allowed on free tier';
    node.answer = ({ body }) => {
      const list = body as Call[];
      if (!Array.isArray(body)) return { json: answerTo(body as Call) };
      return { json: list.map((call) => (list.length > 3 ? error(31, tooMany, call.id) : answerTo(call))) };
    };
    const endpoint = newEndpoint();
    node.requests.length = 0;
    expect(await endpoint.batch(calls(7))).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6']);
    expect(node.requests.map(({ body }) => (Array.isArray(body) ? body.length : 1))).toEqual([7, 3, 3, 1]);
  });

  test('a range refused with HTTP 400 for the whole batch concerns the range, not the batch', async () => {
    node.answer = () => ({ status: 400, json: error(-32600, 'eth_getLogs requests with up to a 10 block range') });
    await expect(newEndpoint().batch(calls(2))).rejects.toMatchObject({ fault: 'range' });
  });
});
