import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { solanaKey } from '../../parts/chain';
import { ask, post } from '../ask';
import { LIMITS } from '../limits';
import { omitShare } from '../omissions';
import { startTestNode } from '../test-node';
import { createSimulatedSolana } from './solana-chain';

const [ALICE, BOB] = [solanaKey('simulated alice'), solanaKey('simulated bob')];
const confirmed = { commitment: 'confirmed' };
const parsed = { ...confirmed, encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 };
type Listed = { signature: string; slot: number; err: unknown };
type Transaction = {
  version: unknown;
  meta: { err: unknown; preTokenBalances: object[]; postTokenBalances: object[]; innerInstructions: { instructions: object[] }[] };
  transaction: { message: { instructions: { parsed?: { type: string; info: { instructions?: object[] } }; data?: string }[] } };
};

test('signatures are listed newest first, in pages, up to a known one; an unknown one lists everything', async () => {
  const chain = createSimulatedSolana();
  const node = await startTestNode(chain);
  const account = chain.tokenAccountOf(ALICE);
  const paid = Array.from({ length: 5 }, () => chain.pay(ALICE, 7n).txHash).reverse();
  const list = async (options: object) =>
    (await ask<Listed[]>(node, 'getSignaturesForAddress', account, options)).map(({ signature }) => signature);
  expect(await list(confirmed)).toEqual(paid);
  expect(await list({ ...confirmed, limit: 2 })).toEqual(paid.slice(0, 2));
  expect(await list({ ...confirmed, before: paid[1], until: paid[4] })).toEqual(paid.slice(2, 4));
  expect(await list({ ...confirmed, until: paid[4]?.replace(/^./, '2') })).toEqual(paid);
  expect(await list({})).toEqual([]);
  chain.mineMany(32);
  expect(await list({})).toEqual(paid);
  await expect(list({ limit: 1_001 })).rejects.toMatchObject({ code: -32602 });
  expect(await ask<Listed[]>(node, 'getSignaturesForAddress', BOB, {})).toEqual([]);
});

test('a transaction has version, balances and instructions; a client that declares an older version is refused', async () => {
  const chain = createSimulatedSolana();
  const node = await startTestNode(chain);
  const { txHash } = chain.pay(ALICE, 1_500_000n, { version: 1 });
  const answer = await ask<Transaction>(node, 'getTransaction', txHash, parsed);
  expect(answer).toMatchObject({
    version: 1,
    meta: { err: null, postTokenBalances: [{}, { owner: ALICE, uiTokenAmount: { amount: '1500000', uiAmountString: '1.5' } }] },
  });
  expect(answer.meta.preTokenBalances).toHaveLength(1);
  expect(answer.transaction.message.instructions.map((one) => one.parsed?.type)).toEqual(['createIdempotent', 'transferChecked']);
  await expect(ask(node, 'getTransaction', txHash, { ...parsed, maxSupportedTransactionVersion: 0 })).rejects.toMatchObject({
    code: -32015,
    message: expect.stringContaining('Transaction version (1) is not supported by the requesting client'),
  });
  expect(await ask(node, 'getTransaction', txHash, { ...parsed, commitment: 'finalized' })).toBeNull();
  const failed = chain.pay(ALICE, 9n, { failed: true });
  expect(await ask<Transaction>(node, 'getTransaction', failed.txHash, parsed)).toMatchObject({
    meta: { err: { InstructionError: [0, { Custom: 1 }] } },
  });
  expect(chain.holdingOf(chain.tokenAccountOf(ALICE))?.amount).toBe(1_500_000n);
});

test('a batch is parsed by newer nodes and raw on older ones; through another program it is an inner instruction', async () => {
  const chain = createSimulatedSolana();
  const [newer, older] = [await startTestNode(chain), await startTestNode(chain, { faults: { parsesBatch: false } })];
  const transfers = [ALICE, BOB].map((to) => ({ to, raw: 5n }));
  const { transactions } = chain.mine({
    transactions: [
      { transfers, by: 'batch' },
      { transfers, by: 'cpiBatch' },
      { transfers, by: 'cpi' },
      { transfers, by: 'transfer' },
    ],
  });
  const tell = async (node: typeof newer, index: number) =>
    ask<Transaction>(node, 'getTransaction', transactions[index]?.signature, parsed);
  const batch = (await tell(newer, 0)).transaction.message.instructions.at(-1);
  expect(batch?.parsed).toMatchObject({
    type: 'batch',
    info: { instructions: [{ type: 'transferChecked' }, { type: 'transferChecked' }] },
  });
  const raw = base58.decode((await tell(older, 0)).transaction.message.instructions.at(-1)?.data ?? '');
  expect([...raw.slice(0, 4), raw.length]).toEqual([255, 4, 10, 12, 25]);
  expect((await tell(newer, 1)).meta.innerInstructions).toMatchObject([{ instructions: [{ parsed: { type: 'batch' } }] }]);
  expect((await tell(newer, 2)).meta.innerInstructions[0]?.instructions).toHaveLength(2);
  expect(chain.truth().map(({ to, raw: amount }) => [to, amount])).toEqual(
    Array.from({ length: 4 }, () => [
      [ALICE, 5n],
      [BOB, 5n],
    ]).flat(),
  );
});

test('slots are skipped, a fork drops confirmed transactions, and a returning one has a later slot', async () => {
  const chain = createSimulatedSolana();
  const [node, loyal] = [await startTestNode(chain), await startTestNode(chain)];
  const { block } = chain.pay(ALICE, 1n);
  const { slot } = chain.mine({ skip: 2 });
  await expect(ask(node, 'getBlockTime', slot - 1)).rejects.toMatchObject({ code: -32007 });
  await expect(ask(node, 'getBlock', slot + 5, confirmed)).rejects.toMatchObject({ code: -32004 });
  const [kept, dropped] = [chain.pay(ALICE, 2n), chain.pay(ALICE, 3n)];
  loyal.faults.branch = chain.fork(2, { keep: ({ signature }) => signature === kept.txHash });
  expect(await ask(node, 'getTransaction', dropped.txHash, parsed)).toBeNull();
  expect(await ask(loyal, 'getTransaction', dropped.txHash, parsed)).not.toBeNull();
  expect(await ask<{ slot: number }>(node, 'getTransaction', kept.txHash, parsed)).toMatchObject({ slot: dropped.block.slot + 1 });
  expect(chain.holdingOf(chain.tokenAccountOf(ALICE))?.amount).toBe(3n);
  const statuses = await ask<{ value: ({ slot: number } | null)[] }>(node, 'getSignatureStatuses', [
    kept.txHash,
    dropped.txHash,
    block.transactions[0]?.signature,
  ]);
  expect(statuses.value.map((value) => value?.slot)).toEqual([dropped.block.slot + 1, undefined, block.slot]);
});

test('one node omits signatures, hides transactions or has another mint and genesis; the other does not', async () => {
  const chain = createSimulatedSolana();
  const [bad, good] = [
    await startTestNode(chain, { faults: { omits: omitShare(5, 1), decimals: 9, genesis: 'devnet' } }),
    await startTestNode(chain),
  ];
  const { txHash } = chain.pay(ALICE, 1n);
  bad.faults.hides = (signature) => signature === txHash;
  const account = chain.tokenAccountOf(ALICE);
  const ofBoth = async <T>(method: string, ...params: unknown[]) =>
    [await ask<T>(bad, method, ...params), await ask<T>(good, method, ...params)] as const;
  expect((await ofBoth<Listed[]>('getSignaturesForAddress', account, confirmed)).map((list) => list.length)).toEqual([0, 1]);
  expect((await ofBoth<object | null>('getTransaction', txHash, parsed)).map((told) => told === null)).toEqual([true, false]);
  expect(await ofBoth('getGenesisHash')).toEqual(['devnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d']);
  const [mintOfBad, mint] = await ofBoth<object>('getAccountInfo', chain.mint, { encoding: 'jsonParsed' });
  expect(mintOfBad).toMatchObject({ value: { data: { parsed: { type: 'mint', info: { decimals: 9 } } } } });
  expect(mint).toMatchObject({
    value: { owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', data: { parsed: { info: { decimals: 6 } } } },
  });
  expect(await ask(good, 'getTokenAccountsByOwner', ALICE, { mint: chain.mint }, { encoding: 'jsonParsed' })).toMatchObject({
    value: [{ pubkey: account }],
  });
});

test('the public limits: 40 calls of a method and 100 of all in ten seconds', async () => {
  let now = 0;
  const node = await startTestNode(createSimulatedSolana(), { limits: LIMITS.solanaPublic, now: () => now });
  const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] });
  expect(
    (
      await post(
        node.url,
        Array.from({ length: 40 }, () => call('getSlot')),
      )
    ).status,
  ).toBe(200);
  expect(await post(node.url, call('getSlot'))).toMatchObject({ status: 429, retryAfter: '10', body: { error: { code: 429 } } });
  expect((await post(node.url, call('getHealth'))).status).toBe(200);
  now = 11_000;
  expect((await post(node.url, call('getSlot'))).status).toBe(200);
});
