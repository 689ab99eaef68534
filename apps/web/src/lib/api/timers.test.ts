// @vitest-environment happy-dom
import { QueryClient, QueryObserver, timeoutManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimers } from './timers';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] }));
afterEach(() => vi.useRealTimers());
const arm = () => Promise.resolve();

test('many timers are one of the browser, and each comes at its time', async () => {
  const { setTimeout: later, setInterval: every } = createTimers();
  const seen: string[] = [];
  later(() => seen.push('300'), 300);
  later(() => seen.push('100'), 100);
  every(() => seen.push('every 120'), 120);
  later(() => seen.push('200'), 200);
  await arm();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(99);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(251);
  expect(seen).toEqual(['100', 'every 120', '200', 'every 120', '300']);
  expect(vi.getTimerCount()).toBe(1);
});

test('an earlier timer is not kept waiting by a later one', async () => {
  const { setTimeout: later } = createTimers();
  const run = vi.fn();
  later(() => undefined, 60_000);
  await arm();
  later(run, 5);
  await vi.advanceTimersByTimeAsync(5);
  expect(run).toHaveBeenCalledOnce();
});

test('a cleared timer never comes, also when one that is due in the same moment clears it', async () => {
  const { setTimeout: later, setInterval: every, clearTimeout: clear, clearInterval } = createTimers();
  const run = vi.fn();
  clear(later(run, 10));
  clearInterval(every(run, 10));
  clear(undefined);
  const second: number[] = [];
  later(() => clear(second[0]), 20);
  second.push(later(run, 20));
  await vi.advanceTimersByTimeAsync(100);
  expect(run).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('one that throws does not take the others along', async () => {
  const { setTimeout: later } = createTimers();
  const run = vi.fn();
  later(() => {
    throw new Error('one');
  }, 10);
  later(run, 10);
  await arm();
  expect(() => vi.advanceTimersByTime(10)).toThrow('one');
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledOnce();
});

test('the query library polls by it', async () => {
  timeoutManager.setTimeoutProvider(createTimers());
  const queryFn = vi.fn(async () => 1);
  const observer = new QueryObserver(new QueryClient(), { queryKey: ['one'], queryFn, refetchInterval: 1_000, staleTime: 500 });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(3_100);
  leave();
  expect(queryFn).toHaveBeenCalledTimes(4);
});
