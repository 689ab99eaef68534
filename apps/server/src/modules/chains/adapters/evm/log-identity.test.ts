import { FAMILY_OF, unitsOfMicros } from '@stablegate/rules';
import { DESCRIPTORS } from '@stablegate/rules/networks';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import { nowAndThen } from '../../../../../test/nodes/machines';
import { settingsFor } from '../../../../../test/nodes/settings';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { createTestDatabase } from '../../../../../test/parts/database';
import { createScanner, topicsOf, transfersOf, until, watch } from '../../../../../test/scanner';
import { displayAddress } from '../../addresses/addresses';
import { receiptHas } from './disputes';
import { type DecodedLog, TRANSFER_TOPIC, toTopic } from './evm-wire';
import { identifyLogs } from './log-identity';

const KEY = `0x${'a1'.repeat(20)}`;
const PAYER = `0x${'b2'.repeat(20)}`;
const ALICE = displayAddress('tron', KEY);
const HASH = `0x${'1'.repeat(64)}`;
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
});

/** By answer: half of them come from a machine that numbers within the transaction. */
const byMachine = (seed: number) => ({ logNumbers: nowAndThen(seed, 0.5, 'transaction' as const, 'block' as const) });
const CASTS = {
  'two providers, one of which numbers within the transaction': [{}, { logNumbers: 'transaction' as const }],
  'two addresses, each with machines that number either way': [byMachine(1), byMachine(2)],
  'one address with machines that number either way': [byMachine(3)],
};

describe.each(Object.entries(CASTS))('logs numbered by %s', (_, cast) => {
  test.each(['TRON', 'BEP20'] as const)('each payment on %s is one row and becomes final once', async (network) => {
    const family = FAMILY_OF[network];
    const [alice, payer, stranger] = [KEY, PAYER, `0x${'c3'.repeat(20)}`].map((key) => displayAddress(family, key)) as [
      string,
      string,
      string,
    ];
    const raw = unitsOfMicros(25_500_000n, DESCRIPTORS[network].decimals);
    const chain = createSimulatedEvm({ network, finalityDepth: 2 });
    const nodes = await Promise.all(cast.map((faults) => startTestNode(chain, { faults })));
    const database = await createTestDatabase();
    drops.push(database.drop);
    const scanner = createScanner(database.url, [settingsFor(chain, nodes, { startBlock: chain.startNumber })]);
    const { db } = scanner;
    await watch(scanner, network, alice);
    scanner.startWatching();

    const strangers = { transfers: [1n, 2n].map((value) => ({ to: stranger, raw: value })) };
    const equal = { from: payer, to: alice, raw };
    // Log 2 of the block is log 0 of its transaction; then two equal ones in one transaction.
    chain.mine({ transactions: [strangers, { transfers: [{ to: alice, raw }] }, { transfers: [equal, equal] }] });
    await until(async () => {
      chain.mine();
      expect((await transfersOf(db)).filter(({ final_at }) => final_at !== null)).toHaveLength(3);
    });
    for (let times = 0; times < 4; times += 1) {
      await scanner.requestRescan(network, chain.startNumber);
      chain.mine();
      await until(async () =>
        expect(await db.query.selectFrom('chain_cursors').select('rescan_from').execute()).toEqual([{ rescan_from: null }]),
      );
    }
    expect((await transfersOf(db)).map(({ amount, state }) => [amount, state])).toEqual(Array(3).fill([25_500_000n, 'seen']));
    expect((await topicsOf(db)).sort()).toEqual([...Array(3).fill('transfer.final'), ...Array(3).fill('transfer.seen')]);
  });
});

const log = (logIndex: number, raw: bigint, txHash = HASH): DecodedLog => ({
  blockNumber: 7,
  blockHash: `0x${'b'.repeat(64)}`,
  txHash,
  logIndex,
  fromKey: PAYER,
  toKey: KEY,
  raw,
});

test('identities do not depend on log numbering or answer order, and are unique', () => {
  const families = fc.constantFrom('tron' as const, 'evm' as const);
  const values = fc.array(fc.bigInt({ min: 1n, max: 3n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 1, max: 5 }), families, (raws, offset, stride, family) => {
      const inTransaction = raws.map((raw, index) => log(index, raw));
      const inBlock = raws.map((raw, index) => log(offset + index * stride, raw)).reverse();
      const keys = (logs: readonly DecodedLog[]) =>
        identifyLogs(logs, family)
          .map(({ logKey }) => logKey)
          .sort();
      expect(keys(inBlock)).toEqual(keys(inTransaction));
      expect(new Set(keys(inBlock)).size).toBe(raws.length);
      expect(keys([...inBlock, ...inBlock])).toEqual(keys(inBlock)); // a node that reports a log twice
    }),
  );
});

test('one log in a receipt proves one row, never a second identical one', () => {
  const contractKey = `0x${'c'.repeat(40)}`;
  const wanted = (logKey: string) => ({ txHash: HASH, blockHash: log(0, 1n).blockHash, logKey, toKey: KEY, raw: 5n });
  const receipt = {
    txHash: HASH,
    succeeded: true,
    blockNumber: 7,
    blockHash: log(0, 1n).blockHash,
    logs: [
      {
        address: contractKey,
        topics: [TRANSFER_TOPIC, toTopic(PAYER), toTopic(KEY)],
        data: `0x${'5'.padStart(64, '0')}`,
        blockNumber: '0x7',
        blockHash: log(0, 1n).blockHash,
        transactionHash: HASH,
        logIndex: '0x9',
      },
    ],
  };
  const rule = { contractKey, family: 'tron' as const };
  const content = `${displayAddress('tron', PAYER)}:${ALICE}:5`;
  expect(receiptHas(receipt, wanted(`${content}:0`), rule)).toBe(true);
  expect(receiptHas(receipt, wanted(`${content}:1`), rule)).toBe(false);
});
