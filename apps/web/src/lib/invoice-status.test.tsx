// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { find, render } from '../../../../packages/ui/test/render';
import { InvoiceStatusBadge, type StatusWords } from './invoice-status';

const wordOf = async (status: 'WAITING' | 'SUCCESS' | 'EXPIRED', words: StatusWords, isPart = false) => {
  await render(<InvoiceStatusBadge invoice={{ status, flags: isPart ? ['paidPartial'] : [] }} words={words} />);
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

test('an expired, partly paid invoice says both', async () => {
  expect(await wordOf('EXPIRED', 'list', true)).toBe('Expired · partly paid');
});
