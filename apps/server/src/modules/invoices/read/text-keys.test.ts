import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/parts/database';
import { createDb } from '../../../platform/db/db';
import { asUserId } from '../../../platform/id-types';
import { keysToFind, keysToStore, spanOf } from './text-keys.domain';

const AT = new Date('2026-03-01T10:00:00Z');
const texts = { transId: '7k2m9x', name: 'cà phê sữa đá ☕', description: 'đà lạt arabica, 500 g' };
const USER = asUserId('usr_1');
const stored = new Set(keysToStore(USER, AT, texts));
const finds = (kind: 'name' | 'description' | 'transId', text: string, userId = USER, at = AT) =>
  keysToFind({ userId }, spanOf(at), [{ kind, text }]).every((key) => stored.has(key));
const everybodyFinds = (kind: 'name' | 'description', text: string, at = AT) =>
  keysToFind('everybody', spanOf(at), [{ kind, text }]).every((key) => stored.has(key));

describe('keys of texts', () => {
  test.each(['cà phê', 'phê sữa', 'đá ☕', 'c', 'cà', texts.name])('%s is found in the name', (text) =>
    expect(finds('name', text)).toBe(true),
  );
  test.each(['trà', 'arabica', 'p', 'ph'])('%s is not', (text) => expect(finds('name', text)).toBe(false));
  test('in descriptions and as prefixes of transaction ids as well', () => {
    expect([finds('description', 'arabica'), finds('transId', '7'), finds('transId', '7k'), finds('transId', 'k')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
  test('not for another owner, not in another span', () => {
    expect([finds('name', 'cà phê', asUserId('usr_2')), finds('name', 'cà phê', USER, new Date('2026-05-01'))]).toEqual([false, false]);
  });
  test.each(['cà phê', 'phê', 'phê sữa đá', 'c', 'cà', texts.name])('the back office finds %s in the name', (text) =>
    expect(everybodyFinds('name', text)).toBe(true),
  );
  test('and not absent texts, nor in another span', () => {
    expect([everybodyFinds('name', 'trà sữa'), everybodyFinds('name', 'phê', new Date('2026-05-01'))]).toEqual([false, false]);
  });
  test('a long text needs few keys, among them its beginning and its end', () => {
    const long = 'order 2026-000123 of the coffee house in đà lạt, two bags and a spare burr';
    const own = new Set(keysToStore(USER, AT, { transId: 'x', name: long, description: null }));
    for (const scope of ['everybody' as const, { userId: USER }]) {
      const asked = keysToFind(scope, spanOf(AT), [{ kind: 'name', text: long }]);
      expect(asked.length).toBeLessThanOrEqual(5);
      expect(asked.every((key) => own.has(key))).toBe(true);
    }
  });
  test("the platform's own invoices are found by the back office only", () => {
    const ofPlatform = keysToStore(null, AT, texts);
    expect(ofPlatform.every((key) => key < 0)).toBe(true);
  });
});

test('the database computes the same keys for rows from other sources', async () => {
  const db = createDb({ url: await useTestDatabase(), poolMax: 1, applicationName: 'test' });
  const { rows } = await sql<{ keys: number[] }>`
    select invoice_text_keys('usr_1', ${AT.getTime()}::bigint, ${texts.transId}, ${texts.name}, ${texts.description}) as keys`.execute(
    db.query,
  );
  await db.close();
  expect(new Set(rows[0]?.keys)).toEqual(stored);
});
