// @vitest-environment happy-dom
import type { StoreDetails } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import { OwnStoreProvider } from '../own-store';
import { EpusdtCard } from './epusdt-card';

const OWN: StoreDetails = {
  store: {
    ...{ id: 's1', name: 'Tea house', merchantId: 'm-1', apiKey: 'sk_1', status: 'Active', time: '', note: null, hasAddress: true },
    ...{ invoiceExpiryMinutes: 60, keyInCallbacks: false, sharesAddresses: false, exposedSecrets: [], callbackSecret: 'whsec_1' },
  },
  wallets: [],
};
const RATE = { source: 'fixed', rate: '7.2', rateUrl: null, ratePath: null };
const SETTINGS = {
  ...RATE,
  enabled: true,
  address: 'https://a',
  endpoint: 'https://a/b',
  token: 'eps_1',
  currentRate: '7.2',
  rateReadAt: null,
};

afterEach(() => void vi.restoreAllMocks());

test('a rate that waits is shown below the one in use, and cancelled there', async () => {
  let pending: object | null = { ...RATE, rate: '99', at: new Date(Date.now() + 86_400_000).toISOString() };
  const calls: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { method } = new Request(new URL(String(input), 'http://here'), init);
    if (method !== 'DELETE') return Response.json({ ...SETTINGS, pending });
    calls.push(String(input));
    pending = null;
    return new Response(null, { status: 204 });
  });
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnStoreProvider value={OWN}>
        <EpusdtCard />
      </OwnStoreProvider>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(find('.pending-change').textContent).toContain('New orders use another rate: 99'));
  expect(find<HTMLInputElement>('input[name=rate]').value).toBe('7.2');
  await act(async () => find('.pending-change button').click());
  await vi.waitFor(() => expect(document.querySelector('.pending-change')).toBeNull());
  expect(calls).toEqual([expect.stringContaining('/store/s1/epusdt/pending')]);
});
