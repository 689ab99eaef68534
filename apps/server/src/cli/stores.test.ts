import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../../test/app';
import { bundleCommand, type Command } from '../../test/processes/command';
import { newMerchant } from '../../test/stores';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
let command: Command;
let app: TestApp;
let env: Record<string, string>;

beforeAll(async () => {
  command = await bundleCommand('cli-admin');
  app = await startTestApp();
  env = { DATABASE_URL: app.databaseUrl, STABLEGATE_MODE: 'sandbox' };
});

const admin = (...args: string[]) => command.run(args, env);
const operatorActions = async () =>
  (
    await sql<{ action: string }>`select action from audit_log where action like 'operator.%' order by id`.execute(app.platform.db.query)
  ).rows.map(({ action }) => action);

test('a store is switched off and on, and a squatted address is released, each with an audit entry', { timeout: 180_000 }, async () => {
  const squatter = await newMerchant(app, 'squatter1');
  const owner = await newMerchant(app, 'realowner');
  const store = (await squatter.post('/store', { name: 'Taken' })).json();
  const own = (await owner.post('/store', { name: 'Own' })).json();
  expect((await squatter.post('/wallet', { storeId: store.id, network: 'BEP20', address: ADDRESS })).statusCode).toBe(201);
  expect((await owner.post('/wallet', { storeId: own.id, network: 'ERC20', address: ADDRESS })).json().code).toBe('address_in_use');

  expect(await admin('release-address', 'BEP20', ADDRESS, '--reason', 'proven to be another’s')).toEqual({
    code: 0,
    output: `${ADDRESS} was taken out of 1 wallet. It is free now.\n`,
  });
  expect((await owner.post('/wallet', { storeId: own.id, network: 'ERC20', address: ADDRESS })).statusCode).toBe(201);

  expect((await admin('store-status', store.merchantId, 'inactive')).output).toBe(`The store ${store.merchantId} is inactive now.\n`);
  const refused = await app.browser().get('/payment/invoice?request_id=x', { 'x-api-key': store.apiKey });
  expect(refused.json().code).toBe('store_inactive');
  expect((await admin('store-status', store.merchantId, 'inactive')).output).toContain('already');
  expect((await admin('store-status', 'NOSUCHSTORE', 'active')).code).toBe(1);
  expect((await admin('store-status', store.merchantId)).code).toBe(2);
  expect((await admin('platform-address', 'BEP20', ADDRESS)).output).toContain('already in use');
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  expect((await admin('platform-address', 'bep20', other)).output).toBe(`Top-ups on BEP20 go to ${other} now.\n`);
  expect(await operatorActions()).toEqual(['operator.release-address', 'operator.store-status', 'operator.platform-address']);
});
