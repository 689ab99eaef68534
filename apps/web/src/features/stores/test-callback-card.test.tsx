// @vitest-environment happy-dom
import type { StoreDetails } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../packages/ui/test/render';
import { OwnStoreProvider } from './own-store';
import { TestCallbackCard } from './test-callback-card';

const OWN: StoreDetails = {
  store: {
    ...{ id: 's1', name: 'Tea house', merchantId: 'm-1', apiKey: 'sk_1', status: 'Active', time: '', note: null, hasAddress: true },
    ...{ invoiceExpiryMinutes: 60, keyInCallbacks: false, sharesAddresses: false, exposedSecrets: [], callbackSecret: 'whsec_1' },
  },
  wallets: [],
};

afterEach(() => void vi.restoreAllMocks());

async function send(url: string): Promise<void> {
  await act(async () => {
    const input = find<HTMLInputElement>('input[name=url]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, url);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
}

test("a refused address does not stand above another one's result", async () => {
  const result = { outcome: 'unreachable', httpStatus: null, durationMs: 6, response: null };
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(result));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnStoreProvider value={OWN}>
        <TestCallbackCard />
      </OwnStoreProvider>
    </QueryClientProvider>,
  );
  await send('http://127.0.0.1:9/none');
  await vi.waitFor(() => expect(document.body.textContent).toContain('The server could not be reached'));
  await send('ftp://x');
  await vi.waitFor(() => expect(find('[role=alert]').textContent).toContain('Please enter an http or https address'));
  expect(document.querySelector('.test-result')).toBeNull();
});
