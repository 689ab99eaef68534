// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../test/render';
import { confirm, popup } from './popup.queue';
import { PopupHost } from './popup-host';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const button = (name: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === name);

test('a popup with a timer closes by itself', async () => {
  await render(<PopupHost />);
  const gone = vi.fn();
  await act(async () => void popup({ title: 'Welcome back!', text: 'Login successful', icon: 'success', timerMs: 1_500 }).then(gone));
  expect(find('[role="alertdialog"]').textContent).toContain('Welcome back!');
  await act(() => vi.advanceTimersByTimeAsync(1_400));
  expect(gone).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(gone).toHaveBeenCalledOnce();
});

test('a question is answered by its buttons, and Escape means no', async () => {
  await render(<PopupHost />);
  const ask = () => confirm({ title: 'Logout?', confirmLabel: 'Yes', cancelLabel: 'Cancel' });
  const answers: boolean[] = [];
  await act(async () => void ask().then((answer) => answers.push(answer)));
  await act(async () => button('Yes')?.click());
  await act(async () => void ask().then((answer) => answers.push(answer)));
  await act(async () => button('Cancel')?.click());
  await act(async () => void ask().then((answer) => answers.push(answer)));
  await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(answers).toEqual([true, false, false]);
});

test('the focus goes back to where it was, and does not scroll the page', async () => {
  await render(
    <>
      <main tabIndex={-1} />
      <PopupHost />
    </>,
  );
  const main = find('main');
  main.focus();
  await act(async () => void popup({ title: 'Saved', buttonLabel: 'OK' }));
  const focus = vi.spyOn(main, 'focus');
  await click('[role="alertdialog"] button');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(document.activeElement).toBe(main);
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
});
