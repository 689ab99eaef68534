// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { find, render } from '../../test/render';
import { menuPart } from './floating';
import { Menu, MenuItem } from './menu';

const button = () => find<HTMLButtonElement>('.language');
const menu = (onSelect = () => undefined) => (
  <Menu
    trigger={
      <button type="button" className="language">
        Language
      </button>
    }
  >
    <MenuItem onSelect={onSelect}>Deutsch</MenuItem>
    <MenuItem>Polski</MenuItem>
  </Menu>
);
const press = (key: string, target: EventTarget = button()) =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const point = () =>
  act(async () => void button().dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true, cancelable: true })));
const shown = () => document.querySelector('[role="menu"]');

test('the first press opens the menu once its content has come, beside the same button', async () => {
  await render(menu());
  const before = button();
  expect(before.getAttribute('aria-haspopup')).toBe('menu');
  await point();
  await act(() => menuPart.load());
  await vi.waitFor(() => expect(shown()).not.toBeNull());
  expect(button()).toBe(before);
  expect(before.getAttribute('aria-expanded')).toBe('true');
  expect(shown()?.getAttribute('aria-labelledby')).toBe(before.id);
});

test('by keyboard the first item gets the focus, and Escape gives it back', async () => {
  await render(menu());
  button().focus();
  await press('Enter');
  await act(() => menuPart.load());
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Deutsch'));
  await press('Escape', document.activeElement ?? document);
  // Radix gives it back in a timer, after the menu has gone.
  await vi.waitFor(() => expect(document.activeElement).toBe(button()));
  expect(shown()).toBeNull();
});

test('a chosen item is told', async () => {
  const chosen = vi.fn();
  await render(menu(chosen));
  button().focus();
  await press('Enter');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Deutsch'));
  await act(async () => (document.activeElement as HTMLElement).click());
  expect(chosen).toHaveBeenCalledOnce();
});
