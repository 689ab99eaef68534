import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMicros, parseMicros, toWireNumber } from './money';

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

  test('the wire number keeps all six places up to four billion dollars, and is refused beyond', () => {
    const max = 4_000_000_000_000_000n;
    fc.assert(
      fc.property(fc.bigInt({ min: -max, max }), (micros) => {
        expect(toWireNumber(micros).toFixed(6).replace('-0.000000', '0.000000')).toBe(formatMicros(micros));
      }),
    );
    expect(() => toWireNumber(max + 1n)).toThrow('JSON number');
  });
});
