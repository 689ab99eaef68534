import { describe, expect, test } from 'vitest';
import { checkAmount, vndOf, writtenAmount } from './amount';

describe('the rules of an amount', () => {
  test.each([
    ['', 'empty'],
    ['1,000,0', 'unfinished'],
    ['0', 'not-positive'],
    ['0.0000', 'not-positive'],
    ['.', 'not-positive'],
    ['$', 'not-positive'],
    ['-', 'not-positive'],
    ['-7', 'not-positive'],
    ['$ -7', 'not-positive'],
    ['−1,000.50', 'not-positive'],
    ['1e3', 'not-a-number'],
    ['abc', 'not-a-number'],
    ['7-', 'not-a-number'],
    ['1.2.3', 'not-a-number'],
    ['1,00.5', 'not-a-number'],
    ['1.23456', 'too-precise'],
    ['1.2345678', 'too-precise'],
    ['1000000.01', 'too-much'],
    ['12345678901234567890', 'too-much'],
  ])('%s is %s', (text, problem) => expect(checkAmount(text, 'en')).toEqual({ problem }));
  test.each([
    ['0.0001', 'en', 100n],
    ['$ 1000', 'en', 1_000_000_000n],
    ["1'000", 'en', 1_000_000_000n],
    ['1 000 000', 'en', 1_000_000_000_000n],
    ['.5', 'en', 500_000n],
    [',5', 'en', 500_000n],
    ['200.', 'en', 200_000_000n],
    ['1000000', 'en', 1_000_000_000_000n],
    ['1,000', 'en', 1_000_000_000n],
    ['1,000.50', 'en', 1_000_500_000n],
    ['1.000,50', 'en', 1_000_500_000n],
    ['1,000,000', 'en', 1_000_000_000_000n],
    ['25,5', 'en', 25_500_000n],
    ['0,125', 'en', 125_000n],
    ['1.000', 'en', 1_000_000n],
    ['1.000', 'vi', 1_000_000_000n],
    ['1,000', 'vi', 1_000_000n],
    ['1.5', 'de', 1_500_000n],
    ['1 000,5', 'fr', 1_000_500_000n],
    ['1,000', 'ar', 1_000_000_000n],
    ['١٬٠٠٠٫٥', 'ar', 1_000_500_000n],
  ])('%s in %s is fine', (text, language, micros) => expect(checkAmount(text, language)).toEqual({ micros }));
});

test.each([
  [1_000_000_000n, 'en', '1,000'],
  [1_000_500_000n, 'en', '1,000.50'],
  [1_000_500_000n, 'de', '1.000,50'],
  [125_000n, 'vi', '0,125'],
  [1_000_500_000n, 'ar', '1,000.50'],
])('%d is written back in %s as %s, and read again as the same', (micros, language, text) => {
  expect(writtenAmount(micros, language)).toBe(text);
  expect(checkAmount(text, language)).toEqual({ micros });
});

test('VND are whole and rounded up, whatever the rate', () => {
  expect(vndOf(200_000_000n, 26_000)).toBe(5_200_000n);
  expect(vndOf(100n, 26_000)).toBe(3n); // 2.6
  expect(vndOf(10_000_000n, 26_123.45)).toBe(261_235n); // 261,234.5
});
