import { expect, test } from 'vitest';
import { middleTruncated } from './truncated-id';

test('an address keeps its first 6 and last 4 characters', () => {
  expect(middleTruncated('0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9')).toBe('0x7C4f…30C9');
});

test('nothing is cut when it would save nothing', () => {
  expect(middleTruncated('12345678901')).toBe('12345678901');
});
