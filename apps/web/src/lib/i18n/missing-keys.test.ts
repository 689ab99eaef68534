import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMissingKeys } from './missing-keys';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const collector = (send = vi.fn(async (_keys: string[]) => undefined)) => {
  const onFailed = vi.fn();
  return { send, onFailed, keys: createMissingKeys({ send, onFailed, waitMs: 500 }) };
};

test('keys of one moment go in one call, and each only once per page load', async () => {
  const { send, keys } = collector();
  for (const key of ['One', 'Two', 'One']) keys.report(key);
  await vi.advanceTimersByTimeAsync(500);
  keys.report('Two');
  keys.report('Three');
  await vi.advanceTimersByTimeAsync(500);
  expect(send.mock.calls).toEqual([[['One', 'Two']], [['Three']]]);
});

test('more than a hundred keys go in several calls', async () => {
  const { send, keys } = collector();
  for (let number = 0; number < 250; number += 1) keys.report(`Text ${number}`);
  await vi.advanceTimersByTimeAsync(500);
  expect(send.mock.calls.map(([batch]) => batch.length)).toEqual([100, 100, 50]);
});

test('a key that the server would refuse for its length is not sent', async () => {
  const { send, keys } = collector();
  keys.report('x'.repeat(501));
  keys.report('');
  await vi.advanceTimersByTimeAsync(500);
  expect(send).not.toHaveBeenCalled();
});

test('a failed report is only logged, and the next one is still sent', async () => {
  const send = vi.fn(async (_keys: string[]) => undefined).mockRejectedValueOnce(new Error('down'));
  const { onFailed, keys } = collector(send);
  keys.report('One');
  await vi.advanceTimersByTimeAsync(500);
  keys.report('Two');
  await vi.advanceTimersByTimeAsync(500);
  expect(onFailed).toHaveBeenCalledOnce();
  expect(send).toHaveBeenLastCalledWith(['Two']);
});
