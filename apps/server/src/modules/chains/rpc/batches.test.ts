import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSimulatedEvm } from '../../../../test/nodes/evm/evm-chain';
import { LIMITS } from '../../../../test/nodes/limits';
import { nowAndThen } from '../../../../test/nodes/machines';
import type { NodeLimits } from '../../../../test/nodes/node-types';
import { Refusal } from '../../../../test/nodes/refusals';
import { createSimulatedSolana } from '../../../../test/nodes/solana/solana-chain';
import { startTestNode } from '../../../../test/nodes/test-node';
import { startScriptedNode } from '../../../../test/parts/scripted-node';
import { createEndpoint, type Endpoint } from './endpoint';
import { RpcError } from './rpc-errors';

const endpointAt = ({ url }: { readonly url: string }, ratePerSecond = 1_000): Endpoint =>
  createEndpoint({ url, timeoutMs: 2_000, ratePerSecond, rangeMax: 1_000 });
const chain = createSimulatedEvm({ network: 'ERC20' });
chain.mineMany(60);
const numberOf = (value: unknown) => Number((value as { number: string }).number);
const headers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    method: 'eth_getBlockByNumber',
    params: [`0x${(chain.startNumber + index).toString(16)}`, false],
  }));
const wanted = (count: number) => Array.from({ length: count }, (_, index) => chain.startNumber + index);
const faultsOf = (values: readonly unknown[]) => values.map((value) => (value instanceof RpcError ? value.fault : 'answered'));

test('a batch is never larger than the rate', async () => {
  const node = await startTestNode(chain);
  const endpoint = endpointAt(node, 10);
  const began = performance.now();
  expect((await endpoint.batch(headers(25))).map(numberOf)).toEqual(wanted(25));
  expect([node.total(), node.requests]).toEqual([25, 3]);
  expect(performance.now() - began).toBeGreaterThan(2_000);
});

test.each<[string, NodeLimits, number]>([
  ['in each place', { provider: 'chainstack', rate: { calls: 25, windowMs: 500, refuses: 'calls' } }, 110],
  ['as a whole', { provider: 'alchemy', rate: { calls: 25, windowMs: 500 } }, 170],
])(
  'a plan smaller than the settings, refused %s: every call is answered, and the rate is learned',
  async (_how, limits, most) => {
    const node = await startTestNode(chain, { limits });
    const endpoint = endpointAt(node);
    expect((await endpoint.batch(headers(60))).map(numberOf)).toEqual(wanted(60));
    expect(node.total()).toBeLessThan(most);
    node.forgetCalls();
    await sleep(1_100);
    expect((await endpoint.batch(headers(40))).map(numberOf)).toEqual(wanted(40));
    expect(node.total()).toBeLessThanOrEqual(50);
  },
  20_000,
);

test('a node that asks for a long pause keeps what it answered, and is left alone', async () => {
  const node = await startTestNode(chain, { limits: { ...LIMITS.tronGrid, rate: { calls: 15, windowMs: 1_000, penaltyMs: 30_000 } } });
  const endpoint = endpointAt(node, 12);
  node.limits = { ...node.limits, rate: { calls: 13, windowMs: 60_000, penaltyMs: 30_000 } };
  const told = faultsOf(await endpoint.batch(headers(20)));
  expect(told).toEqual([...Array.from({ length: 12 }, () => 'answered'), ...Array.from({ length: 8 }, () => 'limited')]);
  expect([endpoint.withheld(Date.now()), endpoint.isAvailable(Date.now() + 20_000)]).toEqual(['rate_limited', false]);
});

test('where nothing was answered the error is thrown', async () => {
  const node = await startTestNode(chain, { limits: { provider: 'infura', rate: { calls: 0, windowMs: 1_000 } } });
  await expect(endpointAt(node).batch(headers(3))).rejects.toMatchObject({ fault: 'limited' });
  expect(node.total()).toBeLessThanOrEqual(6); // 3, 1 and 1: it shrinks first
});

test('one call with an error costs the others nothing', async () => {
  const node = await startTestNode(chain);
  node.faults.answers = ({ params }) => {
    if (Number(params[0]) === chain.startNumber + 3) throw new Refusal({ code: -32603, message: 'Internal error' });
    return undefined;
  };
  const told = await endpointAt(node).batch(headers(6));
  expect(faultsOf(told)).toEqual(['answered', 'answered', 'answered', 'refused', 'answered', 'answered']);
  expect(node.total()).toBe(6);
});

test('a range past the head of one machine is asked once more, the others are not', async () => {
  const node = await startTestNode(chain);
  const filter = { fromBlock: `0x${chain.head().number.toString(16)}`, toBlock: `0x${chain.head().number.toString(16)}` };
  const requests = Array.from({ length: 40 }, () => ({ method: 'eth_getLogs', params: [filter] }));
  node.faults.machineLag = nowAndThen(3, 0.2, 1, 0);
  const behind = faultsOf(await endpointAt(node).batch(requests)).filter((fault) => fault === 'behind').length;
  expect(behind).toBeLessThan(8);
  expect(node.total() - 40).toBeGreaterThanOrEqual(4);
  expect(node.total() - 40).toBeLessThan(20);
});

test('Helius: getSignaturesForAddress one by one, everything else in batches', async () => {
  const solana = createSimulatedSolana();
  const node = await startTestNode(solana, { limits: { provider: 'helius', batchOf: { getSignaturesForAddress: 0 } } });
  const endpoint = endpointAt(node);
  const account = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
  const lists = Array.from({ length: 4 }, () => ({ method: 'getSignaturesForAddress', params: [account, { limit: 1 }] }));
  expect(await endpoint.batch(lists)).toEqual([[], [], [], []]);
  expect([node.total(), node.requests]).toEqual([8, 5]);
  node.forgetCalls();
  expect(await endpoint.batch(lists)).toEqual([[], [], [], []]);
  await endpoint.batch(Array.from({ length: 4 }, () => ({ method: 'getSlot', params: [] })));
  expect([node.total(), node.requests]).toEqual([8, 5]);
  node.limits = { provider: 'helius', batchOf: { getSignaturesForAddress: 2 } };
  const other = endpointAt(node);
  node.forgetCalls();
  expect(await other.batch(lists)).toEqual([[], [], [], []]);
  expect([node.total(), node.requests]).toEqual([8, 3]);
});

test('a batch refused in words that nobody knows, in every place: one call alone shows it', async () => {
  const node = await startScriptedNode();
  type Call = { id: number; method: string };
  const refusal = { code: -32600, message: 'please contact sales' };
  node.answer = ({ body }) => ({
    json: Array.isArray(body)
      ? (body as Call[]).map(({ id }) => ({ jsonrpc: '2.0', id, error: refusal }))
      : { jsonrpc: '2.0', id: (body as Call).id, result: (body as Call).method },
  });
  const endpoint = endpointAt(node);
  const calls = ['a', 'b', 'c'].map((method) => ({ method, params: [] }));
  expect(await endpoint.batch(calls)).toEqual(['a', 'b', 'c']);
  node.requests.length = 0;
  expect(await endpoint.batch(calls)).toEqual(['a', 'b', 'c']);
  expect(node.requests).toHaveLength(3);
});

test('a batch that takes too long or is too large is smaller the next time, and grows again', async () => {
  const node = await startScriptedNode();
  type Call = { id: number };
  let most = 10;
  const sizes: number[] = [];
  node.answer = ({ body }) => {
    const calls = (Array.isArray(body) ? body : [body]) as Call[];
    sizes.push(calls.length);
    const tooLarge = { code: -32003, message: 'response too large' };
    const answers = calls.map(({ id }, index) => ({ jsonrpc: '2.0', id, ...(index < most ? { result: index } : { error: tooLarge }) }));
    return { json: Array.isArray(body) ? answers : answers[0] };
  };
  const endpoint = endpointAt(node);
  const calls = Array.from({ length: 40 }, () => ({ method: 'm', params: [] }));
  await endpoint.batch(calls);
  await endpoint.batch(calls);
  sizes.length = 0;
  expect((await endpoint.batch(calls)).every((value) => typeof value === 'number')).toBe(true);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
  most = 100;
  for (let n = 0; n < 60; n += 1) await endpoint.batch(calls);
  expect(Math.max(...sizes)).toBe(40);
});
