import { expect, test } from 'vitest';
import { countEntries, findEntries, keysOf } from './translation-text';

const entries = [
  { id: '1', translationKey: 'Important Reminder', translationValue: 'Lưu ý quan trọng', removable: false, missing: false, waiting: false },
  { id: '2', translationKey: 'Payment Expired!', translationValue: '', removable: false, missing: true, waiting: false },
  { id: '3-vi', translationKey: 'Reported', translationValue: 'Reported', removable: true, missing: true, waiting: true },
  { id: '4-vi', translationKey: 'Kept', translationValue: 'Đã giữ', removable: true, missing: false, waiting: true },
];

test('search covers keys and values, case-insensitively', () => {
  expect(findEntries(entries, { search: 'LƯU Ý', missingOnly: false }).map(({ id }) => id)).toEqual(['1']);
  expect(findEntries(entries, { search: 'expired', missingOnly: false }).map(({ id }) => id)).toEqual(['2']);
  expect(findEntries(entries, { search: ' ', missingOnly: true }).map(({ id }) => id)).toEqual(['2', '3-vi']);
});

test('a key that waits is counted as such, not as a missing text', () => {
  expect(countEntries(entries)).toEqual({ total: 4, missing: 1, waiting: 2 });
});

test('new keys are the non-empty lines, without duplicates', () => {
  expect(keysOf('  Pay now \n\n Pay now\r\nPaid late\n')).toEqual(['Pay now', 'Paid late']);
  expect(keysOf(' \n ')).toEqual([]);
});
