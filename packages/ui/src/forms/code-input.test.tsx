// @vitest-environment happy-dom
import { act, createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { find, render } from '../../test/render';
import { CodeInput, type CodeInputHandle } from './code-input';

const box = (n: number) => find<HTMLInputElement>(`[aria-label="Digit ${n}"]`);
const values = () => [1, 2, 3, 4, 5, 6].map((n) => box(n).value).join('');
const press = (key: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });

async function draw() {
  const onComplete = vi.fn();
  const ref = createRef<CodeInputHandle>();
  await render(
    <CodeInput ref={ref} length={6} label="Code" boxLabel={(n) => `Digit ${n}`} onChange={() => {}} onComplete={onComplete} autoFocus />,
  );
  return { onComplete, ref };
}

test('typing moves through the boxes and reports the whole code once', async () => {
  const { onComplete } = await draw();
  expect(document.activeElement).toBe(box(1));
  for (const key of ['1', '1', 'x', '3', '4', '5']) await press(key);
  expect(values()).toBe('11345');
  expect(onComplete).not.toHaveBeenCalled();
  await press('6');
  expect(onComplete.mock.calls).toEqual([['113456']]);
});

test('typing the same digit again moves on and is no new code', async () => {
  const { onComplete } = await draw();
  for (const key of '123456') await press(key);
  await press('Home');
  await press('1');
  expect(document.activeElement).toBe(box(2));
  expect(onComplete).toHaveBeenCalledOnce();
});

test('backspace goes back box by box; clear starts over at the first', async () => {
  const { ref } = await draw();
  for (const key of '123') await press(key);
  await press('Backspace');
  expect([values(), document.activeElement]).toEqual(['12', box(3)]);
  await press('Backspace');
  expect([values(), document.activeElement]).toEqual(['1', box(2)]);
  await act(async () => ref.current?.clear());
  expect([values(), document.activeElement]).toEqual(['', box(1)]);
});

test('only the first box asks the phone for the mailed or shown code', async () => {
  await draw();
  expect([box(1).autocomplete, box(2).autocomplete, box(1).inputMode]).toEqual(['one-time-code', 'off', 'numeric']);
});
