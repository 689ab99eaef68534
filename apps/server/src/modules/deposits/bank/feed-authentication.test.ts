import { describe, expect, test } from 'vitest';
import { isFromCasso, isFromSepay } from './feed-authentication';

const NONE = { sepayApiKey: undefined, cassoSecureToken: undefined, cassoChecksumKey: undefined };
/** The example that Casso's documentation publishes for its second format, including the key. */
const CASSO = {
  key: 'mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs',
  signature:
    't=1727948258788,v1=ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7dde0868fc667faea8e224900fa7904e7c88dfa098032fb2d6b6996856e8b7ff3',
  body: {
    error: 0,
    data: {
      id: 0,
      reference: 'MA_GIAO_DICH_THU_NGHIEM',
      description: 'giao dich thu nghiem',
      amount: 599_000,
      runningBalance: 25_000_000,
      transactionDateTime: '2024-10-03 15:06:37',
      accountNumber: '88888888',
      bankName: 'VPBank',
      bankAbbreviation: 'VPB',
      virtualAccountNumber: '',
      virtualAccountName: '',
      counterAccountName: 'NGUYEN VAN A',
      counterAccountNumber: '8888888888',
      counterAccountBankId: '970415',
      counterAccountBankName: 'VietinBank',
    },
  },
};

describe('SePay', () => {
  const feeds = { ...NONE, sepayApiKey: 'key-of-sixteen-characters' };
  test.each([
    ['Apikey key-of-sixteen-characters', true],
    ['apikey  key-of-sixteen-characters', true],
    ['Apikey key-of-sixteen-character', false],
    ['Bearer key-of-sixteen-characters', false],
    ['key-of-sixteen-characters', false],
    ['Apikey ', false],
    [undefined, false],
  ])('%s: %s', (authorization, expected) => expect(isFromSepay({ authorization }, feeds)).toBe(expected));
  test('nobody is, without a key', () => expect(isFromSepay({ authorization: 'Apikey undefined' }, NONE)).toBe(false));
});

const SIGNED_AT = new Date(1_727_948_258_788);

describe('Casso', () => {
  const signed = { ...NONE, cassoChecksumKey: CASSO.key };
  const header = { 'x-casso-signature': CASSO.signature };
  test('the published signature is accepted, whatever the order of the fields', () => {
    expect(isFromCasso(header, CASSO.body, signed, SIGNED_AT)).toBe(true);
    const turned = { data: Object.fromEntries(Object.entries(CASSO.body.data).reverse()), error: 0 };
    expect(isFromCasso(header, turned, signed, SIGNED_AT)).toBe(true);
  });
  test('anything else is rejected', () => {
    const richer = { ...CASSO.body, data: { ...CASSO.body.data, amount: 5_990_000 } };
    expect(isFromCasso(header, richer, signed, SIGNED_AT)).toBe(false);
    expect(isFromCasso({ 'x-casso-signature': CASSO.signature.replace('t=1', 't=2') }, CASSO.body, signed, SIGNED_AT)).toBe(false);
    expect(isFromCasso({ 'x-casso-signature': 't=1,v1=00' }, CASSO.body, signed, SIGNED_AT)).toBe(false);
    expect(isFromCasso(header, CASSO.body, { ...NONE, cassoChecksumKey: 'another-key-of-length' }, SIGNED_AT)).toBe(false);
    expect(isFromCasso(header, CASSO.body, NONE, SIGNED_AT)).toBe(false);
    expect(isFromCasso({}, CASSO.body, signed, SIGNED_AT)).toBe(false);
  });
  test.each([
    ['an hour old', 3_600_000, true],
    ['older', 3_600_001, false],
    ['five minutes ahead', -300_000, true],
    ['further ahead', -300_001, false],
  ])('a signature that is %s', (_age, ageMs, accepted) => {
    expect(isFromCasso(header, CASSO.body, signed, new Date(SIGNED_AT.getTime() + ageMs))).toBe(accepted);
  });
  test('the first format has a token', () => {
    const feeds = { ...NONE, cassoSecureToken: 'token-of-sixteen-characters' };
    expect(isFromCasso({ 'secure-token': 'token-of-sixteen-characters' }, {}, feeds, SIGNED_AT)).toBe(true);
    expect(isFromCasso({ 'secure-token': 'token-of-sixteen-characterz' }, {}, feeds, SIGNED_AT)).toBe(false);
    expect(isFromCasso({ 'secure-token': '' }, {}, NONE, SIGNED_AT)).toBe(false);
  });
  test('a body ten thousand levels deep is refused like any other', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
    expect(isFromCasso(header, deep, signed, SIGNED_AT)).toBe(false);
  });
});
