import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { arrive, stateOf } from '../../../test/arrivals';
import { evmAddress, type Merchant, NETWORK_ENV, newMerchant } from '../../../test/stores';

const PLATFORM = evmAddress(0x7a7b);
let app: TestApp;
let victim: Merchant;
let member: Merchant;
beforeAll(async () => {
  app = await startTestApp({ env: { ...NETWORK_ENV, PLATFORM_ADDRESS_BEP20: PLATFORM } });
  victim = await newMerchant(app, 'parked_victim');
  member = await newMerchant(app, 'parked_member');
});

async function topUp(who: Merchant, amount: string): Promise<bigint> {
  const answer = await who.post('/deposit-invoice/create-usdt', { amount });
  expect(answer.statusCode, answer.body).toBe(201);
  const { data } = (await app.browser().get(`/payment/${answer.json().urlPayment.split('/').pop()}`)).json();
  return BigInt(data.amount.replace('.', '')) * 100n;
}
const send = (micros: bigint) => arrive(app, { to: PLATFORM, micros });

test('a member who parks a top-up on what an exchange leaves of 100 does not get what another sends', async () => {
  await topUp(member, '99');
  await topUp(victim, '100');
  expect(await stateOf(app, await send(99_000_000n))).toBe('unmatched');
});

test('a member cannot keep the top-up of another from being credited by a later one of the same amount', async () => {
  const asked = await topUp(victim, '50');
  await topUp(member, '50');
  expect(await stateOf(app, await send(asked))).toBe('matched');
});
