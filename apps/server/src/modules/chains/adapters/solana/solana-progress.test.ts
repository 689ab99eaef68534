import { afterEach, beforeEach, expect, test } from 'vitest';
import { settingsFor } from '../../../../../test/nodes/settings';
import { createSimulatedSolana } from '../../../../../test/nodes/solana/solana-chain';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { solanaKey } from '../../../../../test/parts/chain';
import { createTestDatabase } from '../../../../../test/parts/database';
import { createScanner, type Scanner, transfersOf, until, watch } from '../../../../../test/scanner';
import { TOKEN_PROGRAM } from './accounts/token-account';
import { createSolanaAdapter } from './solana-adapter';

const chain = createSimulatedSolana({ seed: 16, finalityDepth: 4 });
const [first, second] = [await startTestNode(chain), await startTestNode(chain)];
const nodes = [first, second];
const settings = settingsFor(chain, nodes, { pollMs: 40 });
let url: string;
let scanner: Scanner;
let owner: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  owner = solanaKey(`owner ${count}`);
  ({ url } = await createTestDatabase());
  scanner = createScanner(url, [settings]);
  await watch(scanner, 'SOLANA', owner);
});
afterEach(async () => {
  for (const node of nodes) node.heal();
  await scanner.stopWatching();
});

const rows = () => transfersOf(scanner.db);
const accounts = () => scanner.db.query.selectFrom('watched_token_accounts').selectAll().execute();
const untilListed = () => until(async () => expect((await accounts())[0]?.read_through).not.toBeNull());
const adapterOf = (changes: Partial<typeof settings> = {}, now = () => new Date(), busy?: ReadonlySet<string>) =>
  createSolanaAdapter({ settings: { ...settings, ...changes }, db: scanner.db, now, busyOwners: async () => busy });
const callsOf = (method: string) => first.calls.get(method) ?? 0;
const OPEN = { nextBlock: null, checkpoint: undefined, isOpen: true };

test('an anchor that a node does not know makes it list the whole history; the slot of the anchor ends the list', async () => {
  for (let block = 0; block < 5; block += 1)
    chain.mine({ transfers: Array.from({ length: 500 }, (_, index) => ({ to: owner, raw: BigInt(index + 1) })) });
  await scanner.db.query
    .insertInto('watched_token_accounts')
    .values({
      network: 'SOLANA',
      token_account: chain.tokenAccountOf(owner),
      owner_key: owner,
      anchor_slot: BigInt(chain.head().slot + 1),
      anchor_signature: 'a signature that no node has ever seen',
    })
    .execute();
  const { txHash } = chain.pay(owner, 5_000_000n);
  const [listsBefore, readsBefore] = [callsOf('getSignaturesForAddress'), callsOf('getTransaction')];
  const step = await adapterOf().step(OPEN);
  expect(step.range?.transfers).toMatchObject([{ txHash, raw: 5_000_000n }]);
  expect(callsOf('getSignaturesForAddress') - listsBefore).toBe(1);
  expect(callsOf('getTransaction') - readsBefore).toBeLessThanOrEqual(1);
});

test('many owners on a slow node: progress is saved while the rest is pending', async () => {
  const owners = Array.from({ length: 99 }, (_, index) => solanaKey(`one of many ${count} ${index}`));
  for (const [index, key] of owners.entries()) await watch(scanner, 'SOLANA', key, `many ${index}`);
  await scanner.db.close();
  scanner = createScanner(url, [{ ...settings, ratePerSecond: 20 }]);
  scanner.startWatching();
  const paid = chain.pay(owners[98] ?? '', 7_000_000n).txHash;
  await until(async () => {
    const read = (await accounts()).filter(({ polled_at }) => polled_at !== null).length;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(100);
  });
  await until(async () => expect((await accounts()).filter(({ read_through }) => read_through !== null)).toHaveLength(100), 25_000);
  await until(async () => expect(await rows()).toMatchObject([{ tx_hash: paid }]));
}, 60_000);

test('owners without an open invoice are polled hourly, and slots once per poll', async () => {
  const owners = Array.from({ length: 29 }, (_, index) => solanaKey(`idle ${count} ${index}`));
  for (const [index, key] of owners.entries()) await watch(scanner, 'SOLANA', key, `idle ${index}`);
  let minutes = 0;
  const adapter = adapterOf({ pollMs: 0 }, () => new Date(Date.now() + minutes * 60_000), new Set());
  const [lists, slots, times] = ['getSignaturesForAddress', 'getSlot', 'getBlockTime'].map(callsOf);
  let polls = 0;
  for (; minutes < 200; minutes += 1)
    for (let isDone = false; !isDone; polls += 1) {
      const step = await adapter.step({ ...OPEN, isOpen: false });
      await scanner.db.transaction(async (tx) => step.range?.save?.(tx));
      isDone = step.caughtUp;
    }
  expect(callsOf('getSignaturesForAddress') - (lists ?? 0)).toBe(30 * 4); // at 0, 60, 120 and 180 minutes
  expect(polls).toBeLessThanOrEqual(200 + 4 * 2);
  expect(callsOf('getSlot') - (slots ?? 0) + callsOf('getBlockTime') - (times ?? 0)).toBeLessThanOrEqual(polls * 3);
}, 60_000);

test('a transaction named by a user is looked up by its owners and read although no list has it', async () => {
  const other = solanaKey(`other ${count}`);
  await watch(scanner, 'SOLANA', other, 'other');
  scanner.startWatching();
  await untilListed();
  for (const node of nodes) node.faults.omits = () => true;
  const transfers = [
    { to: owner, raw: 1_000_000n },
    { to: solanaKey('a stranger'), raw: 2_000_000n },
    { to: other, raw: 3_000_000n },
  ];
  const signature = chain.mine({ transactions: [{ transfers, by: 'batch' }] }).transactions[0]?.signature ?? '';
  const adapter = adapterOf();
  expect(await adapter.lookUp(signature)).toMatchObject([
    { txHash: signature, toKey: owner, raw: 1_000_000n },
    { txHash: signature, toKey: other, raw: 3_000_000n },
  ]);
  await until(async () => expect(await rows()).toHaveLength(2));
  await adapter.lookUp(signature); // a repeated lookup finds nothing new
  expect(await adapter.lookUp('1'.repeat(88))).toBeUndefined();
  for (const node of nodes) node.faults.missing = new Set(['getTransaction']);
  await expect(adapter.lookUp('1'.repeat(88))).rejects.toThrow('-32601'); // "the nodes cannot answer" differs from "no node knows it"
  for (const node of nodes) node.faults.missing = new Set();
  await until(async () => {
    chain.mine();
    expect((await rows()).filter(({ final_at }) => final_at !== null)).toHaveLength(2);
  });
});

test('a payment to another token account of the owner is found', async () => {
  const friend = solanaKey(`friend ${count}`);
  const account = chain.tokenAccountOf(friend);
  // For the nodes the account belongs to the owner: it was created for them and is not their associated account.
  for (const node of nodes)
    node.faults.answers = ({ method }, honest) => {
      if (method === 'getTransaction') return JSON.parse(JSON.stringify(honest()).replaceAll(friend, owner)) as unknown;
      if (method !== 'getTokenAccountsByOwner') return undefined;
      const info = { mint: chain.mint, owner, tokenAmount: { amount: '5' } };
      return { context: {}, value: [{ pubkey: account, account: { owner: TOKEN_PROGRAM, data: { parsed: { info } } } }] };
    };
  scanner.startWatching();
  await until(async () => expect((await accounts()).map(({ token_account }) => token_account)).toContain(account));
  const { txHash } = chain.pay(friend, 4_000_000n);
  await until(async () => expect(await rows()).toMatchObject([{ tx_hash: txHash, to_address: owner, amount: 4_000_000n }]));
});

test('a reorged transfer is searched for again even when no list names it', async () => {
  scanner.startWatching();
  const { txHash } = chain.pay(owner, 2_000_000n);
  await until(async () => expect(await rows()).toHaveLength(1));
  chain.fork(1, { keep: false });
  chain.mineMany(200);
  await until(async () => expect(await rows()).toMatchObject([{ state: 'reorged' }]));
  for (const node of nodes) node.faults.omits = () => true;
  chain.land(txHash);
  await scanner.stopWatching();
  scanner = createScanner(url, [settings]); // the search begins with the first poll and repeats every minute
  scanner.startWatching();
  await until(async () => expect(await rows()).toMatchObject([{ tx_hash: txHash, state: 'seen' }]));
});
