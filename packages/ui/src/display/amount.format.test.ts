import { describe, expect, test } from 'vitest';
import { formatAmount, formatDollars } from './amount.format';

describe('formatAmount', () => {
  test.each([
    [1_234_500_000n, 4, '1,234.5000'],
    [1n, 6, '0.000001'],
    [0n, 2, '0.00'],
    [-2_500_000n, 2, '\u22122.50'],
    [1_000_000n, 0, '1'],
    [123_456_789_012_345_678_901_234_567n, 6, '123,456,789,012,345,678,901.234567'],
  ])('%d micro-units with %d decimals read %s', (value, decimals, text) => {
    expect(formatAmount(value, decimals, 'en')).toBe(text);
  });

  test.each([
    ['184.5', 4, '184.5000'],
    ['1240', 4, '1,240.0000'],
    ['248.31', 6, '248.310000'],
    ['0007.10', 2, '7.10'],
    ['-0.5', 1, '\u22120.5'],
    ['9007199254740993.123456', 6, '9,007,199,254,740,993.123456'],
  ])('the decimal %s with %d decimals reads %s', (value, decimals, text) => {
    expect(formatAmount(value, decimals, 'en')).toBe(text);
  });

  test('excess decimals are rounded, half away from zero', () => {
    expect(formatAmount('0.999999', 2, 'en')).toBe('1.00');
    expect(formatAmount(999_949n, 4, 'en')).toBe('0.9999');
    expect(formatAmount('49961.102250', 2, 'en')).toBe('49,961.10');
    expect(formatAmount('1.518', 2, 'en')).toBe('1.52');
    expect(formatAmount('-2.345', 2, 'en')).toBe('\u22122.35');
    expect(formatAmount('0.5', 0, 'en')).toBe('1');
  });

  test.each([
    ['vi', '1.234.567,5000'],
    ['de', '1.234.567,5000'],
    ['es', '1.234.567,5000'],
    ['fr', '1\u202f234\u202f567,5000'],
    ['ar', '1,234,567.5000'],
  ])('in %s it reads %s', (language, text) => {
    expect(formatAmount('1234567.5', 4, language)).toBe(text);
  });

  test('a negative amount rounded to zero loses its sign', () => {
    expect(formatAmount('-0.004', 2, 'en')).toBe('0.00');
  });

  test('text that is not a plain decimal is shown unchanged', () => {
    expect(formatAmount('1e3', 2, 'en')).toBe('1e3');
    expect(formatAmount('N/A', 2, 'en')).toBe('N/A');
  });
});

test.each([
  ['en', '\u2212$1,234.50'],
  ['vi', '\u22121.234,50\u00a0$'],
  ['de', '\u22121.234,50\u00a0$'],
  ['id', '\u2212$1.234,50'],
  ['ar', '\u2212$1,234.50'],
])('dollars in %s read %s', (language, text) => {
  expect(formatDollars('-1234.5', 2, language)).toBe(text);
});
