// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import ResetPasswordScreen from './reset-password.screen';

afterEach(() => void vi.restoreAllMocks());

const write = (input: HTMLInputElement, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

test('a link that no longer works may be one that has just changed the password, and is not called expired', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ status: 'error', code: 'token_expired', message: 'This link has expired.' }, { status: 410 }),
  );
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/reset-password?token=used']}>
        <ResetPasswordScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  for (const input of document.querySelectorAll('input')) await write(input, 'Harbour-Lantern-42');
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
  await vi.waitFor(() => expect(find('[role=alert]').textContent).toContain('already used, has expired'));
  expect(document.body.textContent).toContain('This link no longer works');
  expect(document.body.textContent).not.toMatch(/password is unchanged|This link has expired/);
  expect(find('a[href="/forgot-password"]').textContent).toBe('Request a new link');
});
