import { expect, test } from 'vitest';
import { startScriptedNode } from '../../../../test/parts/scripted-node';
import { createEndpoint, type Endpoint } from './endpoint';
import { assuranceOf, quorumNeeded } from './panel';
import { RpcError } from './rpc-errors';

const node = await startScriptedNode();
const endpointAt = (url: string, headers = {}): Endpoint =>
  createEndpoint({ url, headers, timeoutMs: 2_000, ratePerSecond: 1_000, rangeMax: 1_000 });

test("a TRON node's HTTP API is reached beside /jsonrpc with the same headers and key", async () => {
  node.answer = ({ url, body, headers }) => ({ json: { url, body, key: headers['tron-pro-api-key'] } });
  const endpoint = endpointAt(`${node.url}/jsonrpc`, { 'TRON-PRO-API-KEY': 'k' });
  expect(await endpoint.post('wallet/getnowblock', { a: 1 })).toEqual({ url: '/wallet/getnowblock', body: { a: 1 }, key: 'k' });
  const keyed = endpointAt(`${node.url}/secret/jsonrpc?token=t`);
  expect(await keyed.post('/walletsolidity/getblock', {})).toMatchObject({ url: '/secret/walletsolidity/getblock?token=t' });
  const bare = endpointAt(`${node.url}/`);
  expect(await bare.post('wallet/getnowblock', {})).toMatchObject({ url: '/wallet/getnowblock' });
});

test('a failure that the HTTP API reports with status 200 is an error', async () => {
  node.answer = () => ({ json: { Error: 'class java.lang.NullPointerException : null' } });
  await expect(endpointAt(node.url).post('wallet/getblock', {})).rejects.toMatchObject({ fault: 'refused' });
});

test('a rate-limited node never counts as absent, an unreachable one does after a while', () => {
  const nodes = [endpointAt('http://a'), endpointAt('http://b')];
  expect(assuranceOf(nodes, 2)).toEqual({ nodes: 2, reachable: 2, needed: 2, notes: [], budgetPressure: 0 });
  nodes[1]?.failed(new RpcError('limited', 'wait', { retryAfterMs: 3_600_000 }));
  expect(nodes[1]?.isOutOfOrder(Date.now() + 3_000_000)).toBe(false);
  expect(quorumNeeded(nodes, 2)).toBe(2);
  expect(assuranceOf(nodes, 2)).toMatchObject({ nodes: 2, reachable: 1, needed: 2, notes: ['quorum_not_reached', 'rate_limited'] });
  nodes[1]?.failed(new RpcError('unreachable', 'gone'));
  expect(nodes[1]?.isOutOfOrder(Date.now() + 61_000)).toBe(true);
  expect(assuranceOf(nodes.slice(0, 1), 2).notes).toEqual(['single_node']);
});
