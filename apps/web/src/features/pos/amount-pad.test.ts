import { expect, test } from 'vitest';
import { type PadKey, pressed, typedAmount } from './amount-pad';

const after = (keys: string) => [...keys].reduce((amount, key) => pressed(amount, (key === '<' ? 'back' : key) as PadKey), '');

test.each([
  ['12.5', '12.5'],
  ['.5', '0.5'],
  ['007', '7'],
  ['0.05', '0.05'],
  ['1.999', '1.99'], // no more than cents
  ['1..5', '1.5'],
  ['12345678', '1234567'],
  ['12.<<3', '13'],
  ['<', ''],
])('the keys %s make %s', (keys, amount) => expect(after(keys)).toBe(amount));

test.each([
  ['', '12,50', '12.50'],
  ['', '4 USDT', '4'],
  ['3', 'abc', ''],
  ['3', '1.234.5', '3'],
])('in %j, the text %j becomes %j', (before, text, amount) => expect(typedAmount(before, text)).toBe(amount));
