// @vitest-environment happy-dom
import { PopupHost } from '@stablegate/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../../packages/ui/test/render';
import { NewKeysCard } from './new-keys-card';

afterEach(() => void vi.restoreAllMocks());

async function add(answer: unknown): Promise<string> {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <NewKeysCard />
      <PopupHost />
    </QueryClientProvider>,
  );
  const field = find<HTMLTextAreaElement>('textarea');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Pay\nPaid');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await click('.new-keys > button');
  await vi.waitFor(() => expect(document.querySelector('[role="alertdialog"]')).not.toBeNull());
  const said = find('[role="alertdialog"]').textContent ?? '';
  await click('[role="alertdialog"] button');
  return said;
}

test.each([[{ added: 2 }], [{}], [null]])('the answer %j to two keys: they were added', async (answer) => {
  const said = await add(answer);
  expect(said).toContain('The new keys were added');
  expect(said).not.toContain('Already there');
});

test('keys that all exist already are not said to be added', async () => {
  const said = await add({ added: 0 });
  expect(said).not.toContain('were added');
  expect(said).toContain('No new keys');
  expect(said).toContain('All of them exist already.');
});

test('of two keys one existed', async () => {
  const said = await add({ added: 1 });
  expect(said).toContain('The new keys were added');
  expect(said).toContain('Already there: 1');
});
