// @vitest-environment happy-dom
import { PopupHost } from '@stablegate/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../../packages/ui/test/render';
import LanguagesScreen from './languages.screen';

afterEach(() => void vi.restoreAllMocks());
const text = () => document.body.textContent ?? '';

async function open(list: unknown) {
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(String(input), 'http://test');
    if (pathname.endsWith('/translations/list')) return Response.json(list);
    if (pathname.endsWith('/languages')) return Response.json([{ id: 'vi', code: 'vi', name: 'Tiếng Việt', flag: 'vn' }]);
    return pathname.endsWith('/translations') ? Response.json({}) : new Response(null, { status: 503 });
  });
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <LanguagesScreen />
        <PopupHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each([[{}], [{ message: 'Nothing here' }], [null], ['none']])(
  'the answer %j is no list: the dialog says so, and the screen stays',
  async (answer) => {
    await open(answer);
    await vi.waitFor(() => expect(find('[role="alertdialog"]').textContent).toContain('The translations could not be loaded'));
    expect(document.querySelector('h1')?.textContent).toBe('Language');
    await click('[role="alertdialog"] button');
    await vi.waitFor(() => expect(find('[role="alert"]').textContent).toContain('The translations could not be loaded'));
  },
);

test('texts of the documented form are listed; one that is missing is not translated', async () => {
  await open([
    { id: '1', translationKey: 'Pay', translationValue: 'Trả' },
    { id: '2', translationKey: 'Paid', translationValue: null },
  ]);
  const fields = () => [...document.querySelectorAll<HTMLTextAreaElement>('.translation-cell textarea')].map(({ value }) => value);
  await vi.waitFor(() => expect(fields()).toEqual(['Trả', '']));
  expect(text()).toContain('Keys: 2 · 1 not translated');
});
