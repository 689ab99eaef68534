// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { find, render } from '../../test/render';
import { tooltipPart } from './floating';
import { Tooltip } from './tooltip';

const button = () => find<HTMLButtonElement>('button');
const shown = () => document.querySelector('[role="tooltip"]');
const send = (event: Event, target: EventTarget = button()) => act(async () => void target.dispatchEvent(event));
const key = (name: string) => new KeyboardEvent('keydown', { key: name, bubbles: true });
const hint = (enabled = true) => (
  <Tooltip text="Language" enabled={enabled}>
    <button type="button">EN</button>
  </Tooltip>
);

test('a keyboard gets the hint at once, as a description; Escape closes it', async () => {
  await render(hint());
  await send(key('Tab'));
  await act(async () => button().focus());
  await act(() => tooltipPart.load());
  await vi.waitFor(() => expect(shown()?.textContent).toBe('Language'));
  expect(button().getAttribute('aria-describedby')).toBe(shown()?.id);
  await send(key('Escape'), document);
  expect(shown()).toBeNull();
  expect(button().hasAttribute('aria-describedby')).toBe(false);
});

test('the pointer gets it after a while, and keeps it on the way to the hint', async () => {
  await render(hint());
  await act(() => tooltipPart.load());
  vi.useFakeTimers();
  await send(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }));
  await act(() => vi.advanceTimersByTimeAsync(250));
  expect(shown()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(shown()).not.toBeNull();
  await send(new PointerEvent('pointerout', { bubbles: true }));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(shown()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(shown()).toBeNull();
  vi.useRealTimers();
});

test('one that is switched off leaves its child alone', async () => {
  await render(hint(false));
  await send(key('Tab'));
  await act(async () => button().focus());
  await act(() => tooltipPart.load());
  expect(shown()).toBeNull();
});
