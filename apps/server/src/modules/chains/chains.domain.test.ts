import { describe, expect, test } from 'vitest';
import { hasReadPast, type IncomingTransfer, slowedDown, type Transfer } from './chains.domain';
import { reconcile } from './watch/reconcile.domain';

test('a time is past only once a later block was read', () => {
  const time = new Date('2026-01-01T00:00:10Z');
  expect(hasReadPast(null, time)).toBe(false);
  expect(hasReadPast(new Date('2026-01-01T00:00:10Z'), time)).toBe(false);
  expect(hasReadPast(new Date('2026-01-01T00:00:11Z'), time)).toBe(true);
});

test('a budget that will not last the day slows polling down, within limits', () => {
  expect([0, 0.7, 1, 2.5, 90].map((pressure) => slowedDown(4_000, pressure))).toEqual([4_000, 4_000, 4_000, 10_000, 16_000]);
});

describe('reconciling a freshly read range', () => {
  const NOTHING = { fresh: [], renamed: [], moved: [], revived: [], removed: [] };
  const block = (number: number, hash: string) => ({ number, hash, time: new Date(0) });
  const incoming = (logIndex: number, blockHash: string, change: Partial<IncomingTransfer> = {}): IncomingTransfer => ({
    txHash: '0xt',
    logKey: String(logIndex),
    logIndex,
    fromAddress: 'payer',
    toAddress: 'me',
    toKey: 'me',
    raw: 5n,
    block: block(7, blockHash),
    ...change,
  });
  const row = (id: string, from: IncomingTransfer, state: Transfer['state'] = 'seen'): Transfer =>
    ({ ...from, id, state, blockNumber: from.block.number, blockHash: from.block.hash, finalAt: null }) as unknown as Transfer;

  test('known transfers stay unchanged', () => {
    const found = incoming(0, 'A');
    expect(reconcile([found], [row('1', found)])).toEqual(NOTHING);
  });

  test('the same transfer under another identity in the same block is renamed, and stays what it was', () => {
    const known = row('1', incoming(2, 'A'));
    const found = incoming(0, 'A', { logKey: 'payer:me:5:0' });
    expect(reconcile([found], [known])).toEqual({ ...NOTHING, renamed: [{ row: known, incoming: found }] });
  });

  test('missing transfers were removed, new ones are fresh', () => {
    const known = row('1', incoming(0, 'A'));
    const found = incoming(1, 'B', { txHash: '0xother' });
    expect(reconcile([found], [known])).toEqual({ ...NOTHING, fresh: [found], removed: [known] });
  });

  test('log indexes shift with the block: rows are matched by content', () => {
    const [a, b] = [row('1', incoming(0, 'A', { raw: 1n })), row('2', incoming(1, 'A', { raw: 2n }))];
    const found = [incoming(1, 'B', { raw: 1n }), incoming(2, 'B', { raw: 2n })];
    expect(reconcile(found, [a, b]).moved.map(({ row: { id }, incoming: { logIndex } }) => [id, logIndex])).toEqual([
      ['1', 1],
      ['2', 2],
    ]);
  });

  test('two identical transfers keep their order, and none is counted twice', () => {
    const [a, b] = [row('1', incoming(0, 'A')), row('2', incoming(1, 'A'))];
    const result = reconcile([incoming(4, 'B'), incoming(3, 'B'), incoming(5, 'B')], [b, a]);
    expect(result.moved.map(({ row: { id }, incoming: { logIndex } }) => [id, logIndex])).toEqual([
      ['1', 3],
      ['2', 4],
    ]);
    expect(result.fresh.map(({ logIndex }) => logIndex)).toEqual([5]);
  });

  test('a reorged transfer is revived as the same row', () => {
    const known = row('1', incoming(0, 'A'), 'reorged');
    const found = incoming(0, 'B');
    expect(reconcile([found], [known])).toEqual({ ...NOTHING, revived: [{ row: known, incoming: found }] });
  });
});
