// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { find, render } from '../../../../packages/ui/test/render';
import { InvoiceStatusBadge, type StatusWords } from './invoice-status';

type Flags = ('paidPartial' | 'paidLate' | 'cancelled')[];
const wordOf = async (status: 'WAITING' | 'SUCCESS' | 'EXPIRED', words: StatusWords, flags: Flags = []) => {
  await render(<InvoiceStatusBadge invoice={{ status, flags }} words={words} />);
  return find('.badge').textContent;
};

test.each([
  ['list', ['Waiting', 'Success', 'Expired']],
  ['details', ['Pending', 'Completed', 'Expired']],
  ['dashboard', ['Waiting', 'Completed', 'Expired']],
] as const)("%s has the specification's words for 1, 2 and 3", async (words, expected) => {
  const shown: (string | null)[] = [];
  for (const status of ['WAITING', 'SUCCESS', 'EXPIRED'] as const) {
    shown.push(await wordOf(status, words));
    document.body.replaceChildren();
  }
  expect(shown).toEqual(expected);
});

test.each([
  ['COMPLETED', 'Success', 'badge-success'],
  ['PENDING', 'Waiting', 'badge-warning'],
  [2, 'Success', 'badge-success'],
  ['HELD', 'HELD', 'badge-neutral'],
  ['', 'N/A', 'badge-neutral'],
])('the status %j of another server is shown as %s', async (status, word, look) => {
  await render(<InvoiceStatusBadge invoice={{ status: status as 'WAITING' }} />);
  expect(find('.badge').textContent).toBe(word);
  expect(find('.badge').className).toContain(look);
});

test('an expired, partly paid invoice says both', async () => {
  expect(await wordOf('EXPIRED', 'list', ['paidPartial'])).toBe('Expired · partly paid');
});

test.each(['list', 'details', 'dashboard'] as const)('a cancelled invoice is not called expired: %s', async (words) => {
  expect(await wordOf('EXPIRED', words, ['cancelled'])).toBe('Cancelled');
});

test('what was paid after the cancellation is said', async () => {
  expect(await wordOf('EXPIRED', 'list', ['cancelled', 'paidPartial'])).toBe('Cancelled · partly paid');
  document.body.replaceChildren();
  expect(await wordOf('SUCCESS', 'list', ['cancelled', 'paidLate'])).toBe('Success');
});
