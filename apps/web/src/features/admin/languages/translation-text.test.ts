import { expect, test } from 'vitest';
import { findEntries, keysOf } from './translation-text';

const entries = [
  { id: '1', translationKey: 'Important Reminder', translationValue: 'Lưu ý quan trọng', removable: false, missing: false },
  { id: '2', translationKey: 'Payment Expired!', translationValue: '', removable: false, missing: true },
];

test('search covers keys and values, case-insensitively', () => {
  expect(findEntries(entries, { search: 'LƯU Ý', missingOnly: false }).map(({ id }) => id)).toEqual(['1']);
  expect(findEntries(entries, { search: 'expired', missingOnly: false }).map(({ id }) => id)).toEqual(['2']);
  expect(findEntries(entries, { search: ' ', missingOnly: true }).map(({ id }) => id)).toEqual(['2']);
});

test('new keys are the non-empty lines, without duplicates', () => {
  expect(keysOf('  Pay now \n\n Pay now\r\nPaid late\n')).toEqual(['Pay now', 'Paid late']);
  expect(keysOf(' \n ')).toEqual([]);
});
