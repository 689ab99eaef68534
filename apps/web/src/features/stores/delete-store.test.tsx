// @vitest-environment happy-dom
import { type PopupOptions, popup } from '@stablegate/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { click, render } from '../../../../../packages/ui/test/render';
import { useDeleteStore } from './use-store-actions';

vi.mock(import('@stablegate/ui'), async (original) => ({
  ...(await original()),
  popup: vi.fn<(options: PopupOptions) => Promise<void>>(async () => undefined),
  confirm: async () => true,
}));
afterEach(() => {
  vi.restoreAllMocks();
  vi.mocked(popup).mockClear();
});

function DeleteButton() {
  const remove = useDeleteStore({ id: 's1', name: 'Tea house' });
  return <button id="delete" type="button" onClick={() => void remove.run()} />;
}

const DELETED = ['Deleted!', 'The merchant has been deleted.'];
/** Specification 1: section 7, "success is status 204"; section 8, the server's message, else 'Delete failed'. */
test.each<[what: string, said: string[], answer: () => Response]>([
  ['204', DELETED, () => new Response(null, { status: 204 })],
  ['200 without a body', ['Error', 'Delete failed'], () => new Response('', { status: 200 })],
  ['200 with the merchant', ['Error', 'Delete failed'], () => Response.json({ id: 's1', name: 'Tea house', message: 'OK' })],
  ['202', ['Error', 'Delete failed'], () => Response.json({}, { status: 202 })],
  ['200 with a refusal', ['Error', 'Not now.'], () => Response.json({ status: 'error', message: 'Not now.' })],
  ['409', ['Error', 'Not now.'], () => Response.json({ status: 'error', code: 'x', message: 'Not now.' }, { status: 409 })],
])('a deletion answered with %s says %j', async (_what, said, answer) => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => answer());
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteButton />
    </QueryClientProvider>,
  );
  await click('#delete');
  await vi.waitFor(() => expect(popup).toHaveBeenCalled());
  expect(vi.mocked(popup).mock.calls.map(([{ title, text }]) => [title, text])).toEqual([said]);
});
