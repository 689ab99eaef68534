import type { SecuritySettings, StoreDetails, Wallet } from '@stablegate/contract';
import { HOUR_MS } from '@stablegate/rules';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, tokenIn } from '../../../test/accounts';
import { startTestApp, type TestApp } from '../../../test/app';
import { isSignedIn, mailAbout, markWeek, signIn } from '../../../test/sign-ins';
import {
  addWallet,
  callApi,
  evmAddress,
  type Merchant,
  NETWORK_ENV,
  newMerchant,
  newStore,
  type OwnStore,
  SOLANA_ADDRESS,
  TRON_ADDRESS,
} from '../../../test/stores';
import { manualClock } from '../../platform/clock';
import { newId } from '../../platform/ids';

// The audit log has the database's time.
const now = () => new Date().toISOString();
const clock = manualClock('2026-03-01T10:00:00Z');
const real = manualClock(now());
let app: TestApp;
let number = 0;
beforeAll(async () => {
  const env = { ...NETWORK_ENV, ADDRESS_LOCK_HOURS: '24' };
  app = await startTestApp({ roles: ['worker'], env, clocks: { business: clock, real } });
});
beforeEach(() => real.set(now()));

const addresses = (own: Merchant, store: OwnStore) => own.get(`/store/${store.id}`).then((answer) => answer.json<StoreDetails>().wallets);
/** Where a customer would pay now. */
async function payableAt(store: OwnStore): Promise<Record<string, string>> {
  number += 1;
  const answer = await callApi(app, store.apiKey).post('/payment/invoice', { name: 'Tea', amount: '5', request_id: `r${number}` });
  return answer.json<{ data: { addresses: Record<string, string> } }>().data?.addresses ?? {};
}
const lower = (text: string | null | undefined): string => (text ?? '').toLowerCase();

async function shop(name: string, first: number) {
  const merchant = await newMerchant(app, name);
  const store = await newStore(merchant);
  const wallet = await addWallet(merchant, store.id, 'BEP20', evmAddress(first));
  const change = async (n: number) => (await merchant.put(`/wallet/${wallet.id}`, { address: evmAddress(n) })).json<Wallet>();
  const lock = (addressLockHours: number) => merchant.put(`/user/${merchant.userId}/security`, { addressLockHours });
  return { merchant, store, wallet, change, lock };
}

/** The token after # in the newest mail about it. */
async function noticeToken(to: string, subject: RegExp): Promise<string> {
  const { text } = await mailAbout(app, to, subject);
  return /account-change#([\w-]+)/.exec(text)?.[1] ?? '';
}

describe('a change of a receiving address', () => {
  test('is mailed with the name of its network, as the screens show it', async () => {
    const { merchant, change } = await shop('locked_0', 100);
    await change(99);
    const { text } = await mailAbout(app, merchant.email, /receiving address/i);
    expect(text).toContain('BNB Smart Chain (BEP20)');
  });

  test('waits; open and new invoices keep the old address until then, and no worker is needed for the new one', async () => {
    const { store, merchant, wallet, change } = await shop('locked_1', 101);
    expect(wallet).toMatchObject({ pendingAddress: null, pendingAt: null }); // the first is used at once
    const asked = await change(102);
    expect(lower(asked.address)).toBe(evmAddress(101));
    expect(lower(asked.pendingAddress)).toBe(evmAddress(102));
    expect(Date.parse(asked.pendingAt ?? '') - clock.now().getTime()).toBe(24 * HOUR_MS);
    clock.advance(24 * HOUR_MS - 1000);
    expect(lower((await payableAt(store)).BEP20)).toBe(evmAddress(101));
    clock.advance(1000);
    expect(lower((await payableAt(store)).BEP20)).toBe(evmAddress(102));
    expect(lower((await addresses(merchant, store))[0]?.address)).toBe(evmAddress(102));
    await app.services.stores.applyDueChanges();
    const [moved] = await addresses(merchant, store);
    expect([lower(moved?.address), moved?.pendingAt]).toEqual([evmAddress(102), null]);
    await mailAbout(app, merchant.email, /^A receiving address was changed$/);
    // The old address is watched until the invoice that names it is done, and nobody else can take it.
    const stranger = await newMerchant(app, 'locked_1b');
    const theirs = await newStore(stranger);
    expect((await stranger.post('/wallet', { storeId: theirs.id, network: 'BEP20', address: evmAddress(101) })).statusCode).toBe(409);
  });

  test('is claimed at once, can be replaced, and is cancelled by going back or on the screen', async () => {
    const { merchant, store, wallet, change } = await shop('locked_2', 111);
    await change(112);
    const stranger = await newMerchant(app, 'locked_2b');
    const theirs = await newStore(stranger);
    const squat = (n: number) => stranger.post('/wallet', { storeId: theirs.id, network: 'ERC20', address: evmAddress(n) });
    expect((await squat(112)).json().code).toBe('address_in_use');
    expect(lower((await change(113)).pendingAddress)).toBe(evmAddress(113));
    expect((await change(111)).pendingAddress).toBeNull();
    await change(114);
    expect((await merchant.delete(`/wallet/${wallet.id}/pending`)).statusCode).toBe(204);
    expect((await merchant.delete(`/wallet/${wallet.id}/pending`)).statusCode).toBe(409);
    expect((await stranger.delete(`/wallet/${wallet.id}/pending`)).statusCode).toBe(404);
    expect((await squat(114)).statusCode).toBe(201); // a cancelled address is free again
    clock.advance(48 * HOUR_MS);
    expect(lower((await payableAt(store)).BEP20)).toBe(evmAddress(111));
  });

  test('cannot be had by removing and adding, nor by another network later; both are at once while the store is set up', async () => {
    const { merchant, store, wallet } = await shop('locked_3', 121);
    expect(await addWallet(merchant, store.id, 'TRON', TRON_ADDRESS)).toMatchObject({ pendingAt: null });
    await merchant.delete(`/wallet/${wallet.id}`);
    const again = await addWallet(merchant, store.id, 'BEP20', evmAddress(122));
    expect(again.pendingAt).not.toBeNull();
    expect(Object.keys(await payableAt(store))).toEqual(['TRON']);
    clock.advance(24 * HOUR_MS);
    expect(Object.keys(await payableAt(store)).sort()).toEqual(['BEP20', 'TRON']);
    expect((await addWallet(merchant, store.id, 'SOLANA', SOLANA_ADDRESS)).pendingAt).not.toBeNull();
    // The same address on another EVM network is the owner's already.
    await app.services.stores.applyDueChanges();
    expect((await addWallet(merchant, store.id, 'POLYGON', evmAddress(122))).pendingAt).toBeNull();
  });

  test('a shorter wait waits for the old one; a longer one is at once', async () => {
    const { change, lock } = await shop('locked_4', 131);
    expect((await lock(73)).statusCode).toBe(422);
    const shorter = (await lock(0)).json<SecuritySettings>();
    expect(shorter).toMatchObject({ addressLockHours: 24, pendingLockHours: 0 });
    expect((await change(132)).pendingAt).not.toBeNull();
    clock.advance(24 * HOUR_MS);
    expect((await change(133)).pendingAt).toBeNull();
    expect((await lock(72)).json<SecuritySettings>()).toMatchObject({ addressLockHours: 72, pendingLockHours: null });
    expect((await change(134)).pendingAt).not.toBeNull();
  });

  test('is mailed, and cancelled from the mail', async () => {
    const { merchant, store, change } = await shop('locked_5', 141);
    await change(142);
    const token = await noticeToken(merchant.email, /about to change/);
    const guest = app.browser();
    const notice = await guest.post('/auth/change-notice', { token });
    expect(notice.json()).toMatchObject({ action: 'wallet.requested', canCancel: true, detail: { network: 'BEP20', store: 'Tea house' } });
    expect((await addresses(merchant, store))[0]?.pendingAt).not.toBeNull(); // reading changes nothing
    expect((await guest.post('/auth/change-notice/cancel', { token })).statusCode).toBe(200);
    expect((await addresses(merchant, store))[0]?.pendingAt).toBeNull();
    expect((await guest.post('/auth/change-notice/cancel', { token })).statusCode).toBe(409);
    expect((await guest.post('/auth/change-notice/cancel', { token: 'made-up' })).statusCode).toBe(410);
    await mailAbout(app, merchant.email, /was cancelled$/);
  });
});

describe('this was not me', () => {
  test('ends every session and the password, cancels what waits, and freezes addresses until the owner is back', async () => {
    const { merchant, store, wallet, change, lock } = await shop('robbed_1', 151);
    const theirs = markWeek(real); // the address is older
    await change(152);
    await lock(0);
    const token = await noticeToken(merchant.email, /about to change/);
    theirs();
    await signIn(merchant, 'robbed_1');
    const guest = app.browser();
    expect(await isSignedIn(merchant)).toBe(true);
    expect((await guest.post('/auth/change-notice/not-me', { token })).statusCode).toBe(200);
    expect(await isSignedIn(merchant)).toBe(false);
    expect((await signIn(app.browser(), 'robbed_1')).json().code).toBe('invalid_credentials');
    expect((await guest.post('/auth/change-notice/not-me', { token })).statusCode).toBe(410);

    const reset = tokenIn(await mailAbout(app, merchant.email, /^Reset your password$/));
    expect((await guest.post('/auth/reset-password', { token: reset, password: PASSWORD })).statusCode).toBe(200);
    expect((await signIn(merchant, 'robbed_1')).statusCode).toBe(200);
    expect((await addresses(merchant, store))[0]?.pendingAt).toBeNull();
    for (const refused of [
      await merchant.put(`/wallet/${wallet.id}`, { address: evmAddress(153) }),
      await merchant.post('/wallet', { storeId: store.id, network: 'ERC20', address: evmAddress(155) }),
      await merchant.delete(`/wallet/${wallet.id}`),
      await lock(1),
    ])
      expect(refused.json().code).toBe('addresses_frozen');
    expect(lower((await payableAt(store)).BEP20)).toBe(evmAddress(151)); // business goes on
    expect((await merchant.post('/auth/unfreeze-addresses')).statusCode).toBe(200);
    expect(await merchant.get(`/user/${merchant.userId}/security`).then((answer) => answer.json())).toMatchObject({
      addressLockHours: 24,
      pendingLockHours: null,
      addressesFrozenAt: null,
    });
    expect((await change(154)).pendingAt).not.toBeNull();
  });

  test('ends what a thief has prepared to come back: passkeys, invitations, people who joined', async () => {
    const { query } = app.platform.db;
    const [owner, thief] = [await newMerchant(app, 'robbed_3'), await newMerchant(app, 'robber_3')];
    await owner.post('/team/invitations', { email: thief.email, role: 'manager' });
    const invitation = tokenIn(await mailAbout(app, thief.email, /invites you/));
    expect((await thief.post('/team/invitation/accept', { token: invitation })).statusCode).toBe(200);
    await owner.post('/team/invitations', { email: 'accomplice@example.com', role: 'manager' });
    const key = { credential_id: 'thief', public_key: Buffer.of(1), counter: 0n, transports: [], backed_up: false, name: 'Thief' };
    await query
      .insertInto('passkeys')
      .values({ ...key, id: newId('passkey', new Date()), user_id: owner.userId, created_at: new Date() })
      .execute();
    await query.updateTable('users').set({ two_factor_required: true }).where('id', '=', owner.userId).execute();
    const token = await noticeToken(owner.email, /team member joined$/);
    expect((await app.browser().post('/auth/change-notice/not-me', { token })).statusCode).toBe(200);
    expect(await isSignedIn(thief)).toBe(false);
    const left = await Promise.all([
      query.selectFrom('team_members').select('member_id').where('account_id', '=', owner.userId).execute(),
      query.selectFrom('team_invitations').select('id').where('account_id', '=', owner.userId).execute(),
      query.selectFrom('passkeys').select('id').where('user_id', '=', owner.userId).execute(),
      query.selectFrom('users').select('id').where('id', '=', owner.userId).where('two_factor_required', '=', true).execute(),
    ]);
    expect(left).toEqual([[], [], [], []]);
  });

  test('takes back an e-mail address that a thief has changed', async () => {
    const merchant = await newMerchant(app, 'robbed_2');
    await merchant.post('/email-verification/update-email?newEmail=robber@example.com');
    const link = tokenIn(await mailAbout(app, 'robber@example.com', /^Verify your email$/));
    await app.browser().get(`/email-verification/verify?token=${link}`);
    const token = await noticeToken(merchant.email, /^Your email address was changed$/);
    expect((await app.browser().post('/auth/change-notice/not-me', { token })).statusCode).toBe(200);
    await mailAbout(app, merchant.email, /^Reset your password$/);
    const { email } = await app.platform.db.query
      .selectFrom('users')
      .select('email')
      .where('id', '=', merchant.userId)
      .executeTakeFirstOrThrow();
    expect(email).toBe(merchant.email);
  });
});
