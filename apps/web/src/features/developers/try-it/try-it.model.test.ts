import { expect, test } from 'vitest';
import { sampleLanguages } from '../sample-languages';
import { sampleOf } from '../samples';
import { fillIn, maskedKeys } from './own-keys';
import { createRequestIds, remedyOf } from './try-it.model';

const keys = { apiKey: 'sk_AbCdEfGh12345678', merchantId: 'm-77', callbackSecret: 'whsec_c2VjcmV0$&x=' };
const VALUES = { storeId: '1', name: 'Tea', amount: '5' };

const counting = () => {
  let count = 0;
  return createRequestIds(() => `try-${++count}`);
};

test.each(sampleLanguages.map(({ value }) => value))('the sample in %s carries the own keys and no placeholder any more', (language) => {
  const filled = fillIn(sampleOf('verify-callback', language, 'https://gate.example'), keys);
  for (const own of Object.values(keys)) expect(filled).toContain(own);
  expect(filled).not.toMatch(/your_(api_key|merchant_id|callback_secret)/);
});

test('masked keys keep their first 6 and last 4 characters, as in the list of stores', () => {
  expect(maskedKeys(keys)).toEqual({ apiKey: 'sk_AbC••••••5678', merchantId: 'm-77', callbackSecret: 'whsec_••••••$&x=' });
});

test('the same values keep their order number until a response has come, other values get another', () => {
  const ids = counting();
  expect(ids.idFor(VALUES)).toBe('try-1');
  expect(ids.idFor({ ...VALUES })).toBe('try-1');
  expect(ids.idFor({ ...VALUES, amount: '6' })).toBe('try-2');
  ids.answered();
  expect(ids.idFor({ ...VALUES, amount: '6' })).toBe('try-3');
});

test('an error the user can fix links to the remedy', () => {
  expect(remedyOf('insufficient_balance', '7')?.to).toBe('/top-up');
  expect(remedyOf('store_has_no_address', '7')?.to).toBe('/manage-merchant?id=7&tab=addresses');
  expect(remedyOf('too_many_open_invoices_for_amount', '7')).toBeUndefined();
});
