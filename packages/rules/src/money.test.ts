import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMicros, microsOfUnits, parseMicros, readMicros, shortMicros, toWireNumber, unitsOfMicros } from './money';

describe('micro-units', () => {
  test('text and number are the same amount, for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (micros) => {
        expect(parseMicros(formatMicros(micros))).toBe(micros);
      }),
    );
  });

  test.each(['1e3', '١', ' 5', '+5', 'NaN', '-1', '.5', '5.', '1.2345678', '01', '', '1,000', '0x10', '٫5'])('%j is no amount', (text) => {
    expect(parseMicros(text)).toBeUndefined();
  });

  test('a shorter form is refused when it would drop money', () => {
    expect(formatMicros(100_500_000n, 4)).toBe('100.5000');
    expect(() => formatMicros(1n, 4)).toThrow('do not fit');
    expect(formatMicros(-1n)).toBe('-0.000001');
  });

  test('the wire number keeps all six decimals up to four billion dollars, and is refused beyond', () => {
    const max = 4_000_000_000_000_000n;
    fc.assert(
      fc.property(fc.bigInt({ min: -max, max }), (micros) => {
        expect(toWireNumber(micros).toFixed(6).replace('-0.000000', '0.000000')).toBe(formatMicros(micros));
      }),
    );
    expect(() => toWireNumber(max + 1n)).toThrow('JSON number');
  });

  test('a short form hides no money', () => {
    expect([0n, 130_549_500n, 9_450_501n, 117_494_550n].map((micros) => shortMicros(micros, 4))).toEqual([
      '0.0000',
      '130.5495',
      '9.450501',
      '117.49455',
    ]);
    expect([200_000_000n, 200_500_000n, 100n, -1_500_000n].map((micros) => shortMicros(micros))).toEqual([
      '200',
      '200.5',
      '0.0001',
      '-1.5',
    ]);
  });

  test.each([
    [0, 0n],
    [248.31, 248_310_000n],
    [0.000001, 1n],
    [-1.5, -1_500_000n],
    [1_000_000, 1_000_000_000_000n],
    ['-0.0000019', -1n],
  ])('the server says %s: %s micro-units', (amount, micros) => expect(readMicros(amount)).toBe(micros));

  test('a number that is not a plain decimal is not guessed at', () => {
    expect([1e-7, Number.NaN, 1e21].map(readMicros)).toEqual([undefined, undefined, undefined]);
  });

  test("a token's units are rounded down, and their number is restored", () => {
    expect([microsOfUnits(1_999_999_999_999n, 18), microsOfUnits(999_999_999_999n, 18)]).toEqual([1n, 0n]);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 6, max: 36 }), (micros, decimals) => {
        expect(microsOfUnits(unitsOfMicros(micros, decimals), decimals)).toBe(micros);
      }),
    );
    expect(() => microsOfUnits(1n, 5)).toThrow('5 decimals');
  });
});
