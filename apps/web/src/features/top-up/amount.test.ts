import { describe, expect, test } from 'vitest';
import { checkAmount, typedAmount, vndOf } from './amount';

describe('allowed input', () => {
  test.each([
    ['12', '12'],
    ['12,5', '12.5'],
    ['12.', '12.'],
    ['$ 1000', '1000'],
    ['', ''],
  ])('%s becomes %s', (text, typed) => expect(typedAmount(text)).toBe(typed));
  test.each(['1e3', '-5', '1.23456', '12345678', 'abc', '1.2.3'])('%s is refused', (text) => expect(typedAmount(text)).toBeUndefined());
});

describe('the rules of an amount', () => {
  test.each([
    ['', 'empty'],
    ['0', 'not-positive'],
    ['0.0000', 'not-positive'],
    ['.', 'not-positive'],
    ['1000000.01', 'too-much'],
  ])('%s is %s', (text, problem) => expect(checkAmount(text)).toEqual({ problem }));
  test.each([
    ['0.0001', 100n],
    ['200.', 200_000_000n],
    ['1000000', 1_000_000_000_000n],
  ])('%s is fine', (text, micros) => expect(checkAmount(text)).toEqual({ micros }));
});

test('VND are whole and rounded up, whatever the rate', () => {
  expect(vndOf(200_000_000n, 26_000)).toBe(5_200_000n);
  expect(vndOf(100n, 26_000)).toBe(3n); // 2.6
  expect(vndOf(10_000_000n, 26_123.45)).toBe(261_235n); // 261,234.5
});
