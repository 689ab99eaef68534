import { createHash } from 'node:crypto';
import type { NetworkFamily } from '@stablegate/rules';
import { expect } from 'vitest';
import { displayAddress } from '../../apps/server/src/modules/chains/addresses/addresses';
import { api, until } from './sandbox';

const KEY = `0x${createHash('sha256').update('pay everywhere').digest('hex').slice(0, 40)}`;
/** One address serves all networks of its family. */
export const ADDRESSES: Readonly<Record<NetworkFamily, string>> = {
  tron: displayAddress('tron', KEY),
  evm: displayAddress('evm', KEY),
  solana: '2sexzag3PQct5WFZThZEoG5CYbmULE1tBRvoyDdA6ggX',
};

type Json = Record<string, unknown> & { data: Record<string, string> };
type Answer = { readonly status: number; readonly json: Json };

/** The demo's merchant with a store of the test's own, at a running sandbox. */
export async function openStore(port: number, wallets: readonly { readonly network: string; readonly address: string }[]) {
  const body = new URLSearchParams({ username: 'demomerchant', password: 'Sandbox-2026!' });
  const signedIn = await api(port, '/auth/login', { method: 'POST', body });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const ask = async (method: string, path: string, sent?: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const type: Record<string, string> = sent === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await api(port, path, {
      method,
      headers: { cookie, origin: `http://localhost:${port}`, ...type, ...headers },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    return { status: answer.status, json: (await answer.json().catch(() => ({}))) as Json };
  };
  const { json: store } = await ask('POST', '/store', { name: 'Pay everywhere' });
  for (const { network, address } of wallets) {
    const { status, json } = await ask('POST', '/wallet', { storeId: store.id, network, address });
    expect(status, JSON.stringify(json)).toBe(201);
  }
  const details = async (transId: string): Promise<Json> => (await ask('GET', `/invoice/${transId}`)).json;
  let orders = 0;
  return {
    ask,
    details,
    newInvoice: async (): Promise<string> => {
      orders += 1;
      const order = { name: 'Tea', amount: '10', request_id: `everywhere-${orders}` };
      const { status, json } = await ask('POST', '/payment/invoice', order, { 'x-api-key': String(store.apiKey) });
      expect(status, JSON.stringify(json)).toBe(201);
      return json.data.trans_id ?? '';
    },
    pay: (transId: string, how: object): Promise<Answer> => ask('POST', `/sandbox/invoices/${transId}/pay`, how),
    untilStatus: (transId: string, status: string): Promise<void> =>
      until(`${transId} to be ${status}`, async () => (await details(transId)).status === status),
  };
}
