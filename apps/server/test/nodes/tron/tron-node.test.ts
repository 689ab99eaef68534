import { expect, test } from 'vitest';
import { displayAddress } from '../../../src/modules/chains/addresses/addresses';
import { ask, post } from '../ask';
import { TRANSFER_TOPIC, toTopic } from '../evm/evm-blocks';
import { createSimulatedEvm } from '../evm/evm-chain';
import { LIMITS } from '../limits';
import { startTestNode } from '../test-node';

const KEY = `0x${'a1'.repeat(20)}`;
const ALICE = displayAddress('tron', KEY);
type Log = { logIndex: string; address: string };
const logsOf = (from: number, to: number, keys: readonly string[] = [KEY]) => ({
  address: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  fromBlock: `0x${from.toString(16)}`,
  toBlock: `0x${to.toString(16)}`,
  topics: [TRANSFER_TOPIC, null, keys.map(toTopic)],
});

test('JSON-RPC has zero blooms, the solidified block as finalized, no pending, and block ids that begin with the number', async () => {
  const chain = createSimulatedEvm({ network: 'TRON', finalityDepth: 19 });
  const node = await startTestNode(chain, { limits: LIMITS.javaTron });
  chain.pay(ALICE, 5n);
  chain.mineMany(30);
  expect(new URL(node.url).pathname).toBe('/jsonrpc');
  const head = chain.head();
  expect(await ask(node, 'eth_getBlockByNumber', 'latest', false)).toMatchObject({ hash: head.hash, logsBloom: `0x${'0'.repeat(512)}` });
  expect(head.hash.slice(2, 18)).toBe(head.number.toString(16).padStart(16, '0'));
  expect(await ask(node, 'eth_getBlockByNumber', 'finalized', false)).toMatchObject({ number: `0x${(head.number - 19).toString(16)}` });
  await expect(ask(node, 'eth_getBlockByNumber', 'pending', false)).rejects.toMatchObject({ message: 'TAG pending not supported' });
  expect(await ask<Log[]>(node, 'eth_getLogs', logsOf(1_000, head.number))).toMatchObject([{ address: chain.contract }]);
});

test("java-tron's limits are worded like java-tron's", async () => {
  const node = await startTestNode(createSimulatedEvm({ network: 'TRON' }), { limits: LIMITS.javaTron });
  await expect(ask(node, 'eth_getLogs', logsOf(1_000, 6_000))).rejects.toMatchObject({
    code: -32602,
    message: 'exceed max block range: 5000',
  });
  const many = Array.from({ length: 1_001 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`);
  await expect(ask(node, 'eth_getLogs', logsOf(1_000, 1_001, many))).rejects.toMatchObject({ message: 'exceed max topics: 1000' });
});

test('an indexer numbers logs per transaction, a node per block', async () => {
  const chain = createSimulatedEvm({ network: 'TRON' });
  const [node, indexer] = [await startTestNode(chain), await startTestNode(chain, { faults: { logNumbers: 'transaction' } })];
  const block = chain.mine({
    transfers: [
      { to: ALICE, raw: 1n },
      { to: ALICE, raw: 1n },
    ],
  });
  const numbers = async (of: typeof node) =>
    (await ask<Log[]>(of, 'eth_getLogs', logsOf(block.number, block.number))).map(({ logIndex }) => logIndex);
  expect([await numbers(node), await numbers(indexer)]).toEqual([
    ['0x0', '0x1'],
    ['0x0', '0x0'],
  ]);
});

test('the HTTP API has blocks, infos of a whole block and the history of an account, in its own spelling', async () => {
  const chain = createSimulatedEvm({ network: 'TRON', finalityDepth: 2 });
  const node = await startTestNode(chain);
  const base = node.url.replace('/jsonrpc', '');
  const { txHash, block } = chain.pay(ALICE, 25_500_000n);
  const wallet = async (path: string, body: object) => (await post(`${base}${path}`, body)).body as object;
  expect(await wallet('/wallet/getnowblock', {})).toMatchObject({ block_header: { raw_data: { number: block.number } } });
  expect(await wallet('/wallet/getblockbynum', { num: block.number })).toMatchObject({ transactions: [{ txID: txHash.slice(2) }] });
  expect(await wallet('/wallet/getblockbynum', { num: block.number + 9 })).toEqual({});
  const info = {
    id: txHash.slice(2),
    log: [{ address: chain.contract.slice(2), topics: [TRANSFER_TOPIC.slice(2), expect.anything(), toTopic(KEY).slice(2)] }],
  };
  expect(await wallet('/wallet/gettransactioninfobyblocknum', { num: block.number })).toMatchObject([info]);
  expect(await wallet('/wallet/gettransactioninfobyid', { value: txHash.slice(2) })).toMatchObject(info);
  const history = async (query: string) =>
    (await (await fetch(`${base}/v1/accounts/${ALICE}/transactions/trc20?${query}`)).json()) as {
      data: object[];
      meta: { fingerprint?: string };
    };
  expect((await history('only_confirmed=true&only_to=true')).data).toEqual([]);
  chain.mineMany(2);
  expect((await history('only_confirmed=true&only_to=true')).data).toMatchObject([
    { transaction_id: txHash.slice(2), to: ALICE, value: '25500000' },
  ]);
  chain.pay(ALICE, 1n);
  const page = await history('limit=1');
  expect(page.data).toMatchObject([{ value: '1' }]);
  expect((await history(`limit=1&fingerprint=${page.meta.fingerprint}`)).data).toMatchObject([{ value: '25500000' }]);
  expect(node.calls.get('/v1/accounts/:address/transactions/trc20')).toBe(4);
});

test('TronGrid blocks a caller that is too fast for 30 seconds', async () => {
  let now = 0;
  const node = await startTestNode(createSimulatedEvm({ network: 'TRON' }), { limits: LIMITS.tronGrid, now: () => now });
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] };
  expect(
    (
      await post(
        node.url,
        Array.from({ length: 15 }, () => call),
      )
    ).status,
  ).toBe(200);
  expect(await post(node.url, call)).toMatchObject({ status: 403, body: { Error: expect.stringContaining('suspended for 30 s') } });
  now = 29_000;
  expect((await post(node.url, call)).status).toBe(403);
  now = 31_000;
  expect((await post(node.url, call)).status).toBe(200);
});
