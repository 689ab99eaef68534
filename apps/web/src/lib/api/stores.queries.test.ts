// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { storeQuery, storesQuery } from './stores.queries';

afterEach(() => void vi.restoreAllMocks());
const answer = (body: unknown) => vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(body));
/** As specification 2, section 3, has them. */
const STORE = { id: 's1', name: 'Tea', note: '', apiKey: 'k' };
const WALLET = { id: 'w1', network: 'TRON', address: 'T1', storeId: 's1' };

test('a store of the documented form is active, and not said to lack an address', async () => {
  answer([STORE, { ...STORE, status: 'Under review', hasAddress: false }]);
  expect(await new QueryClient().fetchQuery(storesQuery)).toMatchObject([
    { status: 'Active', hasAddress: true },
    { status: 'Under review', hasAddress: false },
  ]);
});

test('an address of the documented form waits for no other one', async () => {
  answer({ store: STORE, wallets: [WALLET] });
  expect(await new QueryClient().fetchQuery(storeQuery('s1'))).toEqual({
    store: { ...STORE, status: 'Active', hasAddress: true, callbackSecret: '', invoiceExpiryMinutes: 0 },
    wallets: [{ ...WALLET, pendingAddress: null, pendingAt: null }],
  });
});
