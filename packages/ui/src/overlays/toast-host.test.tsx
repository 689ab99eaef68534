// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '../../test/render';
import { toast } from './toast.queue';
import { ToastHost } from './toast-host';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isShown = () => document.body.textContent?.includes('API Key copied to clipboard') === true;

test.each([2_000, 3_000])('a toast of %i ms is gone, faded out, when its time is over', async (durationMs) => {
  await render(<ToastHost label="Messages" dir="ltr" />);
  await act(async () => void toast.success('API Key copied to clipboard', { durationMs }));
  await pass(50);
  expect(isShown()).toBe(true);
  await pass(durationMs - 350);
  expect(isShown()).toBe(true);
  await pass(350);
  expect(isShown()).toBe(false);
});
