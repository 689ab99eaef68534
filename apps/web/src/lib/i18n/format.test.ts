import { afterEach, expect, test } from 'vitest';
import { shownPercent, wholeAmount } from './format';
import { setTexts } from './texts';

afterEach(() => setTexts('en', {}));

test.each([
  ['en', '0.5%', '0.5%'],
  ['vi', '0.5%', '0,5%'],
  ['de', '0.5%', '0,5\u00a0%'],
  ['de', '0', '0\u00a0%'],
  ['vi', '1234.50', '1.234,50%'],
])('%s writes %s as %s', (language, percent, shown) => {
  setTexts(language, {});
  expect(shownPercent(percent)).toBe(shown);
});

test.each([
  ['en', '820.000000', '820.00'],
  ['vi', '1820.000000', '1.820,00'],
  ['de', '7.123400', '7,1234'],
  ['vi', '2000000', '2.000.000'],
])('%s writes the amount %s of a log as %s', (language, decimal, shown) => {
  setTexts(language, {});
  expect(wholeAmount(decimal)).toBe(shown);
});
