import { afterAll, expect, test } from 'vitest';
import { startTestChain } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { type ScriptedRequest, startScriptedNode } from '../../../../test/parts/scripted-node';
import { createScanner, transfersOf, until, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';

const ALICE = displayAddress('evm', `0x${'a2'.repeat(20)}`);
const chain = await startTestChain();
const node = await startScriptedNode();
const database = await createTestDatabase();
afterAll(database.drop);

type Call = { id: number; method: string; params: [{ fromBlock: string; toBlock: string }] };
const refusal = (id: number | null, message: string) => ({ status: 400, json: { jsonrpc: '2.0', id, error: { code: -32600, message } } });
async function forward({ body }: ScriptedRequest) {
  const response = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return { json: await response.json() };
}

test('a plan that refuses batches and ranges above ten blocks with HTTP 400 is still read', async () => {
  let widest = 0;
  node.answer = (request) => {
    if (Array.isArray(request.body)) return refusal(null, 'batch requests are not supported');
    const { id, method, params } = request.body as Call;
    if (method !== 'eth_getLogs') return forward(request);
    const span = Number.parseInt(params[0].toBlock, 16) - Number.parseInt(params[0].fromBlock, 16) + 1;
    if (span > 10) return refusal(id, 'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.');
    widest = Math.max(widest, span);
    return forward(request);
  };
  await chain.mine(60);
  const { head } = await chain.call<{ head: { number: number } }>('sandbox_info');
  const scanner = createScanner(database.url, [
    chain.settings('ERC20', {
      startBlock: head.number - 50,
      endpoints: [{ url: node.url }],
      quorum: 1,
      soloProof: 'none',
      ratePerSecond: 1_000,
    }),
  ]);
  await watch(scanner, 'ERC20', ALICE);
  scanner.startWatching();
  const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
  await chain.mine(3);
  await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, final_at: expect.any(Date) }]), 20_000);
  expect(widest).toBeGreaterThan(4);
});
