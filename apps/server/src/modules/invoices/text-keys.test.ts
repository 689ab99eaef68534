import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database';
import { createDb } from '../../platform/db';
import { keysToFind, keysToStore, spanOf } from './text-keys.domain';

const AT = new Date('2026-03-01T10:00:00Z');
const texts = { transId: '7k2m9x', name: 'cà phê sữa đá ☕', description: 'đà lạt arabica, 500 g' };
const stored = new Set(keysToStore('usr_1', AT, texts));
const finds = (kind: 'name' | 'description' | 'transId', text: string, userId = 'usr_1', at = AT) =>
  keysToFind(userId, spanOf(at), [{ kind, text }]).every((key) => stored.has(key));

describe('keys of texts', () => {
  test.each(['cà phê', 'phê sữa', 'đá ☕', 'c', 'cà', texts.name])('%s is found in the name', (text) =>
    expect(finds('name', text)).toBe(true),
  );
  test.each(['trà', 'arabica', 'p', 'ph'])('%s is not', (text) => expect(finds('name', text)).toBe(false));
  test('in descriptions and at the start of transaction ids as well', () => {
    expect([finds('description', 'arabica'), finds('transId', '7'), finds('transId', '7k'), finds('transId', 'k')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
  test('not for another owner, not in another time', () => {
    expect([finds('name', 'cà phê', 'usr_2'), finds('name', 'cà phê', 'usr_1', new Date('2026-05-01'))]).toEqual([false, false]);
  });
});

test('the database computes the same keys for rows that come from elsewhere', async () => {
  const db = createDb({ url: await useTestDatabase(), poolMax: 1, applicationName: 'test' });
  const { rows } = await sql<{ keys: number[] }>`
    select invoice_text_keys('usr_1', ${AT.getTime()}::bigint, ${texts.transId}, ${texts.name}, ${texts.description}) as keys`.execute(
    db.query,
  );
  await db.close();
  expect(new Set(rows[0]?.keys)).toEqual(stored);
});
