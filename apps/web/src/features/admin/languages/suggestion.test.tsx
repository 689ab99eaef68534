// @vitest-environment happy-dom
import { PopupHost } from '@stablegate/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../../packages/ui/test/render';
import { TranslationRow } from './translation-row';

const ENTRY = { id: '1', translationKey: 'Pay', translationValue: 'Trả', removable: false, missing: false, waiting: false };
const text = () => document.body.textContent ?? '';

afterEach(() => void vi.restoreAllMocks());

async function suggest(answer: unknown) {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <table>
        <tbody>
          <TranslationRow entry={ENTRY} number={1} lang="vi" original="Pay" />
        </tbody>
      </table>
      <PopupHost />
    </QueryClientProvider>,
  );
  await click('button[aria-label="Suggest: Pay"]');
}
const written = () => find<HTMLTextAreaElement>('textarea').value;

test('a suggestion stands in the field', async () => {
  await suggest({ translation: 'Thanh toán' });
  await vi.waitFor(() => expect(written()).toBe('Thanh toán'));
});

test.each([[{}], [{ translation: null }], [{ translation: ' ' }], [null]])(
  'an answer without a translation, %j, is an error, and the text stays',
  async (answer) => {
    await suggest(answer);
    await vi.waitFor(() => expect(text()).toContain('This text could not be translated'));
    expect(text()).toContain('Error');
    expect(written()).toBe('Trả');
    await click('[role="alertdialog"] button');
  },
);
