// @vitest-environment happy-dom
import { PopupHost } from '@stablegate/ui';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import { entriesQuery } from './languages.queries';
import { TranslationRow } from './translation-row';

const WAITING = { id: '7-vi', translationKey: 'Pay later', translationValue: 'Pay later', removable: true, missing: true, waiting: true };
const SYNCED = { ...WAITING, id: '6', translationKey: 'Pay', removable: false, waiting: false };
const BADGE = 'Waiting for sync';

afterEach(() => void vi.restoreAllMocks());

/** As the table shows them: from the answer that is kept. */
function Rows() {
  const list = useQuery(entriesQuery('vi')).data ?? [];
  return list.map((entry, index) => (
    <TranslationRow key={entry.translationKey} entry={entry} number={index + 1} lang="vi" original={entry.translationKey} />
  ));
}

async function show() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const lang of ['vi', 'de']) client.setQueryData(entriesQuery(lang).queryKey, [SYNCED, WAITING]);
  await render(
    <QueryClientProvider client={client}>
      <table>
        <tbody>
          <Rows />
        </tbody>
      </table>
      <PopupHost />
    </QueryClientProvider>,
  );
  return client;
}
const rowOf = (key: string) =>
  [...document.querySelectorAll('tr')].find((row) => row.querySelector('.translation-key')?.textContent === key);

test('a key that waits says so and why, and can be deleted', async () => {
  await show();
  expect(rowOf('Pay')?.textContent).not.toContain(BADGE);
  const row = rowOf('Pay later');
  expect(row?.textContent).toContain(BADGE);
  expect(row?.querySelector('[title]')?.getAttribute('title')).toContain('until keys are synced');
  expect(row?.querySelector('button[aria-label="Delete key: Pay later"]')).not.toBeNull();
});

test('its text is saved for the language shown, and it goes on waiting, there and in other languages', async () => {
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ message: 'Saved' }));
  const client = await show();
  const field = find<HTMLTextAreaElement>('textarea[aria-label="Pay later"]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Trả sau');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  const kept = () => client.getQueryData(entriesQuery('vi').queryKey);
  await vi.waitFor(() => expect(kept()).toContainEqual({ ...WAITING, translationValue: 'Trả sau', missing: false }));
  expect(rowOf('Pay later')?.textContent).toContain(BADGE);
  const { searchParams } = new URL(String(fetched.mock.calls[0]?.[0]), 'http://test');
  expect(Object.fromEntries(searchParams)).toEqual({ id: '7-vi', value: 'Trả sau', lang: 'vi' });
  expect(find<HTMLTextAreaElement>('textarea[aria-label="Pay later"]')).toBe(field);
  expect(field.value).toBe('Trả sau');
  for (const lang of ['de', 'vi']) expect(client.getQueryState(entriesQuery(lang).queryKey)?.isInvalidated).toBe(false);
});
