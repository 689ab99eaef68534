import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import { openShop, order } from '../../../../test/shop';

const PAYER = '2Nh4TzVztxY7TAwG1B2znSdqfKeqmQ1xojCo7121Kknw';
let app: TestApp;
let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
  app = await startTestApp({ networks: [chain.settings('BEP20'), chain.settings('SOLANA')] });
});

const ask = async (transId: string, account: string) => {
  const answer = await app.server.inject({ method: 'POST', url: `/api/v1/payment/${transId}/wallet-transaction`, payload: { account } });
  return { status: answer.statusCode, ...answer.json() };
};
/** TransferChecked: the instruction's number, the amount in 64 bits, the decimals. */
const transferOf = (micros: bigint): Buffer => {
  const data = Buffer.from([12, ...new Array(8).fill(0), 6]);
  data.writeBigUInt64LE(micros, 1);
  return data;
};

test('a wallet gets a transaction of exactly what is due, without a signature', async () => {
  const shop = await openShop(app, ['SOLANA']);
  const { transId, payable } = await order(app, shop, '48.2');
  const { status, data } = await ask(transId, PAYER);
  expect(status).toBe('success');
  const wire = Buffer.from(data.transaction, 'base64');
  expect([...wire.subarray(0, 65)]).toEqual([1, ...new Array(64).fill(0)]);
  expect(wire.subarray(-10)).toEqual(transferOf(payable));
});

test('nothing is made for an unknown invoice, another network, the own wallet or a text that is no address', async () => {
  const [shop, evm] = [await openShop(app, ['SOLANA']), await openShop(app)];
  const { transId } = await order(app, shop);
  expect(await ask('x'.repeat(22), PAYER)).toMatchObject({ code: 'not_found' });
  expect(await ask((await order(app, evm)).transId, PAYER)).toMatchObject({ code: 'invoice_not_open' });
  expect(await ask(transId, shop.addresses.SOLANA ?? '')).toMatchObject({ code: 'address_in_use' });
  expect(await ask(transId, '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9')).toMatchObject({ code: 'invalid_address' });
  expect((await shop.merchant.post(`/invoice/${transId}/cancel`)).statusCode).toBe(200);
  expect(await ask(transId, PAYER)).toMatchObject({ code: 'invoice_not_open' });
});
