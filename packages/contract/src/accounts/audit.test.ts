import { expect, test } from 'vitest';
import { auditText } from './audit';

/** Like a dictionary that reports every word that it was asked for. */
function asked() {
  const words: string[] = [];
  return { words, t: (word: string) => `${words.push(word)}:${word}` };
}

test('code names are translated, one by one', () => {
  const { t } = asked();
  expect(auditText(t, 'whitelistIp', 'on')).toBe('1:Enabled');
  expect(auditText(t, 'network', 'BEP20')).toBe('BNB Smart Chain (BEP20)');
});

test('names, addresses and unknown codes are data: no dictionary is asked for them', () => {
  const { t, words } = asked();
  expect(auditText(t, 'store', 'Tea, coffee')).toBe('Tea, coffee');
  expect(auditText(t, 'address', '0x97Db')).toBe('0x97Db');
  expect(auditText(t, 'role', 'retired_role')).toBe('retired_role');
  expect(words).toEqual([]);
});

test('an amount has its unit and is written as the reader writes numbers', () => {
  const { t, words } = asked();
  const comma = (decimal: string) => decimal.replace('.', ',');
  expect(auditText(t, 'amount', '820.000000')).toBe('820.000000\u00a0USDT');
  expect(auditText(t, 'amount', '820.5', comma)).toBe('820,5\u00a0USDT');
  expect(auditText(t, 'amountVnd', '2000000', comma)).toBe('2000000');
  expect(words).toEqual([]);
});
