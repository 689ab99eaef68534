import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newMember } from '../../../test/admins';
import { startTestApp, type TestApp } from '../../../test/app';
import { newAuthenticator } from '../../../test/passkeys';
import { enableTwoFactor } from '../../../test/sign-ins';
import { giveBalance, type Merchant, newMerchant } from '../../../test/stores';
import { manualClock } from '../../platform/clock';

const clock = manualClock('2026-03-31T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { SECOND_FACTOR_ADVICE_USDT: '250.5' }, clocks: { real: clock, business: clock } });
});

const isAdvised = async (who: Merchant, of = who) => (await who.get(`/user/${of.userId}`)).json().secondFactorAdvised;
const earn = (who: Merchant, day: string, micros: bigint) =>
  sql`insert into revenue_days (user_id, day, amount, invoices) values (${who.userId}, ${day}, ${micros}, 1)`.execute(
    app.platform.db.query,
  );

test('a balance is enough from the sum on, to the last millionth', async () => {
  const merchant = await newMerchant(app, 'advice_balance');
  expect(await isAdvised(merchant)).toBe(false);
  await giveBalance(app, merchant.userId, 250_499_999n);
  expect(await isAdvised(merchant)).toBe(false);
  await giveBalance(app, merchant.userId, 1n);
  expect(await isAdvised(merchant)).toBe(true);
});

test('so is the revenue of a single day among the last 30, not that of several together', async () => {
  const merchant = await newMerchant(app, 'advice_revenue');
  await earn(merchant, '2026-03-30', 250_000_000n);
  await earn(merchant, '2026-03-31', 250_000_000n);
  await earn(merchant, '2026-03-01', 900_000_000n); // 31 days ago
  expect(await isAdvised(merchant)).toBe(false);
  await earn(merchant, '2026-03-02', 250_500_000n);
  expect(await isAdvised(merchant)).toBe(true);
});

test('an authenticator app or a passkey ends it', async () => {
  for (const factor of ['app', 'passkey']) {
    const merchant = await newMerchant(app, `advice_${factor}`);
    await giveBalance(app, merchant.userId, 300_000_000n);
    expect(await isAdvised(merchant)).toBe(true);
    if (factor === 'app') await enableTwoFactor(merchant, clock);
    else {
      const credential = newAuthenticator().create((await merchant.post('/passkeys/options')).json());
      expect((await merchant.post('/passkeys', { name: 'Laptop', credential })).statusCode).toBe(201);
    }
    expect(await isAdvised(merchant), factor).toBe(false);
  }
});

test("a member is asked for the account's money, by their own factors", async () => {
  const owner = await newMerchant(app, 'advice_owner');
  await enableTwoFactor(owner, clock);
  await giveBalance(app, owner.userId, 300_000_000n);
  const member = await newMember(app, owner, 'advice_member', 'read-only');
  expect([await isAdvised(member, owner), await isAdvised(owner)]).toEqual([true, false]);
});
