// @vitest-environment happy-dom
import type { PaymentView } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../packages/ui/test/render';
import type { LiveChannelOptions } from '../../lib/api/live-channel';
import { useSale } from './use-sale';

const stop = vi.fn();
let channel: LiveChannelOptions | undefined;
vi.mock('../../lib/api/live-channel', () => ({
  openLiveChannel: (options: LiveChannelOptions) => {
    channel = options;
    return { stop };
  },
}));

const view = (status: PaymentView['status'], version: number) => ({ status, version }) as PaymentView;
const asked = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  channel = undefined;
  vi.stubGlobal('fetch', async () => {
    asked();
    return Response.json({ status: 'success', data: view('waiting', 1) });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const Status = () => <p>{useSale({ transId: 'tx1', url: '' }).data?.status}</p>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function tell(next: PaymentView): Promise<void> {
  await act(async () => channel?.onView(next));
  await pass(1);
}
/** A bit more: each pause begins with the answer before. */
const HALF_MINUTE = 30_500;
async function askedWithin(ms: number): Promise<number> {
  asked.mockClear();
  await pass(ms);
  return asked.mock.calls.length;
}

test('a sale is told by the live channel and asked for only rarely; without the channel every two seconds', async () => {
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Status />
    </QueryClientProvider>,
  );
  await vi.dynamicImportSettled();
  await pass(10);
  expect(find('p').textContent).toBe('waiting');
  expect(await askedWithin(HALF_MINUTE)).toBe(15);
  await act(async () => channel?.onBeat());
  expect(await askedWithin(HALF_MINUTE)).toBe(2);
  await act(async () => channel?.onLost());
  expect(await askedWithin(HALF_MINUTE)).toBeGreaterThanOrEqual(15);

  await tell(view('processing', 3));
  expect(find('p').textContent).toBe('processing');
  await tell(view('waiting', 2)); // late, and old
  expect(await askedWithin(HALF_MINUTE)).toBe(2); // answers with the first version
  expect(find('p').textContent).toBe('processing');
  await tell(view('success', 4));
  expect(find('p').textContent).toBe('success');
  expect(stop).toHaveBeenCalled();
  expect(await askedWithin(60_000)).toBe(0);
});
