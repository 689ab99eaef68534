import { afterAll, expect, test } from 'vitest';
import { createSimulatedEvm } from '../../../../test/nodes/evm/evm-chain';
import { settingsFor } from '../../../../test/nodes/settings';
import { startTestNode } from '../../../../test/nodes/test-node';
import { createTestDatabase } from '../../../../test/parts/database';
import { createScanner, cursorOf, transfersOf, until, untilRead, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';

const ALICE = displayAddress('evm', `0x${'a1'.repeat(20)}`);
const TRON_ALICE = displayAddress('tron', `0x${'a1'.repeat(20)}`);
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
});

async function start(nodeCount: number, network: 'POLYGON' | 'TRON' = 'POLYGON') {
  const chain = createSimulatedEvm({ network, finalityDepth: 2 });
  const nodes = [];
  while (nodes.length < nodeCount) nodes.push(await startTestNode(chain));
  const database = await createTestDatabase();
  drops.push(database.drop);
  // One-minute blocks: the overlap is one block, so that only the reading under test can find older transfers.
  const settings = settingsFor(chain, nodes, { startBlock: chain.startNumber, blockMs: 60_000 });
  const scanner = createScanner(database.url, [settings]);
  await watch(scanner, network, network === 'TRON' ? TRON_ALICE : ALICE);
  const marks = async () => scanner.db.query.selectFrom('chain_cursors').select(['rescan_from', 'unproven_from']).executeTakeFirstOrThrow();
  return { chain, nodes, scanner, marks, databaseUrl: database.url };
}

test('a block is rescanned on request, although the cursor has passed it, and the cursor stays', async () => {
  const { chain, nodes, scanner, marks } = await start(2);
  for (const node of nodes) node.faults.omits = ({ method }) => method === 'eth_getLogs';
  scanner.startWatching();
  const { txHash, block } = chain.pay(ALICE, 5_000_000n);
  chain.mineMany(20);
  await untilRead(scanner, 'POLYGON', chain.head().number);
  for (const node of nodes) node.heal();
  chain.mineMany(5);
  await untilRead(scanner, 'POLYGON', chain.head().number);
  expect(await transfersOf(scanner.db)).toEqual([]);
  const { next } = await cursorOf(scanner.db, 'POLYGON');

  await scanner.requestRescan('POLYGON', block.number);
  await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, amount: 5_000_000n }]));
  await until(async () => expect(await marks()).toEqual({ rescan_from: null, unproven_from: null }));
  expect((await cursorOf(scanner.db, 'POLYGON')).next).toBe(next);
  await scanner.requestRescan('POLYGON', next + 5); // unread: it will be read anyway
  expect(await marks()).toMatchObject({ rescan_from: null });
  chain.mineMany(3);
  await untilRead(scanner, 'POLYGON', chain.head().number);
  await until(async () => expect((await transfersOf(scanner.db))[0]?.final_at).not.toBeNull());
});

test('a rescan from before the first block to watch ends there', async () => {
  const { chain, scanner, marks } = await start(2);
  scanner.startWatching();
  chain.mineMany(5);
  await untilRead(scanner, 'POLYGON', chain.head().number);
  await scanner.requestRescan('POLYGON', chain.startNumber - 3);
  await until(async () => expect(await marks()).toEqual({ rescan_from: null, unproven_from: null }));
});

test('blocks read from a single node while the other was away are read again from both, by another process too', async () => {
  const { chain, nodes, scanner, marks, databaseUrl } = await start(2);
  const [poor, good] = nodes;
  if (poor === undefined || good === undefined) throw new Error('two nodes were started');
  good.faults.broken = { status: 500 };
  poor.faults.omits = ({ method }) => method === 'eth_getLogs'; // its index has lost the payment
  scanner.startWatching();
  const { txHash } = chain.pay(ALICE, 5_000_000n);
  chain.mineMany(20);
  await untilRead(scanner, 'POLYGON', chain.head().number);
  expect(await transfersOf(scanner.db)).toEqual([]);
  expect((await marks()).unproven_from).not.toBeNull();
  await scanner.stopWatching();

  good.heal();
  const next = createScanner(databaseUrl, scanner.networks);
  next.startWatching();
  chain.mine();
  await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, amount: 5_000_000n }]));
  poor.heal();
  await until(async () => {
    chain.mine();
    expect((await marks()).unproven_from).toBeNull();
  }, 60_000);
}, 90_000);

test('on TRON the receipts of a single node do not stand in for the quorum: its blocks are read again from both', async () => {
  const { chain, nodes, scanner, marks } = await start(2, 'TRON');
  const [poor, good] = nodes;
  if (poor === undefined || good === undefined) throw new Error('two nodes were started');
  good.faults.broken = { status: 500 };
  poor.faults.omits = () => true; // the payment is in none of its answers, receipts included
  scanner.startWatching();
  const { txHash } = chain.pay(TRON_ALICE, 5_000_000n);
  chain.mineMany(20);
  await untilRead(scanner, 'TRON', chain.head().number);
  expect(await transfersOf(scanner.db)).toEqual([]);
  expect((await marks()).unproven_from).not.toBeNull();
  good.heal();
  poor.heal();
  await until(async () => {
    chain.mine();
    expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, amount: 5_000_000n }]);
  }, 60_000);
}, 90_000);

test('one of two nodes cannot remove a payment from a block that stands: it stays until the quorum has decided', async () => {
  const { chain, nodes, scanner, marks } = await start(2);
  const [poor, good] = nodes;
  if (poor === undefined || good === undefined) throw new Error('two nodes were started');
  scanner.startWatching();
  const { txHash, block } = chain.pay(ALICE, 5_000_000n);
  chain.mineMany(5);
  await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, state: 'seen' }]));
  await until(async () => expect((await transfersOf(scanner.db))[0]?.final_at).not.toBeNull());

  good.faults.broken = { status: 500 };
  poor.faults.omits = () => true;
  poor.faults.hides = (hidden) => hidden === txHash; // neither logs nor receipts show it
  await scanner.requestRescan('POLYGON', block.number);
  chain.mine();
  await untilRead(scanner, 'POLYGON', chain.head().number);
  await until(async () => expect((await marks()).rescan_from).toBeNull());
  expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, state: 'seen' }]);
  expect((await marks()).unproven_from).toBeLessThanOrEqual(BigInt(block.number));

  good.heal();
  poor.heal();
  await until(async () => {
    chain.mine();
    expect((await marks()).unproven_from).toBeNull();
  }, 60_000);
  expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, state: 'seen' }]);
}, 90_000);

test('nodes that pruned their history remove no final payment: its block still stands', async () => {
  const { chain, nodes, scanner, marks } = await start(2);
  scanner.startWatching();
  const { txHash, block } = chain.pay(ALICE, 5_000_000n);
  chain.mineMany(5);
  await until(async () => expect((await transfersOf(scanner.db))[0]?.final_at).toBeInstanceOf(Date));
  for (const node of nodes) Object.assign(node.faults, { omits: () => true, hides: (hidden: string) => hidden === txHash });
  await scanner.requestRescan('POLYGON', block.number);
  chain.mine();
  await until(async () => expect(await marks()).toEqual({ rescan_from: null, unproven_from: null }));
  expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, state: 'seen' }]);
});

test('a payment to an address that is no longer watched neither stops its network nor is taken back', async () => {
  const { chain, scanner, databaseUrl } = await start(2);
  scanner.startWatching();
  const { txHash, block } = chain.pay(ALICE, 5_000_000n);
  await until(async () => expect(await transfersOf(scanner.db)).toHaveLength(1));
  await scanner.stopWatching();
  await scanner.db.query.deleteFrom('watched_addresses').execute();

  const next = createScanner(databaseUrl, scanner.networks); // its index has never held the address
  await next.requestRescan('POLYGON', block.number);
  next.startWatching();
  for (let blocks = 0; blocks < 12; blocks += 1) {
    chain.mine();
    await untilRead(scanner, 'POLYGON', chain.head().number);
  }
  expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, state: 'seen' }]);
});
