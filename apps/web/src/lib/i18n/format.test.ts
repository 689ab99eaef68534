import { afterEach, expect, test } from 'vitest';
import { shownPercent } from './format';
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
