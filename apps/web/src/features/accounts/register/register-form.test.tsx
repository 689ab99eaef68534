// @vitest-environment happy-dom
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { RegisterForm } from './register-form';

const popup = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('@stablegate/ui', async (original) => ({ ...(await original<typeof import('@stablegate/ui')>()), popup }));

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['differing passwords', 'Lantern-mill-44', 'Lantern-mill-45', "Passwords Don't Match"],
  ['weak passwords', 'lantern', 'lantern', 'Weak Password'],
])('%s are told and not sent when a password manager submits the form without its button', async (_what, password, confirm, title) => {
  popup.mockClear();
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  const { container } = await render(
    <MemoryRouter>
      <RegisterForm />
    </MemoryRouter>,
  );
  const typed = { username: 'anna_shop', email: 'anna@shop.example', password, confirm };
  for (const [name, value] of Object.entries(typed)) {
    const input = container.querySelector(`input[name=${name}]`);
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  await act(async () => container.querySelector('form')?.requestSubmit());
  expect(popup).toHaveBeenCalledWith(expect.objectContaining({ title }));
  expect(fetched).not.toHaveBeenCalled();
});
