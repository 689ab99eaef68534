import { describe, expect, test } from 'vitest';
import { idOf } from '../../../test/ids';
import { entryIdOf, insufficientMessage, placeOf, selectLines, shownMicros, typeOf } from './ledger.domain';

const selected = (filters: Parameters<typeof selectLines>[0]) => selectLines(filters).map(({ kind, direction }) => `${kind}:${direction}`);

describe('which transactions a filter selects', () => {
  test('no filter selects all', () => {
    expect(selected({})).toEqual(['usdt:any', 'bank:any', 'fee:any', 'refund:any', 'adjust:any']);
    expect(selected({ reason: '' })).toHaveLength(5);
  });

  test('add includes deposits; an adjustment counts by its direction', () => {
    expect(selected({ type: 'add' })).toEqual(['usdt:any', 'bank:any', 'refund:any', 'adjust:in']);
    expect(selected({ type: 'deduct' })).toEqual(['fee:any', 'adjust:out']);
    expect(selected({ type: 'top-up' })).toEqual(['usdt:any', 'bank:any']);
  });

  test.each([
    ['TOP-UP', ['usdt:any', 'bank:any']],
    ['fee', ['fee:any', 'refund:any']],
    ['fe', ['refund:any']], // under three characters: as a prefix
    ['us', ['usdt:any']],
    ['refunds', []],
    ['%', []],
  ])('reason "%s"', (reason, expected) => {
    expect(selected({ reason })).toEqual(expected);
  });

  test('reason and type together', () => {
    expect(selected({ reason: 'adjust', type: 'deduct' })).toEqual(['adjust:out']);
    expect(selected({ reason: 'Invoice fee', type: 'add' })).toEqual([]);
  });
});

test('the type of a line follows its direction first', () => {
  expect([typeOf('usdt', 1n), typeOf('refund', 1n), typeOf('adjust', 1n), typeOf('adjust', -1n), typeOf('fee', -1n)]).toEqual([
    'top-up',
    'add',
    'add',
    'deduct',
    'deduct',
  ]);
});

test('ids encode their position, and nothing else is accepted', () => {
  const id = entryIdOf({ accountId: 12n, version: 345n });
  expect(placeOf(id)).toEqual({ accountId: 12n, version: 345n });
  for (const wrong of ['', 'led_1', 'led_1_x', 'led_1_2_3', 'led_-1_2', `led_1_${'9'.repeat(30)}`]) {
    expect(() => placeOf(idOf(wrong))).toThrow('is no entry id');
  }
});

test('amounts in messages have two decimals and every significant digit', () => {
  expect([0n, 1n, 500_000n, 1_230_000n, 100_000_000n].map(shownMicros)).toEqual(['0.00', '0.000001', '0.50', '1.23', '100.00']);
  expect(insufficientMessage(500_000n, 100_000n)).toBe('Your balance is too low: 0.50 USD is needed, 0.10 USD is available.');
});
