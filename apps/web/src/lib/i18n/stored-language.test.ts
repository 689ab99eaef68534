// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readStored, writeStored } from '../stored';

test('an empty value is none: an empty language would be no language', () => {
  writeStored('language', '');
  expect(readStored('language')).toBeUndefined();
  writeStored('language', 'vi');
  expect(readStored('language')).toBe('vi');
});
