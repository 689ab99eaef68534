import { expect, test } from 'vitest';
import { readDecimal, writtenDecimal } from './typed-number';

test.each([
  ['7.2', 'en', '7.2'],
  ['7,2', 'de', '7.2'],
  ['7.2', 'de', '7.2'],
  ['7,1934', 'vi', '7.1934'],
  ['٧٫٢', 'ar', '7.2'],
  ['1.234,5', 'de', '1234.5'],
  ['007', 'en', '7'],
  [',5', 'de', '0.5'],
  ['12.', 'en', '12'],
])('%s typed in %s is sent as %s', (typed, language, sent) => expect(readDecimal(typed, language)).toBe(sent));

test.each(['', ' ', 'seven', '7.2.1', '-7'])('"%s" is no number', (typed) => expect(readDecimal(typed, 'en')).toBeUndefined());

test.each(['en', 'de', 'vi', 'fr', 'ar'])('what a field of %s shows is read as the same', (language) => {
  for (const decimal of ['7.2', '7.125', '1000.5', '0.0001', '24'])
    expect(readDecimal(writtenDecimal(decimal, language), language)).toBe(decimal);
});
