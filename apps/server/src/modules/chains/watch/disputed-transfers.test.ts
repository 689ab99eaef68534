import { expect, onTestFinished, test } from 'vitest';
import { createSimulatedEvm } from '../../../../test/nodes/evm/evm-chain';
import type { EvmNetwork } from '../../../../test/nodes/evm/evm-types';
import type { Item } from '../../../../test/nodes/node-types';
import { omitOnceListed } from '../../../../test/nodes/omissions';
import { settingsFor } from '../../../../test/nodes/settings';
import { startTestNode } from '../../../../test/nodes/test-node';
import { createTestDatabase } from '../../../../test/parts/database';
import { createScanner, cursorOf, topicsOf, transfersOf, until, untilRead, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';
import { FAMILY_OF } from '../chains.domain';

/** What nodes contradict each other about waits alone: it is recorded and shown, and everything else is read and credited. */
const DISPUTED = 'transfers_disputed';

async function start(network: EvmNetwork, nodeCount: number) {
  const alice = displayAddress(FAMILY_OF[network], `0x${'a1'.repeat(20)}`);
  const chain = createSimulatedEvm({ network, finalityDepth: 2 });
  const nodes = [];
  while (nodes.length < nodeCount) nodes.push(await startTestNode(chain));
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const scanner = createScanner(database.url, [settingsFor(chain, nodes, { startBlock: chain.startNumber })]);
  await watch(scanner, network, alice);
  scanner.startWatching();
  const raw = 5n * 10n ** BigInt(chain.decimals);
  const transfer = { to: alice, raw };
  const untilFinal = (count: number) =>
    until(async () => {
      chain.mine();
      expect((await transfersOf(scanner.db)).filter(({ final_at }) => final_at !== null)).toHaveLength(count);
    });
  const notes = async () => (await scanner.networkStatus()).flatMap((status) => status.notes);
  /** Everything is read, and read again with the overlap. */
  const untilReadOn = async () => {
    for (let block = 0; block < 25; block += 1) {
      chain.mine();
      await untilRead(scanner, network, chain.head().number);
    }
  };
  return { chain, nodes, scanner, alice, transfer, untilFinal, notes, untilReadOn };
}
const of =
  (txHash: string | undefined, ...methods: string[]) =>
  (item: Item): boolean =>
    item.txHash === txHash && (methods.length === 0 || methods.includes(item.method));

test('a node whose receipt lacks a transfer holds up that one alone, until it has it', async () => {
  const { chain, nodes, scanner, transfer, untilFinal, notes, untilReadOn } = await start('BEP20', 2);
  const txHashes = new Set<string>();
  for (let payment = 0; payment < 11; payment += 1) {
    const { txHash } = chain.pay(transfer.to, transfer.raw);
    if (nodes[1] !== undefined && txHashes.size === 0) nodes[1].faults.omits = of(txHash);
    txHashes.add(txHash);
  }
  const [lost] = txHashes;
  await untilFinal(10);
  await untilReadOn();
  const rows = await transfersOf(scanner.db);
  expect(new Set(rows.map(({ tx_hash }) => tx_hash))).toEqual(txHashes);
  expect(rows.filter(({ final_at }) => final_at === null)).toMatchObject([{ tx_hash: lost, state: 'seen' }]);
  await until(async () => expect(await notes()).toContain(DISPUTED));
  expect((await cursorOf(scanner.db, 'BEP20')).error).toContain('disagree about a transfer in block');
  nodes[1]?.heal();
  await untilFinal(11);
  await until(async () => expect(await notes()).not.toContain(DISPUTED));
  expect((await topicsOf(scanner.db)).filter((topic) => topic !== 'transfer.seen' && topic !== 'transfer.final')).toEqual([]);
}, 60_000);

test('a third node decides, and nothing waits', async () => {
  const { chain, nodes, transfer, untilFinal } = await start('POLYGON', 3);
  const { txHash } = chain.pay(transfer.to, transfer.raw);
  if (nodes[0] !== undefined) nodes[0].faults.omits = of(txHash);
  chain.pay(transfer.to, transfer.raw);
  await untilFinal(2);
}, 60_000);

test.each([
  ['ERC20', 1],
  ['TRON', 1],
  ['ERC20', 2],
] as const)(
  'what the logs of %s no longer list stays when a receipt proves it, on %i node(s)',
  async (network, count) => {
    const { chain, nodes, scanner, transfer, untilFinal, untilReadOn, notes } = await start(network, count);
    const lost = omitOnceListed(1, 1, 1);
    for (const node of nodes) node.faults.omits = (item) => item.method === 'eth_getLogs' && lost(item);
    chain.pay(transfer.to, transfer.raw);
    await until(async () => expect(await transfersOf(scanner.db)).toHaveLength(1));
    await untilReadOn();
    await scanner.requestRescan(network, chain.startNumber);
    await untilReadOn();
    await untilFinal(1);
    expect(await notes()).not.toContain(DISPUTED);
    expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.final']);
  },
  60_000,
);

test('a lone node whose receipts deny what its logs list: seen, read on, and credited once they agree', async () => {
  const { chain, nodes, scanner, transfer, untilFinal, untilReadOn, notes } = await start('TRON', 1);
  const [node] = nodes;
  if (node === undefined) return;
  node.faults.omits = ({ method }) => method !== 'eth_getLogs';
  chain.pay(transfer.to, transfer.raw);
  await untilReadOn();
  await until(async () => expect(await notes()).toContain(DISPUTED));
  expect(await transfersOf(scanner.db)).toMatchObject([{ state: 'seen', final_at: null }]);
  node.heal();
  await untilFinal(1);
  expect((await topicsOf(scanner.db)).filter((topic) => topic === 'transfer.final')).toHaveLength(1);
}, 60_000);

test('receipts that a node refuses for a while stop nothing but their own transfers', async () => {
  const { chain, nodes, scanner, transfer, untilFinal, untilReadOn } = await start('ERC20', 2);
  const { txHash } = chain.pay(transfer.to, transfer.raw);
  const [first, second] = nodes;
  if (first === undefined || second === undefined) return;
  first.faults.omits = of(txHash, 'eth_getLogs');
  for (const node of nodes) node.faults.refusesReceipt = (asked) => asked === txHash;
  chain.pay(transfer.to, transfer.raw);
  await untilFinal(1);
  await untilReadOn();
  expect((await transfersOf(scanner.db)).map(({ tx_hash, final_at }) => tx_hash === txHash && final_at === null)).toContain(true);
  for (const node of nodes) node.faults.refusesReceipt = undefined;
  await untilFinal(2);
}, 60_000);
