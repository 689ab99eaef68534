import type { Network } from '@stablegate/contract';
import { describe, expect, test } from 'vitest';
import { createSimulatedEvm } from '../../../../test/nodes/evm/evm-chain';
import { tether } from '../../../../test/nodes/evm/tether';
import { LIMITS } from '../../../../test/nodes/limits';
import { healthy, type NodeFaults, type NodeLimits, type SimulatedChain } from '../../../../test/nodes/node-types';
import { Refusal } from '../../../../test/nodes/refusals';
import { settingsFor } from '../../../../test/nodes/settings';
import { createSimulatedSolana } from '../../../../test/nodes/solana/solana-chain';
import { startTestNode } from '../../../../test/nodes/test-node';
import { startScriptedNode } from '../../../../test/parts/scripted-node';
import type { NetworkSettings } from '../../../config';
import { checkNodes } from './check-nodes';

const BLOCKS = 400;
type EvmNetwork = Exclude<Network, 'SOLANA'>;
function newEvm(network: EvmNetwork, now?: () => number) {
  const chain = createSimulatedEvm({ network, seed: 3, startNumber: 1, ...(now === undefined ? {} : { now }) });
  for (let count = 0; count < BLOCKS; count += 1) chain.mine({ background: count % 50 === 0 || count > BLOCKS - 5 ? 2 : 0 });
  return chain;
}
const [tron, bsc] = [newEvm('TRON'), newEvm('BEP20')];
const solana = createSimulatedSolana({ seed: 3, startSlot: 0 });
solana.mineMany(100);
solana.pay('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', 5_000_000n);
solana.mineMany(100);

type Broken = { readonly faults?: Partial<NodeFaults>; readonly limits?: NodeLimits };
async function check(chain: SimulatedChain, nodes: readonly Broken[], changes: Partial<NetworkSettings> = {}) {
  const started = await Promise.all(nodes.map((node) => startTestNode(chain, node)));
  const genesis = chain.network === 'SOLANA' ? { genesisHash: solana.genesis } : {};
  const reports = await checkNodes([settingsFor(chain, started, { ...genesis, ...changes })]);
  return started.map(({ url }) => reports.find(({ node }) => node === new URL(url).host)?.findings ?? []);
}
const problemsOf = (findings: readonly { level: string; text: string }[] | undefined): string[] =>
  (findings ?? []).filter(({ level }) => level === 'problem').map(({ text }) => text);
/** A single node with this fault: exactly one problem is reported. */
async function onlyProblem(chain: SimulatedChain, node: Broken, changes: Partial<NetworkSettings> = {}): Promise<string> {
  const [findings] = await check(chain, [node], changes);
  expect(problemsOf(findings)).toHaveLength(1);
  return problemsOf(findings)[0] ?? '';
}

test('nodes that can do the job have no problem, on every kind of network', async () => {
  for (const chain of [tron, bsc, solana]) {
    const found = await check(chain, [{}, {}]);
    expect(found.flatMap(problemsOf)).toEqual([]);
    expect(found.every((findings) => findings.length >= 5)).toBe(true);
  }
});

describe('each mistake is named', () => {
  test('wrong network', async () => {
    expect(await onlyProblem(bsc, { faults: { chainId: 1 } })).toMatch(/is a node of chain 1; BEP20 is chain 56/);
    expect(await onlyProblem(solana, { faults: { genesis: 'devnet' } })).toMatch(/another cluster \(genesis devnet/);
  });

  test('final blocks at the tip', async () => {
    const early: NodeFaults['answers'] = ({ method, params }, honest) => {
      const isFinalSlot = method === 'getSlot' && (params[0] as { commitment?: string } | undefined)?.commitment === 'finalized';
      if (isFinalSlot) return solana.head().slot;
      return params[0] === 'finalized'
        ? bsc.methodsOf({ chain: bsc, faults: healthy(), limits: { provider: 'geth' } })[method]?.(['latest', false])
        : honest();
    };
    const text = await onlyProblem(bsc, { faults: { answers: early } });
    expect(text).toBe(
      'calls blocks final too early: "finalized" is 0 blocks behind the newest, and BEP20 needs 2 at least. It is not believed: payments wait for 2 blocks. Take another node.',
    );
    expect(await onlyProblem(solana, { faults: { answers: early } })).toMatch(
      /"finalized" is 0 blocks behind the newest, and SOLANA needs 24/,
    );
  });

  test('wrong contract, wrong decimals, wrong mint', async () => {
    const other = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    expect(await onlyProblem(bsc, {}, { contract: other })).toMatch(`finds no token at ${other}`);
    expect(await onlyProblem(tron, { faults: { decimals: 18 } })).toMatch(/has 18 decimals; 6 are configured/);
    expect(await onlyProblem(solana, { faults: { decimals: 9 } })).toMatch(/has 9 decimals, 6 are configured/);
  });

  test('a USDT contract that its issuer replaced or paused', async () => {
    expect(await onlyProblem(tron, { faults: { answers: tether({ isDeprecated: true }) } })).toMatch(
      /was replaced by T\w{33}: .* set TRON_CONTRACT/,
    );
    expect(await onlyProblem(tron, { faults: { answers: tether({ isPaused: true }) } })).toMatch(/was paused by its issuer/);
    const [findings] = await check(tron, [{ faults: { answers: tether({ fee: 15n }) } }]);
    expect(problemsOf(findings)).toEqual([]);
    expect(findings?.some(({ text }) => text.includes('keeps 0.15% of each transfer'))).toBe(true);
  });

  test('key missing or wrong', async () => {
    const node = await startScriptedNode();
    node.answer = () => ({ status: 401, json: { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Must be authenticated!' } } });
    const of = async (url: string) => (await checkNodes([settingsFor(bsc, [{ url }])]))[0]?.findings[0];
    expect(await of(node.url)).toMatchObject({ level: 'problem', text: expect.stringContaining('wants a key and none is configured') });
    expect(await of(`${node.url}/v2/0123456789abcdef`)).toMatchObject({
      level: 'problem',
      text: expect.stringContaining('refuses the key'),
    });
    node.answer = () => ({ status: 403, text: '' });
    expect(await of(`${node.url}/jsonrpc`)).toMatchObject({ text: expect.stringContaining('Get a key and write it beside the node') });
  });

  test('not reachable, not a node, plan used up', async () => {
    const of = async (broken: NodeFaults['broken']) => onlyProblem(bsc, { faults: { broken } }, { requestTimeoutMs: 500 });
    expect(await of('hangs')).toMatch(/did not answer in time/);
    expect(await of('garbage')).toMatch(/not with JSON-RPC/);
    expect(await of({ status: 502 })).toMatch(/cannot be reached/);
    expect(await of({ status: 429, body: '{"error":{"code":-32003,"message":"daily request limit reached"}}' })).toMatch(
      /has used up its plan/,
    );
    const [report] = await checkNodes([settingsFor(bsc, [{ url: 'http://127.0.0.1:9' }])]);
    expect(report?.findings[0]?.text).toMatch(/cannot be reached/);
  });

  test('log range too small, with the largest that works and its cost', async () => {
    // With the burst at most 18 in a second, and 4 of the batch; the plan allows 25.
    const text = await onlyProblem(bsc, { limits: LIMITS.alchemyFree }, { blockMs: 450, ratePerSecond: 6 });
    expect(text).toMatch(/logs of 10 blocks in one call, which is 4\.5 s of BEP20: reading takes at least 19,200 calls a day/);
  });

  test('eth_getLogs switched off, as at the official endpoints of BSC', async () => {
    const answers: NodeFaults['answers'] = ({ method }) => {
      if (method === 'eth_getLogs') throw new Refusal({ code: -32005, message: 'limit exceeded' });
      return undefined;
    };
    expect(await onlyProblem(bsc, { faults: { answers } })).toMatch(/does not serve eth_getLogs/);
  });

  test('node behind, by its own block time and compared with the others', async () => {
    const old = newEvm('POLYGON', () => Date.now() - 600_000);
    expect(await onlyProblem(old, {})).toMatch(/is behind: its newest block is 10 minutes old/);
    const [good, late] = await check(tron, [{}, { faults: { lag: 300 } }]);
    expect(problemsOf(good)).toEqual([]);
    expect(problemsOf(late)).toEqual([expect.stringMatching(/is (299|300|301) blocks behind the other nodes/)]);
  });

  test('history pruned', async () => {
    expect(await onlyProblem(bsc, { faults: { prunedBelow: BLOCKS - 100 } })).toMatch(
      /has pruned its history: it knows 10[01] s of blocks/,
    );
    expect(await onlyProblem(solana, { faults: { prunedBelow: 150 } })).toMatch(/has pruned its history/);
  });

  test('no finalized tag, no receipts, no proof of a block on TRON', async () => {
    const answers: NodeFaults['answers'] = ({ method, params }) => {
      if (method === 'eth_getBlockByNumber' && params[0] === 'finalized')
        throw new Refusal({ code: -32602, message: 'invalid argument 0' });
      return undefined;
    };
    expect(await onlyProblem(bsc, { faults: { answers } })).toMatch(/does not know the tag "finalized". Set BEP20_FINALITY/);
    const blind = new Set(['eth_getBlockReceipts', 'wallet/gettransactioninfobyblocknum', '/wallet/gettransactioninfobyblocknum']);
    expect(await onlyProblem(tron, { faults: { missing: blind } })).toMatch(/knows neither eth_getBlockReceipts nor the HTTP API/);
  });

  test('a Solana node that does not know version-1 transactions', async () => {
    const answers: NodeFaults['answers'] = ({ method, params }) => {
      const { maxSupportedTransactionVersion } = (params[1] ?? {}) as { maxSupportedTransactionVersion?: number };
      if (method === 'getTransaction' && maxSupportedTransactionVersion === 1)
        throw new Refusal({ code: -32602, message: 'Invalid params: unsupported transaction version 1' });
      return undefined;
    };
    expect(await onlyProblem(solana, { faults: { answers } })).toMatch(/does not know version-1 transactions/);
  });
});

test('what works but costs more is a note: no batches, single node, few recipients', async () => {
  const started = await startTestNode(tron, { limits: { ...LIMITS.javaTron, topicValues: 20, batch: 0 }, faults: {} });
  const reports = await checkNodes([settingsFor(tron, [started])]);
  const findings = reports.flatMap((report) => report.findings);
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
  const notes = findings.filter(({ level }) => level === 'note').map(({ text }) => text);
  expect(notes).toEqual([
    expect.stringContaining('filters 20 recipients in one call instead of 1000'),
    expect.stringContaining('takes no batches'),
    expect.stringContaining('has one node'),
  ]);
});
