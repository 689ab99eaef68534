import { expect, it } from 'vitest';
import { base58 } from './pay-solana';

it('writes bytes in base58 as the draft of the standard does', () => {
  expect(base58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U');
  expect(base58(Uint8Array.from([0, 0, 0x28, 0x7f, 0xb4, 0xcd]))).toBe('11233QC4');
});
