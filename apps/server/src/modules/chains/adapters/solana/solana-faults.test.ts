import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RpcCall } from '../../../../../test/nodes/node-types';
import { Refusal } from '../../../../../test/nodes/refusals';
import { settingsFor } from '../../../../../test/nodes/settings';
import { createSimulatedSolana } from '../../../../../test/nodes/solana/solana-chain';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { solanaKey } from '../../../../../test/parts/chain';
import { createTestDatabase } from '../../../../../test/parts/database';
import { createScanner, type Scanner, topicsOf, transfersOf, until, watch } from '../../../../../test/scanner';

const FINALITY = 4;
const chain = createSimulatedSolana({ seed: 15, finalityDepth: FINALITY });
const [first, second] = [await startTestNode(chain), await startTestNode(chain)];
const settings = settingsFor(chain, [first, second], { pollMs: 40 });
let scanner: Scanner;
let alice: string;
let bob: string;
let count = 0;

async function start(changes: Partial<typeof settings> = {}): Promise<void> {
  scanner = createScanner((await createTestDatabase()).url, [{ ...settings, ...changes }]);
  await watch(scanner, 'SOLANA', alice, 'alice');
  await watch(scanner, 'SOLANA', bob, 'bob');
  scanner.startWatching();
}
beforeEach(() => {
  count += 1;
  [alice, bob] = [solanaKey(`alice ${count}`), solanaKey(`bob ${count}`)];
});
afterEach(async () => {
  first.heal();
  second.heal();
  await scanner.stopWatching();
});

const rows = () => transfersOf(scanner.db);
const amounts = async () => (await rows()).filter(({ state }) => state !== 'reorged').map(({ to_address, amount }) => [to_address, amount]);
const isFinal = async () => expect((await rows()).every(({ final_at }) => final_at !== null)).toBe(true);
/** Advances chain time while waiting. */
const meanwhile = (check: () => Promise<void>, ms = 25_000) =>
  until(async () => {
    chain.mine();
    await check();
  }, ms);
/** Many payments in a few slots, one transaction each. */
const payMany = (owner: string, many: number) => {
  for (let paid = 0; paid < many; paid += 500)
    chain.mine({
      transfers: Array.from({ length: Math.min(500, many - paid) }, (_, index) => ({ to: owner, raw: BigInt(paid + index + 1) })),
    });
};
const accountOf = (owner: string) =>
  scanner.db.query.selectFrom('watched_token_accounts').selectAll().where('owner_key', '=', owner).executeTakeFirstOrThrow();

test('a version-1 transaction is read like any other', async () => {
  await start();
  chain.pay(alice, 7_000_000n, { version: 1 });
  chain.pay(bob, 8_000_000n);
  await meanwhile(async () =>
    expect(await amounts()).toEqual([
      [alice, 7_000_000n],
      [bob, 8_000_000n],
    ]),
  );
  await meanwhile(isFinal);
});

test.each([
  ['parsed', true],
  ['raw', false],
])('a batch, %s, that pays two owners is two transfers of one signature', async (_, parsesBatch) => {
  first.faults.parsesBatch = parsesBatch;
  second.faults.parsesBatch = true;
  await start();
  const transfers = [
    { to: alice, raw: 3_000_000n },
    { to: bob, raw: 4_000_000n },
    { to: alice, raw: 3_000_000n },
  ];
  chain.mine({ transactions: [{ transfers, by: 'cpiBatch' }] });
  await meanwhile(async () => expect(await rows()).toHaveLength(3));
  await meanwhile(isFinal);
  expect(await amounts()).toEqual(transfers.map(({ to, raw }) => [to, raw]));
});

test('a transaction that no node can return is deferred: other accounts continue, its own waits, and it is found in the end', async () => {
  const refuse = ({ method, params }: { method: string; params: readonly unknown[] }) => {
    if (method === 'getTransaction' && params[0] === unreadable)
      throw new Refusal({ code: -32015, message: 'Transaction version (2) is not supported by the requesting client.' });
    return undefined;
  };
  const unreadable = chain.pay(alice, 5_000_000n).txHash;
  const paidAt = chain.head().timeMs;
  first.faults.answers = refuse;
  second.faults.answers = refuse;
  await start();
  chain.pay(bob, 6_000_000n);
  await meanwhile(async () => expect(await amounts()).toEqual([[bob, 6_000_000n]]));
  await meanwhile(isFinal);
  await meanwhile(async () => {
    const unread = await scanner.db.query.selectFrom('token_account_signatures').selectAll().where('read_at', 'is', null).execute();
    expect(unread).toMatchObject([{ signature: unreadable, last_error: expect.stringContaining('-32015') }]);
    expect(unread[0]?.tries).toBeGreaterThan(0);
  });
  expect(await scanner.registry.metrics()).toContain('stablegate_chain_unread_signatures{network="SOLANA"} 1');
  const behind = (await accountOf(alice)).read_through;
  expect(behind === null || behind.getTime() <= paidAt).toBe(true);
  first.heal();
  second.heal();
  await meanwhile(async () => expect(await amounts()).toContainEqual([alice, 5_000_000n]));
  await meanwhile(isFinal);
});

test('a signature that one list omits while naming a later one is found at the next poll', async () => {
  await start({ endpoints: [{ url: first.url }], quorum: 1 });
  await meanwhile(async () => expect((await accountOf(alice)).polled_at).not.toBeNull());
  const omitted = chain.pay(alice, 1_000_000n).txHash;
  first.faults.omits = ({ txHash }) => txHash === omitted;
  chain.pay(alice, 2_000_000n);
  await meanwhile(async () => expect(await amounts()).toEqual([[alice, 2_000_000n]]));
  chain.mineMany(FINALITY * 3);
  await meanwhile(isFinal);
  first.heal();
  await meanwhile(async () => expect(await amounts()).toContainEqual([alice, 1_000_000n]));
  await meanwhile(isFinal);
});

test('a signature that one of two nodes never lists is found through the other', async () => {
  first.faults.omits = ({ txHash }) => txHash === omitted;
  await start();
  const omitted = chain.pay(alice, 9_000_000n).txHash;
  await meanwhile(async () => expect(await amounts()).toEqual([[alice, 9_000_000n]]));
  await meanwhile(isFinal);
});

test.each([
  ['one node', 1],
  ['two nodes', 2],
])(
  'that a node does not have a transaction proves nothing, with %s: it waits, and is credited once the node has it',
  async (_, nodes) => {
    await start({ endpoints: settings.endpoints.slice(-nodes), quorum: nodes });
    const { txHash } = chain.pay(alice, 4_000_000n);
    await until(async () => expect(await rows()).toHaveLength(1));
    second.faults.hides = (signature) => signature === txHash;
    chain.mineMany(400);
    const calls = () => second.calls.get('getTransaction') ?? 0;
    const before = calls();
    // Asked again at least once since; the back-off grows between tries.
    await meanwhile(async () => expect(calls()).toBeGreaterThan(before + 1));
    expect(await rows()).toMatchObject([{ state: 'seen', final_at: null }]);
    second.heal();
    await meanwhile(isFinal, 60_000);
    expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.final']);
  },
  90_000,
);

test('a payment on an abandoned fork is reorged with a proof, and revived when it lands after all', async () => {
  await start();
  const { txHash } = chain.pay(alice, 2_500_000n);
  await until(async () => expect(await rows()).toHaveLength(1));
  chain.fork(1, { keep: false });
  chain.mineMany(200);
  await meanwhile(async () => expect(await rows()).toMatchObject([{ tx_hash: txHash, state: 'reorged' }]));
  chain.land(txHash);
  await meanwhile(async () => expect(await rows()).toMatchObject([{ tx_hash: txHash, state: 'seen' }]));
  await meanwhile(isFinal);
});

test('a signature listed on an abandoned fork and never read holds its account up only until the nodes prove it absent', {
  timeout: 90_000,
}, async () => {
  const { txHash } = chain.pay(alice, 2_500_000n);
  const paidAt = chain.head().timeMs;
  const isHidden = ({ method, params }: { method: string; params: readonly unknown[] }) =>
    method === 'getTransaction' && params[0] === txHash ? null : undefined;
  first.faults.answers = isHidden;
  second.faults.answers = isHidden;
  await start();
  const unread = () => scanner.db.query.selectFrom('token_account_signatures').selectAll().where('signature', '=', txHash).execute();
  await until(async () => expect(await unread()).toMatchObject([{ read_at: null, is_recheck: false }]));
  chain.fork(1, { keep: false });
  chain.mineMany(200);
  // An account counts as read 15 s behind the newest slot.
  await meanwhile(async () => expect((await accountOf(alice)).read_through?.getTime()).toBeGreaterThan(paidAt + 2_000), 45_000);
  expect(await rows()).toEqual([]);
  expect(await unread()).toMatchObject([{ read_at: null, is_recheck: true }]); // still searched for
  first.heal();
  second.heal();
  chain.land(txHash);
  await meanwhile(async () => expect(await rows()).toMatchObject([{ tx_hash: txHash, state: 'seen' }]));
});

test('a payment that moves to another slot stays one transfer', async () => {
  await start();
  const { txHash } = chain.pay(alice, 2_600_000n);
  await until(async () => expect(await rows()).toHaveLength(1));
  chain.fork(1, { keep: true });
  await meanwhile(isFinal);
  expect(await rows()).toMatchObject([{ tx_hash: txHash, amount: 2_600_000n }]);
});

test('two nodes of which one cannot see inner instructions credit the money once', async () => {
  // Without inner instructions the balance change is one row where the other node shows two transfers.
  first.faults.answers = ({ method }, honest) => {
    const answer = honest() as { meta?: object } | null;
    return method === 'getTransaction' && answer?.meta !== undefined
      ? { ...answer, meta: { ...answer.meta, innerInstructions: null } }
      : undefined;
  };
  await start();
  const transfers = [1_000_000n, 2_000_000n].map((raw) => ({ to: alice, raw }));
  for (let paid = 0; paid < 4; paid += 1) chain.mine({ transactions: [{ transfers, by: 'cpi' }] });
  chain.fork(1, { keep: true });
  const total = async () => (await amounts()).reduce((sum, [, amount]) => sum + BigInt(amount ?? 0), 0n);
  await meanwhile(async () => expect(await total()).toBe(12_000_000n));
  first.faults.answers = undefined;
  second.faults.hides = () => true; // so that the other node has to reread moved transfers
  chain.fork(1, { keep: true });
  second.heal();
  await meanwhile(isFinal);
  expect(await total()).toBe(12_000_000n);
});

test('an account that no node lists delays only itself', async () => {
  const broken = chain.tokenAccountOf(alice);
  const refuse = ({ method, params }: { method: string; params: readonly unknown[] }) => {
    if (method === 'getSignaturesForAddress' && params[0] === broken) throw new Refusal({ code: -32603, message: 'Internal error' });
    return undefined;
  };
  first.faults.answers = refuse;
  second.faults.answers = refuse;
  await start();
  chain.pay(alice, 1_500_000n);
  chain.pay(bob, 2_500_000n);
  await meanwhile(async () => expect(await amounts()).toEqual([[bob, 2_500_000n]]));
  await meanwhile(async () => expect((await accountOf(bob)).read_through).not.toBeNull());
  expect(await accountOf(alice)).toMatchObject({ read_through: null, last_error: expect.stringContaining('Internal error') });
  first.heal();
  second.heal();
  await meanwhile(async () => expect(await amounts()).toContainEqual([alice, 1_500_000n]));
});

test('more payments than fit a page are all found, step by step, without delaying other accounts', async () => {
  await start();
  await meanwhile(async () => expect((await accountOf(alice)).polled_at).not.toBeNull());
  payMany(alice, 1_050);
  chain.pay(bob, 5_000_000n);
  await until(async () => expect(await rows()).toHaveLength(1_051), 90_000);
  const order = await scanner.db.query.selectFrom('transfers').select(['to_key', 'seen_at']).orderBy('seen_at').execute();
  const seenOfBob = order.find(({ to_key }) => to_key === bob)?.seen_at.getTime() ?? Number.NaN;
  const after = order.filter(({ seen_at }) => seen_at.getTime() > seenOfBob).length;
  expect(after).toBeGreaterThan(500); // paid last, found among the first
}, 120_000);

const isFinalitySlot = ({ method, params }: RpcCall) =>
  method === 'getSlot' && (params[0] as { commitment?: string }).commitment === 'finalized';

test('a node that cannot name its final slot is read on; one that calls the newest slot final credits nothing in it', async () => {
  const nodes = [first, second];
  for (const node of nodes)
    node.faults.answers = (call, honest) => {
      if (isFinalitySlot(call)) throw new Refusal({ code: -32005, message: 'Node is unhealthy' });
      return honest();
    };
  await start();
  chain.pay(alice, 7_000_000n);
  await meanwhile(async () => expect(await amounts()).toEqual([[alice, 7_000_000n]]));
  chain.mineMany(2 * FINALITY);
  expect((await rows())[0]?.final_at).toBeNull();
  for (const node of nodes) node.faults.answers = (call, honest) => (isFinalitySlot(call) ? chain.head().slot : honest());
  await meanwhile(isFinal);
  const { block_number: slot } = (await rows())[0] ?? { block_number: 0n };
  chain.pay(alice, 1_000_000n);
  await until(async () => expect(await rows()).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 10 * settings.pollMs));
  expect((await rows()).filter(({ block_number, final_at }) => block_number > slot && final_at !== null)).toEqual([]);
  chain.mineMany(FINALITY);
  await until(isFinal);
});
