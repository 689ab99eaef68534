import { expect, expectTypeOf, test } from 'vitest';
import type { EntryId, HoldId, InvoiceId, StoreId } from './id-types';
import { newId, randomCharacters, timeOfId } from './ids';

test('random characters are drawn evenly from 32, and never repeat', () => {
  const texts = Array.from({ length: 4_000 }, () => randomCharacters(26));
  expect(new Set(texts).size).toBe(texts.length);
  const counts = new Map<string, number>();
  for (const character of texts.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect([...counts.keys()].sort().join('')).toBe('0123456789abcdefghjkmnpqrstvwxyz');
  for (const count of counts.values()) expect(Math.abs(count - 3_250)).toBeLessThan(500); // 104,000 / 32; eight standard deviations
});

test('ids sort by time, and the time can be read back', () => {
  const [earlier, later] = [new Date('2026-01-01T00:00:00.001Z'), new Date('2026-01-01T00:00:00.002Z')];
  expect(newId('invoice', earlier) < newId('invoice', later)).toBe(true);
  expect(timeOfId(newId('invoice', later))).toEqual(later);
});

test('an id of one entity is none of another: the compiler refuses it', () => {
  expectTypeOf(newId('invoice', new Date())).toEqualTypeOf<InvoiceId>();
  expectTypeOf<StoreId>().not.toExtend<InvoiceId>();
  expectTypeOf<string>().not.toExtend<InvoiceId>();
  expectTypeOf<InvoiceId>().toExtend<string>();
  expectTypeOf<HoldId>().toExtend<EntryId>();
  expectTypeOf<EntryId>().not.toExtend<HoldId>();
  expectTypeOf<'entry'>().not.toExtend<Parameters<typeof newId>[0]>(); // the ledger numbers its entries itself
});
