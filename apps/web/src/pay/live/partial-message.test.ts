// @vitest-environment happy-dom
import type { PaymentView } from '@stablegate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import type { LiveChannelOptions } from '../../lib/api/live-channel';
import { type Watched, watchInvoice } from './invoice-watch';

let channel: LiveChannelOptions | undefined;
vi.mock('../../lib/api/live-channel', () => ({
  openLiveChannel: (options: LiveChannelOptions) => {
    channel = options;
    return { stop: () => undefined };
  },
}));
afterEach(() => void vi.restoreAllMocks());

const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const WAITING = {
  ...{
    trans_id: 'x',
    status: 'waiting',
    amount: '7.8089',
    paid: '0',
    networks: [],
    version: 3,
    created_at: inAnHour,
    expires_at: inAnHour,
  },
  ...{ success_url: 'https://shop.test', server_time: new Date().toISOString() },
} as unknown as PaymentView;

test('a live message with the status alone moves the page, and the rest is asked for', async () => {
  let now: PaymentView = WAITING;
  const ask = vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ status: 'success', data: now }));
  let watched: Watched | undefined;
  const { stop } = watchInvoice('x', (next) => {
    watched = next;
  });
  await vi.waitFor(() => expect(channel).toBeDefined());
  ask.mockClear();
  now = { ...WAITING, status: 'success', paid: '7.8089', version: 4 };
  channel?.onView({ status: 'success' } as PaymentView);
  expect(watched?.view).toMatchObject({ status: 'success', amount: '7.8089', expires_at: inAnHour });
  await vi.waitFor(() => expect(watched?.view).toMatchObject({ status: 'success', paid: '7.8089', version: 4 }));
  expect(ask).toHaveBeenCalledOnce();
  stop();
});
