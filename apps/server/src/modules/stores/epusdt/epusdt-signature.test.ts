import { expect, test } from 'vitest';
import { isSignable, isSignedWith, signEpusdt } from './epusdt-signature';

const TOKEN = 'epusdt_password_xasddawqe';
const ORDER = {
  order_id: '20220201030210321',
  amount: 42,
  notify_url: 'http://example.com/notify',
  redirect_url: 'http://example.com/redirect',
};

/** The first is the example of Epusdt's documentation; the others were computed from its rule with md5sum. */
test.each([
  ['the published example', ORDER, '1cd4b52df5587cfb1968b0c0c6e156cd'],
  ['its signature left out', { ...ORDER, signature: 'x' }, '1cd4b52df5587cfb1968b0c0c6e156cd'],
  ['empty values left out', { ...ORDER, name: '', rate: null }, '1cd4b52df5587cfb1968b0c0c6e156cd'],
  ['capitals before small letters', { b: '1', B: '2', a: '3' }, '9d53437226cd28fe9b1acf1983467142'],
  ['a fraction, and a text beyond ASCII', { amount: 28.88, name: '绿茶' }, '12d921f35e1ccd3ff27b96ebc9ea71b8'],
])('%s', (_name, fields, signature) => expect(signEpusdt(fields, TOKEN)).toBe(signature));

test('a signature is accepted as it is, and not with another token, field or case', () => {
  const signed = { ...ORDER, signature: '1cd4b52df5587cfb1968b0c0c6e156cd' };
  expect(isSignedWith(signed, TOKEN)).toBe(true);
  expect(isSignedWith(signed, `${TOKEN}x`)).toBe(false);
  expect(isSignedWith({ ...signed, amount: 43 }, TOKEN)).toBe(false);
  expect(isSignedWith({ ...signed, signature: signed.signature.toUpperCase() }, TOKEN)).toBe(false);
  expect(isSignedWith({ ...signed, signature: `${signed.signature.slice(0, -1)}\xe9` }, TOKEN)).toBe(false);
  expect(isSignedWith(ORDER, TOKEN)).toBe(false);
});

test('values that the rule cannot write are not signable', () => {
  expect([{ a: {} }, { a: [1] }, { a: true }].map(isSignable)).toEqual([false, false, false]);
  expect([{ a: 'x', b: 1.5, c: null }, {}].map(isSignable)).toEqual([true, true]);
});
