import { expect, test } from 'vitest';
import { hasLeadingZeroBits } from './proof-of-work';

test.each([
  [[0xff], 0, true],
  [[0x80], 1, false],
  [[0x7f], 1, true],
  [[0x00, 0xff], 8, true],
  [[0x00, 0xff], 9, false],
  [[0x00, 0x1f], 11, true],
  [[0x00, 0x1f], 12, false],
  [[0x00], 9, false], // shorter than what is asked for
])('of %j the first %i bits are zero: %s', (hash, bits, expected) => {
  expect(hasLeadingZeroBits(Uint8Array.from(hash), bits)).toBe(expected);
});
