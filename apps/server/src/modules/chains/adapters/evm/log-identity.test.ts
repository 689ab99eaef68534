import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
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
const stranger = displayAddress('tron', `0x${'c3'.repeat(20)}`);
const STRANGERS = { transfers: [1n, 2n].map((raw) => ({ to: stranger, raw })) };
const HASH = `0x${'1'.repeat(64)}`;
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
});

describe('two providers that number the logs of TRON differently', () => {
  async function start() {
    const chain = createSimulatedEvm({ network: 'TRON', finalityDepth: 2 });
    const node = await startTestNode(chain);
    const indexer = await startTestNode(chain, { faults: { logNumbers: 'transaction' } });
    const database = await createTestDatabase();
    drops.push(database.drop);
    const scanner = createScanner(database.url, [settingsFor(chain, [node, indexer], { startBlock: chain.startNumber })]);
    await watch(scanner, 'TRON', ALICE);
    return { chain, scanner };
  }
  const untilFinal = async ({ chain, scanner }: Awaited<ReturnType<typeof start>>, count: number) => {
    await until(async () => {
      chain.mine();
      expect((await transfersOf(scanner.db)).filter(({ final_at }) => final_at !== null).length).toBeGreaterThanOrEqual(count);
    }, 20_000);
    for (let n = 0; n < 15; n += 1) chain.mine(); // read again with the overlap, from either node
    await until(async () => expect(Number((await transfersOf(scanner.db)).length)).toBe(count));
  };

  test('one payment after others in its block is one row and becomes final once', async () => {
    const world = await start();
    world.scanner.startWatching();
    world.chain.mine({ transactions: [STRANGERS, { transfers: [{ to: ALICE, raw: 25_500_000n }] }] }); // log 2 of the block, 0 of its transaction
    await untilFinal(world, 1);
    expect(await transfersOf(world.scanner.db)).toMatchObject([{ amount: 25_500_000n, state: 'seen' }]);
    expect(await topicsOf(world.scanner.db)).toEqual(['transfer.seen', 'transfer.final']);
  });

  test('two equal payments in one transaction are two rows', async () => {
    const world = await start();
    const transfer = { from: displayAddress('tron', PAYER), to: ALICE, raw: 7_000_000n };
    world.scanner.startWatching();
    world.chain.mine({ transactions: [STRANGERS, { transfers: [transfer, transfer] }] });
    await untilFinal(world, 2);
    expect((await topicsOf(world.scanner.db)).filter((topic) => topic === 'transfer.final')).toHaveLength(2);
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
  const values = fc.array(fc.bigInt({ min: 1n, max: 3n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 1, max: 5 }), (raws, offset, stride) => {
      const inTransaction = raws.map((raw, index) => log(index, raw));
      const inBlock = raws.map((raw, index) => log(offset + index * stride, raw)).reverse();
      const keys = (logs: readonly DecodedLog[]) =>
        identifyLogs(logs, 'tron')
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
