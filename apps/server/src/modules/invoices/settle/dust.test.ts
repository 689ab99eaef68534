import { claimMessage } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, finalise, stateOf } from '../../../../test/arrivals';
import { expectSound, invoiceRow, openShop, order, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';
import { newEvmKey } from '../../../../test/wallet-keys';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

const placeOf = (shop: Shop): string => shop.addresses.BEP20 ?? '';
const view = async (transId: string) => (await app.server.inject({ method: 'GET', url: `/api/v1/payment/${transId}` })).json().data;
const DUST = [1n, 9_999n];

test.each(DUST)(
  'dust of %s is no part: the page asks for the same amount, shows nothing, and the invoice can be cancelled',
  async (micros) => {
    const shop = await openShop(app);
    const { transId } = await order(app, shop, '4');
    const before = await view(transId);
    const dust = await arrive(app, { to: placeOf(shop), micros });
    expect(await stateOf(app, dust)).toBe('unmatched');
    expect(await view(transId)).toEqual({ ...before, server_time: expect.any(String) });
    expect(await invoiceRow(app, transId)).toMatchObject({ paid: 0n, flags: [], notices: 0 });
    expect((await shop.api.post(`/payment/invoice/${transId}/cancel`, {})).statusCode).toBe(200);
  },
);

test('dust near a tiny amount is not shown on its page either', async () => {
  const shop = await openShop(app);
  const [tiny] = [await order(app, shop, '0.01'), await order(app, shop, '0.02')];
  await arrive(app, { to: placeOf(shop), micros: 9_000n });
  expect(await view(tiny.transId)).not.toHaveProperty('other_amounts');
  expect(await invoiceRow(app, tiny.transId)).toMatchObject({ notices: 0 });
});

test('a signature makes no part of dust', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '4');
  const wallet = newEvmKey();
  const dust = await arrive(app, { to: placeOf(shop), micros: 1n, from: wallet.address });
  const signature = wallet.signMessage(claimMessage(transId, 'BEP20', dust.txHash));
  const payload = { network: 'BEP20', tx_hash: dust.txHash, signature };
  const answer = await app.server.inject({ method: 'POST', url: `/api/v1/payment/${transId}/claim`, payload });
  expect(answer.json().data, answer.body).toMatchObject({ state: 'waiting_for_merchant', signed: true });
  expect(await stateOf(app, dust)).toBe('unmatched');
  expect(await invoiceRow(app, transId)).toMatchObject({ paid: 0n, flags: [] });
});

test('a remainder is never dust: where 0.005 is missing, 0.01 is asked for, and completes it', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  const part = await arrive(app, { to: placeOf(shop), micros: 100_495_000n });
  expect(await view(transId)).toMatchObject({ due: '0.0100', due_exact: true });
  const rest = await arrive(app, { to: placeOf(shop), micros: 10_000n });
  await finalise(app, [part, rest]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', flags: [], paid: 100_505_000n });
  await expectSound(app);
});

test('the database itself refuses dust as a part', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '4');
  const dust = await arrive(app, { to: placeOf(shop), micros: 9_999n });
  const { id } = await invoiceRow(app, transId);
  await expect(
    sql`insert into invoice_transfers (transfer_id, invoice_id, amount, matched_by, attached_at)
        values (${dust.id}, ${id}, 9999, 'part', now())`.execute(app.platform.db.query),
  ).rejects.toThrow('dust is no part');
});
