import { bankReferenceSchema } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { browserRandom, newReference } from './reference';

test("references have the wire's format and are unique", () => {
  const made = Array.from({ length: 500 }, () => newReference(browserRandom));
  for (const reference of made) {
    expect(bankReferenceSchema.safeParse(reference).success).toBe(true);
    expect(reference).toMatch(/\d/);
    expect(reference).toMatch(/[A-Z].*[A-Z]/);
  }
  expect(new Set(made).size).toBe(made.length);
});

test('a reference that is a plain word is discarded and another try is made', () => {
  const tries = [new Uint8Array(20).fill(0), Uint8Array.from({ length: 20 }, (_, index) => index + 20)];
  expect(newReference(() => tries.shift() ?? new Uint8Array())).toBe('UVWXYZ0123');
});
