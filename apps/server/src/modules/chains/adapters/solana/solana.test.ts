import { afterEach, beforeEach, expect, test } from 'vitest';
import { solanaKey, startTestChain } from '../../../../../test/parts/chain';
import { createTestDatabase } from '../../../../../test/parts/database';
import { startRpcProxy } from '../../../../../test/parts/rpc-proxy';
import { createScanner, cursorOf, type Scanner, topicsOf, transfersOf, until, watch } from '../../../../../test/scanner';
import { associatedTokenAccount, TOKEN_PROGRAM } from './accounts/token-account';
import { decodeTransaction } from './solana-wire';
import { readTransfers } from './transactions/read-transaction';
import { findTransfers } from './transactions/solana-transfers.domain';

const chain = await startTestChain();
const proxy = await startRpcProxy(new URL('/solana', chain.url).href);
const settings = chain.settings('SOLANA', { endpoints: [{ url: proxy.url }], pollMs: 50, requestTimeoutMs: 2_000 });
/** How often each token account was asked for its signatures. */
const asked = new Map<string, number>();
proxy.meddle = ({ method, params: [account] }) => {
  if (method === 'getSignaturesForAddress') asked.set(String(account), (asked.get(String(account)) ?? 0) + 1);
  return undefined;
};
let scanner: Scanner;
let busyOwners: Set<string> | undefined;
let owner: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  owner = solanaKey(`owner ${count}`);
  busyOwners = undefined;
  scanner = createScanner((await createTestDatabase()).url, [settings], { busyOwners: async () => busyOwners });
  await watch(scanner, 'SOLANA', owner);
  scanner.startWatching();
});
afterEach(() => scanner.stopWatching());

const rows = () => transfersOf(scanner.db);

test('a payment is seen when confirmed and final when finalized', async () => {
  const signature = await chain.paySolana(owner, [7_500_000n]);
  await until(async () => expect(await rows()).toHaveLength(1));
  expect(await rows()).toMatchObject([
    {
      network: 'SOLANA',
      tx_hash: signature,
      log_index: 0,
      amount: 7_500_000n,
      to_address: owner,
      from_address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
      final_at: null,
    },
  ]);
  await chain.mine(3);
  await until(async () => expect((await rows())[0]?.final_at).not.toBeNull());
  expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.final']);
});

test('a batch of the real token program that pays two owners is two rows', async () => {
  const other = solanaKey(`other ${count}`);
  await watch(scanner, 'SOLANA', other, 'other');
  const signature = await chain.paySolanaOwners([
    [owner, 1_000_000n],
    [other, 2_000_000n],
  ]);
  await until(async () =>
    expect((await rows()).map((row) => [row.tx_hash, row.to_address, row.amount])).toEqual([
      [signature, owner, 1_000_000n],
      [signature, other, 2_000_000n],
    ]),
  );
  await chain.mine(3);
  await until(async () => expect((await rows()).every(({ final_at }) => final_at !== null)).toBe(true));
});

test('several transfers in one transaction are several rows', async () => {
  await chain.paySolana(owner, [1_000_000n, 2_000_000n], { by: 'plain' });
  await until(async () =>
    expect((await rows()).map((row) => [row.log_index, row.amount])).toEqual([
      [0, 1_000_000n],
      [1, 2_000_000n],
    ]),
  );
});

test('transfers invoked by another program are found among its inner instructions', () => {
  const [mint, account] = [settings.contract, solanaKey('token account')];
  const inner = (amount: string) => ({
    programId: TOKEN_PROGRAM,
    parsed: { type: 'transferChecked', info: { source: 's', destination: account, authority: 'a', mint, tokenAmount: { amount } } },
  });
  const balance = (amount: string) => [{ accountIndex: 1, mint, owner, programId: TOKEN_PROGRAM, uiTokenAmount: { amount } }];
  const transaction = decodeTransaction({
    slot: 7,
    blockTime: 1_800_000_000,
    meta: {
      err: null,
      preTokenBalances: balance('5'),
      postTokenBalances: balance('3000005'),
      innerInstructions: [{ index: 0, instructions: [inner('1000000'), inner('2000000')] }],
    },
    transaction: {
      signatures: ['x'.repeat(64)],
      message: { accountKeys: [{ pubkey: 's' }, { pubkey: account }], instructions: [{ programId: solanaKey('program') }] },
    },
  });
  if (transaction === null) throw new Error('a transaction that was given');
  const found = readTransfers(transaction, { ownerKey: owner, tokenAccount: account }, mint);
  expect(found.map(({ logIndex, raw }) => [logIndex, raw])).toEqual([
    [0, 1_000_000n],
    [1, 2_000_000n],
  ]);
});

test('an instruction that cannot be parsed is one row by balance; failures and other mints are none', async () => {
  await chain.paySolana(owner, [9_000_000n], { failed: true });
  await chain.paySolana(owner, [9_000_000n], { token: 'fake' });
  await chain.paySolana(owner, [3_000_000n], { by: 'mint' });
  await until(async () => expect((await rows()).map((row) => row.amount)).toEqual([3_000_000n]));
  await chain.mine(3);
  await until(async () => expect((await rows())[0]?.final_at).not.toBeNull());
});

test('a confirmed payment that never becomes final is reorged', async () => {
  await chain.paySolana(owner, [4_000_000n]);
  await until(async () => expect(await rows()).toHaveLength(1));
  chain.forgetSolana();
  await chain.mine(400);
  await until(async () => expect(await rows()).toMatchObject([{ state: 'reorged', final_at: null }]));
  expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.reorged']);
});

test('owners without an open invoice are not queried at every poll', { timeout: 90_000 }, async () => {
  busyOwners = new Set([owner]);
  const idle = solanaKey(`idle ${count}`);
  await watch(scanner, 'SOLANA', idle, 'idle');
  const askedOf = (key: string) => asked.get(associatedTokenAccount(key, settings.contract)) ?? 0;
  await until(() => expect(askedOf(idle)).toBe(1), 30_000);
  const from = askedOf(owner);
  await until(() => expect(askedOf(owner)).toBeGreaterThan(from + 10), 50_000);
  expect(askedOf(idle)).toBe(1);
});

test("decimals that differ from the mint's refuse the network", async () => {
  await scanner.stopWatching();
  scanner = createScanner((await createTestDatabase()).url, [{ ...settings, decimals: 9 }]);
  scanner.startWatching();
  await until(async () => expect((await cursorOf(scanner.db, 'SOLANA')).refused).toContain('6 decimals, 9 are configured'));
});

test('transfers count only when they add up to the balance change', () => {
  const move = (source: string, destination: string, raw: bigint) => ({ path: `${raw}`, source, destination, authority: 'a', raw });
  const instructions = [move('x', 'me', 5n), move('x', 'y', 9n), move('me', 'z', 2n), move('me', 'me', 4n)];
  expect(findTransfers('me', instructions, { before: 10n, after: 13n })).toMatchObject([{ path: '5', ordinal: 0, raw: 5n }]);
  expect(findTransfers('me', instructions, { before: 10n, after: 20n })).toMatchObject([{ path: 'delta', ordinal: 4, raw: 10n }]);
  expect(findTransfers('me', instructions, { before: 10n, after: 9n })).toEqual([]);
});
