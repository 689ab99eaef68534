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
    store: {
      ...{ ...STORE, status: 'Active', hasAddress: true, callbackSecret: '', allowedIps: [], invoiceExpiryMinutes: 0 },
      ...{ merchantId: '', time: '', note: null, keyInCallbacks: true, sharesAddresses: false, exposedSecrets: [] },
    },
    wallets: [{ ...WALLET, pendingAddress: null, pendingAt: null }],
  });
});

test.each([
  ['absent', { id: 's1' }],
  ['empty', { id: 's1', name: '', merchantId: '', apiKey: '', status: '', time: '', note: '' }],
  ['null', { id: 's1', name: null, merchantId: null, apiKey: null, status: null, time: null, note: null, hasAddress: null }],
])('what is %s in a store has its default, and no name a dash in lists', async (_how, store) => {
  const read = { id: 's1', merchantId: '', apiKey: '', status: 'Active', time: '', note: null, hasAddress: true };
  answer([store]);
  expect(await new QueryClient().fetchQuery(storesQuery)).toMatchObject([{ ...read, name: '–' }]);
  answer({ store, wallets: [] });
  expect(await new QueryClient().fetchQuery(storeQuery('s1'))).toMatchObject({ store: { ...read, name: '' } });
});

test('times without a zone are those of +07:00', async () => {
  const time = '2026-11-14T10:22:00+07:00';
  answer([{ ...STORE, time: '2026-11-14 10:22:00' }]);
  expect(await new QueryClient().fetchQuery(storesQuery)).toMatchObject([{ time }]);
  answer({ store: STORE, wallets: [{ ...WALLET, pendingAddress: 'T2', pendingAt: '2026-11-14T10:22:00' }] });
  expect(await new QueryClient().fetchQuery(storeQuery('s1'))).toMatchObject({ wallets: [{ pendingAt: time }] });
});
