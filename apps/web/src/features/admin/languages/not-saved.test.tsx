// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import { TranslationRow } from './translation-row';

const ENTRY = { id: '1', translationKey: 'Pay', translationValue: 'Trả', removable: false, missing: false, waiting: false };
const KEPT = 'A translation cannot be empty. The previous text was kept.';

afterEach(() => void vi.restoreAllMocks());

const field = () => find<HTMLTextAreaElement>('textarea');
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const leave = () => act(async () => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));

async function show(entry: typeof ENTRY, answer = () => Response.json({ message: 'Saved' })) {
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => answer());
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <table>
        <tbody>
          <TranslationRow entry={entry} number={1} lang="vi" original="Pay" />
        </tbody>
      </table>
    </QueryClientProvider>,
  );
  return fetched;
}

test.each(['', '  '])('a field left with %j has its text again, and says why until the next letter', async (typed) => {
  const fetched = await show(ENTRY);
  await type(typed);
  expect(field().value).toBe(typed);
  expect(document.body.textContent).not.toContain(KEPT);
  await leave();
  expect(field().value).toBe('Trả');
  expect(find('[role="alert"]').textContent).toBe(KEPT);
  expect(field().getAttribute('aria-describedby')).toBe(find('[role="alert"]').id);
  expect(fetched).not.toHaveBeenCalled();
  await type('Trả t');
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('a text that never was may stay away', async () => {
  await show({ ...ENTRY, translationValue: '', missing: true });
  await type(' ');
  await leave();
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('a text that was not saved stays in its field, which says so', async () => {
  await show(ENTRY, () => new Response(null, { status: 500 }));
  await type('Thanh toán');
  await leave();
  const note = () => find('.translation-cell [role="alert"]');
  await vi.waitFor(() => expect(note().textContent).toBe('The translation could not be saved'));
  const told = [field().value, field().getAttribute('aria-invalid'), field().getAttribute('aria-describedby')];
  expect(told).toEqual(['Thanh toán', 'true', note().id]);

  await type('Trả');
  await leave();
  expect(document.querySelector('.translation-cell [role="alert"]')).toBeNull(); // taken back: nothing is left to save
});
