import type { Network, Refund, RefundOverview } from '@stablegate/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app';
import { arrive, finalise } from './arrivals';
import type { TestChain } from './parts/chain';
import { until } from './scanner';
import { invoiceRow, openShop, order, type Shop } from './shop';
import { newEvmKey } from './wallet-keys';

export type Paid = { readonly shop: Shop; readonly transId: string; readonly payer: string; readonly payable: bigint };
/** What the customer has sent too much. */
export const OVER = 7_500_000n;

/** An invoice whose customer, or somebody else (`second`), has sent too much; the payments are final. */
export async function overpaidInvoice(
  app: TestApp,
  network: Network = 'BEP20',
  payer = newEvmKey().address,
  second = payer,
): Promise<Paid> {
  const shop = await openShop(app, [network]);
  const { transId, payable } = await order(app, shop, '50');
  const to = shop.addresses[network] ?? '';
  const paid = await arrive(app, { network, to, micros: payable, from: payer });
  const again = await arrive(app, { network, to, micros: OVER, from: second });
  await shop.merchant.post(`/transfers/${again.id}/assign`, { transId });
  await finalise(app, [paid, again]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', paid: payable + OVER });
  return { shop, transId, payer, payable };
}

export const overviewOf = async ({ shop, transId }: Paid): Promise<RefundOverview> =>
  (await shop.merchant.get(`/invoice/${transId}/refunds`)).json();
export const plan = ({ shop, transId, payer }: Paid, more: object = {}) =>
  shop.merchant.post(`/invoice/${transId}/refunds`, { network: 'BEP20', address: payer, amount: '7.5', reason: 'overpaid', ...more });
export async function planned(paid: Paid, more: object = {}): Promise<Refund> {
  const answer = await plan(paid, more);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
export const report = async ({ shop, transId }: Paid, { id }: Pick<Refund, 'id'>, txHash: string) =>
  (await shop.merchant.post(`/invoice/${transId}/refunds/${id}/transaction`, { txHash })).json();
export const refundOf = async (paid: Paid, { id }: Pick<Refund, 'id'>): Promise<Refund> =>
  (await overviewOf(paid)).refunds.find((each) => each.id === id) as Refund;

/** As the worker does it, but now. */
export async function checkRefundsNow(app: TestApp): Promise<void> {
  await sql`update refunds set check_at = now() - interval '1 hour' where check_at is not null`.execute(app.platform.db.query);
  await app.services.invoices.refunds.sweep();
}
export const refundConfirmed = (app: TestApp, chain: TestChain, paid: Paid, refund: Pick<Refund, 'id'>) =>
  until(async () => {
    await chain.mine(5);
    await checkRefundsNow(app);
    expect(await refundOf(paid, refund)).toMatchObject({ status: 'confirmed' });
  }, 40_000);
