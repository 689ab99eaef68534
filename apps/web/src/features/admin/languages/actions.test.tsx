// @vitest-environment happy-dom
import { PopupHost } from '@stablegate/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../../packages/ui/test/render';
import { AddLanguageDialog } from './add-language-dialog';
import { useLanguageActions } from './use-language-actions';

afterEach(() => void vi.restoreAllMocks());
const text = () => document.body.textContent ?? '';
const show = (screen: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      {screen}
      <PopupHost />
    </QueryClientProvider>,
  );

/** The last button: it confirms, or closes a message. */
const pressLast = () => act(async () => [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].at(-1)?.click());

function Retranslate() {
  const { retranslate } = useLanguageActions('vi');
  return <button type="button" id="retranslate" onClick={() => void retranslate()} />;
}

test.each([
  [{ message: 'Under way' }, 'Under way'],
  [{}, 'Retranslation has started'],
])('the answer %j of a retranslation is shown', async (answer, shown) => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer));
  await show(<Retranslate />);
  await click('#retranslate');
  await pressLast();
  await vi.waitFor(() => expect(text()).toContain(shown));
  await pressLast(); // closes it
});

test('the complaint about a flag goes with the next letter', async () => {
  await show(<AddLanguageDialog open taken={[]} onClose={() => undefined} onAdded={() => undefined} />);
  const field = find<HTMLInputElement>('input[maxlength="2"]');
  const write = (value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await write('d');
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
  expect(text()).toContain('Please enter a two-letter country code.');
  await write('de');
  expect(text()).not.toContain('Please enter a two-letter country code.');
  expect(text()).toContain('Please choose a language');
});
