import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { createScanner, cursorOf, type Scanner, topicsOf, transfersOf, until, untilRead, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';
import type { TransferChange } from '../chains.domain';

const ALICE = displayAddress('evm', `0x${'a1'.repeat(20)}`);
const ALICE_TRON = displayAddress('tron', `0x${'a1'.repeat(20)}`);
const BOB = displayAddress('evm', `0x${'b0'.repeat(20)}`);

const chain: TestChain = await startTestChain();
let scanner: Scanner;
let databaseUrl: string;
let drop: () => Promise<void>;
const opened: Scanner[] = [];

const received: TransferChange[] = [];
async function open(...settings: Parameters<typeof createScanner>[1][number][]): Promise<Scanner> {
  const next = createScanner(databaseUrl, settings, { settleTransfers: async (_tx, changes) => void received.push(...changes) });
  opened.push(next);
  return next;
}
const head = async () => (await chain.call<{ head: { number: number } }>('sandbox_info')).head.number;
/** Reading begins after the present newest block: payments of earlier tests are not found again. */
const fromHere = async (network: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON', changes = {}) =>
  chain.settings(network, { startBlock: (await head()) + 1, ...changes });

beforeEach(async () => {
  const database = await createTestDatabase();
  databaseUrl = database.url;
  drop = database.drop;
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stopWatching();
});
afterAll(() => drop());

describe('what is found', () => {
  test('a payment of 18 decimals and one of 6 have the right amount, sender and block', async () => {
    scanner = await open(await fromHere('BEP20'), await fromHere('ERC20'));
    await watch(scanner, 'BEP20', ALICE);
    scanner.startWatching();
    const bep = await chain.pay('BEP20', ALICE, 100_500_000_123_456_789_012n, { from: chain.info.payers[1] });
    const erc = await chain.pay('ERC20', ALICE, 7_000_001n);
    await until(async () => expect(await transfersOf(scanner.db)).toHaveLength(2));
    expect(await transfersOf(scanner.db)).toMatchObject([
      { network: 'BEP20', tx_hash: bep.txHash, amount: 100_500_000n, raw: '100500000123456789012', to_address: ALICE, state: 'seen' },
      { network: 'ERC20', tx_hash: erc.txHash, amount: 7_000_001n, block_number: BigInt(erc.blockNumber) },
    ]);
    expect((await transfersOf(scanner.db))[0]?.from_address.toLowerCase()).toBe(chain.info.payers[1]?.toLowerCase());
    await chain.mine(2);
    await until(async () => expect((await transfersOf(scanner.db)).every((row) => row.final_at !== null)).toBe(true));
    expect((await topicsOf(scanner.db)).sort()).toEqual(['transfer.final', 'transfer.final', 'transfer.seen', 'transfer.seen']);
  });

  test('TRON is read through its own JSON-RPC, with base58 addresses, and final at its solidified block', async () => {
    scanner = await open(await fromHere('TRON'));
    await watch(scanner, 'TRON', ALICE_TRON);
    scanner.startWatching();
    const paid = await chain.pay('TRON', ALICE_TRON, 5_250_000n);
    await until(async () => expect(await transfersOf(scanner.db)).toHaveLength(1));
    const [row] = await transfersOf(scanner.db);
    expect(row).toMatchObject({ network: 'TRON', tx_hash: paid.txHash, amount: 5_250_000n, to_address: ALICE_TRON, final_at: null });
    expect(row?.from_address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    await chain.mine(2);
    await until(async () => expect((await transfersOf(scanner.db))[0]?.final_at).not.toBeNull());
  });

  test('F20, F21: three transfers in one transaction are three rows; zero, a fake token and a reverted transfer are none', async () => {
    scanner = await open(await fromHere('ERC20'));
    await watch(scanner, 'ERC20', ALICE);
    await watch(scanner, 'ERC20', BOB, 'other');
    scanner.startWatching();
    const item = (to: string, amountRaw: string, extra = {}) => ({ network: 'ERC20', to, amountRaw, ...extra });
    const { txHash } = await chain.call<{ txHash: string }>('sandbox_transferJointly', {
      transfers: [
        item(ALICE, '1000000'),
        item(ALICE, '0'),
        item(BOB, '2000000'),
        item(ALICE, '9', { token: 'fake' }),
        item(ALICE, '5000000', { innerRevert: true }),
        item(ALICE, '1000000'),
      ],
    });
    await chain.call('sandbox_transferJointly', { transfers: [item(ALICE, '7000000')], revert: true });
    await chain.pay('ERC20', ALICE, 3n, { token: 'fake' });
    await chain.mine(3);
    await untilRead(scanner, 'ERC20', await head());
    await until(async () => expect((await transfersOf(scanner.db)).filter((row) => row.final_at !== null)).toHaveLength(3));
    const rows = await transfersOf(scanner.db);
    expect(rows.map((row) => [row.tx_hash, row.log_index, row.to_address, row.amount])).toEqual([
      [txHash, 0, ALICE, 1_000_000n],
      [txHash, 2, BOB, 2_000_000n],
      [txHash, 4, ALICE, 1_000_000n],
    ]);
    expect(await scanner.registry.getSingleMetricAsString('stablegate_chain_zero_value_total')).toContain('network="ERC20"} 1');
  });

  test('an address that becomes watched is found from then on, the same address on every EVM network', async () => {
    scanner = await open(await fromHere('ERC20'), await fromHere('POLYGON'));
    scanner.startWatching();
    await chain.mine();
    await untilRead(scanner, 'POLYGON', await head());
    await watch(scanner, 'ERC20', ALICE.toLowerCase());
    await chain.pay('POLYGON', ALICE, 4_000_000n);
    await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ network: 'POLYGON', amount: 4_000_000n }]));
  });

  test('with more than four groups of recipients the whole contract is read, with the same result', async () => {
    scanner = await open(await fromHere('ERC20', { recipientsMax: 1 }));
    for (const [index, digit] of ['1', '2', '3', '4'].entries()) await watch(scanner, 'ERC20', `0x${digit.repeat(40)}`, `w${index}`);
    await watch(scanner, 'ERC20', ALICE);
    scanner.startWatching();
    await chain.pay('ERC20', BOB, 1_000_000n);
    await chain.pay('ERC20', ALICE, 2_000_000n);
    await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ to_address: ALICE, amount: 2_000_000n }]));
  });
});

describe('network identity', () => {
  test('F12: decimals that differ from the configuration refuse the network with an explanation', async () => {
    scanner = await open(await fromHere('BEP20', { decimals: 6 }));
    scanner.startWatching();
    await until(async () => expect((await cursorOf(scanner.db, 'BEP20')).refused).toContain('18 decimals, 6 are configured'));
    expect((await scanner.networkStatus())[0]).toMatchObject({ network: 'BEP20', status: 'down' });
  });

  test('F12: another chain id refuses it too', async () => {
    scanner = await open(await fromHere('ERC20', { chainId: 1 }));
    scanner.startWatching();
    await until(async () => expect((await cursorOf(scanner.db, 'ERC20')).refused).toContain('serves chain 31337'));
  });
});

describe('reorganisations', () => {
  async function paidOnce(): Promise<string> {
    scanner = await open(await fromHere('ERC20', { finality: { depth: 6 } }));
    await watch(scanner, 'ERC20', ALICE);
    scanner.startWatching();
    const { txHash } = await chain.pay('ERC20', ALICE, 9_000_000n);
    await chain.mine(2);
    await untilRead(scanner, 'ERC20', await head());
    return txHash;
  }

  test('F17: one that keeps the payment moves it to another block and credits it once', async () => {
    const txHash = await paidOnce();
    const [before] = await transfersOf(scanner.db);
    await chain.reorg(3, true);
    await until(async () => expect((await transfersOf(scanner.db))[0]?.block_hash).not.toBe(before?.block_hash));
    await chain.mine(7);
    await until(async () => expect((await transfersOf(scanner.db))[0]?.final_at).not.toBeNull());
    expect(await transfersOf(scanner.db)).toMatchObject([{ id: before?.id, tx_hash: txHash, state: 'seen' }]);
    expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.reorged', 'transfer.seen', 'transfer.final']);
  });

  test('F18: one that drops the payment reorgs it, and it never becomes final', async () => {
    await paidOnce();
    await chain.reorg(3, false);
    await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ state: 'reorged' }]));
    await chain.mine(8);
    await untilRead(scanner, 'ERC20', await head());
    expect(await transfersOf(scanner.db)).toMatchObject([{ state: 'reorged', final_at: null }]);
    expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.reorged']);
  });

  test('F19: one deeper than finality reports that a final transfer is gone', async () => {
    await paidOnce();
    received.length = 0;
    await chain.mine(6);
    await until(async () => expect((await transfersOf(scanner.db))[0]?.final_at).not.toBeNull());
    await chain.reorg(10, false);
    await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ state: 'reorged', final_at: null }]));
    expect(received).toMatchObject([{ kind: 'final' }, { kind: 'reorged', wasFinal: true }]);
  });

  test('one that happened while the scanner was down is found at the next start', async () => {
    await paidOnce();
    await scanner.stopWatching();
    await chain.reorg(3, false);
    const next = await open(...scanner.networks);
    next.startWatching();
    await until(async () => expect(await transfersOf(next.db)).toMatchObject([{ state: 'reorged' }]));
  });
});
