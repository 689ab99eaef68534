import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStrongReference, microsOfVnd, ownAddress, referencesIn, vndOf, worthAtOwnRate } from './deposits.domain';

const RATE = 26_000_000_000n;
const amount = fc.bigInt({ min: 100n, max: 1_000_000_000_000n }).map((value) => value - (value % 100n)); // four places
const rate = fc.bigInt({ min: 1_000_000_000n, max: 1_000_000_000_000n });

describe('dong and dollars', () => {
  test.each([
    [50_000_000n, RATE, 1_300_000n],
    [12_345_600n, RATE, 320_986n], // 320,985.6
    [100n, RATE, 3n], // 2.6
    [1_000_000n, 26_125_370_000n, 26_126n],
  ])('%s micro-units at %s are %s VND', (micros, at, vnd) => expect(vndOf(micros, at)).toBe(vnd));

  test('the requested amount pays in full, and one dong less does not', () => {
    fc.assert(
      fc.property(amount, rate, (amountMicros, rateMicros) => {
        const amountVnd = vndOf(amountMicros, rateMicros);
        const terms = { amountMicros, amountVnd, rateMicros };
        expect(worthAtOwnRate(amountVnd, terms)).toBe(amountMicros);
        expect(microsOfVnd(amountVnd, rateMicros)).toBeGreaterThanOrEqual(amountMicros);
        if (amountVnd > 1n) expect(worthAtOwnRate(amountVnd - 1n, terms)).toBeLessThan(amountMicros);
      }),
    );
  });

  test('credit never exceeds what arrived: not by splitting, and never a micro-unit above the rate', () => {
    const vnd = fc.bigInt({ min: 1n, max: 1_000_000_000_000n });
    fc.assert(
      fc.property(vnd, vnd, rate, (a, b, rateMicros) => {
        expect(microsOfVnd(a, rateMicros) + microsOfVnd(b, rateMicros)).toBeLessThanOrEqual(microsOfVnd(a + b, rateMicros));
        expect(microsOfVnd(a, rateMicros) * rateMicros).toBeLessThanOrEqual(a * 1_000_000_000_000n);
        expect((microsOfVnd(a, rateMicros) + 1n) * rateMicros).toBeGreaterThan(a * 1_000_000_000_000n);
      }),
    );
  });
});

describe('references', () => {
  test.each([
    ['AB12345678', true],
    ['A1B2C3D4E5', true],
    ['ABCDEFGH1I', true],
    ['ABCDEFGHIJ', false],
    ['1234567890', false],
    ['A123456789', false],
    ['ab12345678', false],
    ['AB1234567', false],
    ['AB123456789', false],
    ['ÁB12345678', false],
  ])('%s is strong: %s', (reference, strong) => expect(isStrongReference(reference)).toBe(strong));

  test.each([
    ['AB12345678', ['AB12345678']],
    ['nap tien ab12345678 cam on', ['AB12345678']],
    ['MBVCB.3278907687.AB12345678.CT tu 0123456789 NGUYEN VAN A', ['AB12345678']],
    ['AB12345678-AB12345678', ['AB12345678']],
    ['AB12345678 CD12345678', ['AB12345678', 'CD12345678']],
    ['XAB12345678', []],
    ['AB123456789', []],
    ['ĐAB12345678', []],
    ['AB12345678\u0301', []], // a combining accent belongs to the word
    ['AB1234 5678', []],
    ['', []],
  ])('in %j are %j', (text, found) => expect(referencesIn(text)).toEqual(found));

  test('a reference is found in any text that contains it as a separate word', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), minLength: 10, maxLength: 10 });
    const around = fc.array(fc.constantFrom('CT', 'tu', '0123456789', '.', '-', 'chuyển', 'tiền'));
    fc.assert(
      fc.property(letters.filter(isStrongReference), around, around, (reference, before, after) => {
        expect(referencesIn([...before, reference.toLowerCase(), ...after].join(' '))).toContain(reference);
      }),
    );
  });
});

test('return addresses lie within our origin', () => {
  const at = (text: string, publicUrl = 'https://pay.example', host = 'pay.example') => ownAddress(text, publicUrl, host);
  expect(at('https://pay.example/top-up?tab=invoice')).toBe('https://pay.example/top-up?tab=invoice');
  expect(at('/top-up')).toBe('https://pay.example/top-up');
  expect(at('http://pay.example/')).toBeUndefined();
  expect(at('https://evil.example/', 'https://pay.example', 'evil.example')).toBeUndefined();
  expect(at('http://127.0.0.1:8080/top-up', 'http://localhost:8080', '127.0.0.1:8080')).toBe('http://127.0.0.1:8080/top-up');
  expect(at('https://')).toBeUndefined();
});
