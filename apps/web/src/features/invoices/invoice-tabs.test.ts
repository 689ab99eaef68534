import { expect, test } from 'vitest';
import { countOf, tabOf } from './invoice-tabs';

const counts = { total: 15, byStatus: { WAITING: 1, PROCESSING: 2, SUCCESS: 3, EXPIRED: 4, FAILED: 5 } };

test('the tabs add up to All: failed invoices are among the expired ones', () => {
  expect(countOf('EXPIRED', counts)).toBe(9);
  expect((['SUCCESS', 'WAITING', 'PROCESSING', 'EXPIRED'] as const).reduce((sum, tab) => sum + countOf(tab, counts), 0)).toBe(
    countOf('ALL', counts),
  );
});

test.each([
  ['FAILED', 'EXPIRED'],
  ['3', 'EXPIRED'],
  ['2', 'SUCCESS'],
  ['WAITING', 'WAITING'],
  [undefined, 'ALL'],
  ['', 'ALL'],
] as const)('the status %s opens the tab %s', (status, tab) => expect(tabOf(status)).toBe(tab));
