import { expect, test } from 'vitest';
import type { IncomingTransfer, Transfer } from '../../../chains.domain';
import { inKnownShape } from './same-shape';

const incoming = (logKey: string, raw: bigint, slot: number): IncomingTransfer => ({
  txHash: 'signature',
  logKey,
  logIndex: 0,
  fromAddress: 'payer',
  toAddress: 'owner',
  toKey: 'owner',
  raw,
  block: { number: slot, hash: `slot:${slot}`, time: new Date(0) },
});
const row = (logKey: string, raw: bigint, slot: number, state: Transfer['state'] = 'seen') =>
  ({ ...incoming(logKey, raw, slot), blockNumber: slot, state }) as unknown as Transfer;
const shapeOf = (found: readonly IncomingTransfer[]) => found.map(({ logKey, raw, block }) => [logKey, raw, block.number]);

const byBalance = [incoming('delta:account', 5n, 7)];
const byInstruction = [incoming('0.1:account', 2n, 7), incoming('0.2:account', 3n, 7)];

test('a transaction known in its slot adds nothing, however it is split', () => {
  expect(inKnownShape(byInstruction, [row('delta:account', 5n, 7)])).toEqual([]);
  expect(inKnownShape(byBalance, [row('0.1:account', 2n, 7), row('0.2:account', 3n, 7)])).toEqual([]);
  expect(shapeOf(inKnownShape(byInstruction, []))).toEqual(shapeOf(byInstruction));
});

test('moved and revived transfers keep their identities', () => {
  expect(shapeOf(inKnownShape(byInstruction, [row('delta:account', 5n, 6)]))).toEqual([['delta:account', 5n, 7]]);
  expect(shapeOf(inKnownShape(byBalance, [row('0.1:account', 2n, 6, 'reorged'), row('0.2:account', 3n, 6, 'reorged')]))).toEqual([
    ['0.1:account', 2n, 7],
    ['0.2:account', 3n, 7],
  ]);
  expect(shapeOf(inKnownShape(byInstruction, [row('0.1:account', 2n, 6), row('0.2:account', 3n, 6)]))).toEqual(shapeOf(byInstruction));
});

test('a different sum beside a live row adds nothing; other accounts and transactions are independent', () => {
  expect(inKnownShape(byInstruction, [row('delta:account', 9n, 6)])).toEqual([]);
  expect(inKnownShape(byInstruction, [row('delta:account', 9n, 6, 'reorged')])).toHaveLength(2);
  expect(inKnownShape(byInstruction, [row('delta:another', 5n, 7)])).toHaveLength(2);
});
