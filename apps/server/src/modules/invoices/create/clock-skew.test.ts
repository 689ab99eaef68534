import { afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import type { ServerProcess } from '../../../../test/processes/server-process';
import { fromHere, startRoleProcess } from '../../../../test/processes/watcher-process';
import { becomes, expectSound, invoiceRow, openShop, payShop, type Shop } from '../../../../test/shop';
import type { NetworkSettings } from '../../../config';

const MINUTE = 60_000;
let app: TestApp;
let chain: TestChain;
let shop: Shop;
let bep20: NetworkSettings;
let skewed: ServerProcess | undefined;

beforeAll(async () => {
  chain = await startTestChain();
  bep20 = await fromHere(chain, 'BEP20');
  app = await startTestApp({ networks: [bep20] });
  shop = await openShop(app);
});
afterEach(() => skewed?.kill());

async function createAt({ url }: ServerProcess, requestId: string): Promise<string> {
  const response = await fetch(new URL('/api/v1/payment/invoice', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': shop.apiKey },
    body: JSON.stringify({ name: 'Tea', amount: '10', request_id: requestId }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: { trans_id: string } }).data.trans_id;
}

test.each([
  ['two minutes fast', 2 * MINUTE],
  ['an hour slow', -60 * MINUTE],
])(
  'a process whose clock is %s: its invoices have the database’s time, are paid at once, and it complains',
  async (name, clockSkewMs) => {
    skewed = await startRoleProcess({ app, networks: [bep20], roles: 'api,watcher', clockSkewMs });
    const before = Date.now();
    const transId = await createAt(skewed, name);
    const { created_at: created, expires_at: expires, payable, status } = await invoiceRow(app, transId);
    expect(status).toBe('WAITING');
    expect(created.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    expect(created.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(expires.getTime() - created.getTime()).toBe(15 * MINUTE);
    await payShop(chain, 'BEP20', shop.addresses.BEP20, payable);
    await becomes(app, chain, transId, { status: 'SUCCESS', flags: [], paid: payable });
    const { paid_at: paidAt } = await invoiceRow(app, transId);
    expect(Math.abs((paidAt?.getTime() ?? 0) - Date.now())).toBeLessThan(MINUTE); // also in the business time of the skewed process
    expect(skewed.output()).toMatch(/this clock is .* the database's/);
    const ready = (await (await fetch(new URL('/ready', skewed.url))).json()) as { clock: string };
    expect(ready.clock).toMatch(/this clock is/);
    await expectSound(app);
  },
  120_000,
);
