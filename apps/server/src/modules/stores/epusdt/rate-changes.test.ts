import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EpusdtReply, EpusdtSettings } from '@stablegate/contract';
import { HOUR_MS } from '@stablegate/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { mailAbout } from '../../../../test/sign-ins';
import {
  addWallet,
  evmAddress,
  giveBalance,
  type Merchant,
  NETWORK_ENV,
  newMerchant,
  newStore,
  type OwnStore,
} from '../../../../test/stores';
import { manualClock, systemClock } from '../../../platform/clock';
import { signEpusdt } from './epusdt-signature';

const clock = manualClock('2026-03-01T10:00:00Z');
let app: TestApp;
let shops = 0;
let owner: Merchant;
let store: OwnStore;
let sent = 0;

beforeAll(async () => {
  const env = { ...NETWORK_ENV, ADDRESS_LOCK_HOURS: '24' };
  app = await startTestApp({ roles: ['worker'], env, clocks: { business: clock, real: systemClock } });
});
beforeEach(async () => {
  shops += 1;
  owner = await newMerchant(app, `rates_${shops}`);
  store = await newStore(owner);
  await addWallet(owner, store.id, 'BEP20', evmAddress(0x3a00 + shops));
  await giveBalance(app, owner.userId, 100_000_000n);
  expect((await change({ source: 'fixed', rate: '7.2' })).pending).toBeNull(); // the first is used at once
  sent = app.mailer.sent.length;
});

const put = (input: object) => owner.put(`/store/${store.id}/epusdt`, { enabled: true, ...input });
async function change(input: object): Promise<EpusdtSettings> {
  const answer = await put(input);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const read = async (): Promise<EpusdtSettings> => (await owner.get(`/store/${store.id}/epusdt`)).json();
const cancel = () => owner.delete(`/store/${store.id}/epusdt/pending`);

let orders = 0;
/** What an order of 72 costs in USDT, with the fee and without its tail. */
async function priceOf72(): Promise<number> {
  orders += 1;
  const { token, endpoint } = await read();
  const order = { order_id: `o-${orders}`, amount: 72, notify_url: 'https://shop.example/notify' };
  const payload = { ...order, signature: signEpusdt(order, token ?? '') };
  const answer = await app.server.inject({ method: 'POST', url: new URL(endpoint).pathname, payload });
  const { data, message } = answer.json<EpusdtReply>();
  return Number(data?.actual_amount.toFixed(1) ?? expect.fail(message));
}
/** The token after # in the newest mail about it. */
async function noticeToken(subject: RegExp): Promise<string> {
  const { text } = await mailAbout(app, owner.email, subject, sent);
  return /account-change#([\w-]+)/.exec(text)?.[1] ?? '';
}

describe('a changed rate', () => {
  test('waits as addresses do; orders have the old one until then, and no worker is needed for the new one', async () => {
    const asked = await change({ source: 'fixed', rate: '99' });
    expect(asked).toMatchObject({ source: 'fixed', rate: '7.2', currentRate: '7.2', pending: { source: 'fixed', rate: '99' } });
    expect(Date.parse(asked.pending?.at ?? '') - clock.now().getTime()).toBe(24 * HOUR_MS);
    clock.advance(24 * HOUR_MS - 1000);
    expect(await priceOf72()).toBe(10.1);
    clock.advance(1000);
    expect(await priceOf72()).toBe(0.7);
    expect(await read()).toMatchObject({ rate: '99', pending: null });
    await app.services.stores.applyDueChanges();
    expect(await read()).toMatchObject({ rate: '99', pending: null });
    await mailAbout(app, owner.email, /^The Epusdt settings of a merchant were changed$/, sent);
  });

  test.each([
    ['that amounts are USDT', { source: 'usdt' }],
    ['another number', { source: 'fixed', rate: '7.200001' }],
  ])('is any: %s', async (_name, input) => {
    expect((await change(input)).pending).toMatchObject(input);
  });

  test('is replaced by another, and cancelled by the current one or on the screen, by its owner alone', async () => {
    await change({ source: 'fixed', rate: '50' });
    clock.advance(HOUR_MS);
    const replaced = await change({ source: 'usdt' });
    expect(Date.parse(replaced.pending?.at ?? '') - clock.now().getTime()).toBe(24 * HOUR_MS);
    expect((await change({ source: 'fixed', rate: '7.2' })).pending).toBeNull();
    await change({ source: 'fixed', rate: '99' });
    const stranger = await newMerchant(app, `rates_${shops}b`);
    expect((await stranger.delete(`/store/${store.id}/epusdt/pending`)).statusCode).toBe(404);
    expect((await cancel()).statusCode).toBe(204);
    expect((await cancel()).statusCode).toBe(409);
    clock.advance(48 * HOUR_MS);
    expect(await read()).toMatchObject({ rate: '7.2', pending: null });
  });

  test('is mailed with both rates, and cancelled from the mail', async () => {
    await change({ source: 'fixed', rate: '99' });
    const { text } = await mailAbout(app, owner.email, /^An Epusdt rate is about to change$/, sent);
    expect(text).toContain('7.2 → 99');
    const token = await noticeToken(/^An Epusdt rate is about to change$/);
    const guest = app.browser();
    const notice = await guest.post('/auth/change-notice', { token });
    expect(notice.json()).toMatchObject({ action: 'epusdt.requested', canCancel: true, detail: { store: 'Tea house' } });
    expect((await read()).pending).not.toBeNull(); // reading changes nothing
    expect((await guest.post('/auth/change-notice/cancel', { token })).statusCode).toBe(200);
    expect((await read()).pending).toBeNull();
    expect((await guest.post('/auth/change-notice/cancel', { token })).statusCode).toBe(409);
    await mailAbout(app, owner.email, /^The change of an Epusdt rate was cancelled$/, sent);
  });

  test('is cancelled by "this was not me"; switching off and on is at once', async () => {
    expect(await change({ source: 'fixed', rate: '7.2', enabled: false })).toMatchObject({ enabled: false, pending: null });
    expect(await change({ source: 'fixed', rate: '7.2' })).toMatchObject({ enabled: true, pending: null });
    await change({ source: 'fixed', rate: '99' });
    const token = await noticeToken(/^An Epusdt rate is about to change$/);
    expect((await app.browser().post('/auth/change-notice/not-me', { token })).statusCode).toBe(200);
    clock.advance(48 * HOUR_MS);
    expect(await app.services.stores.readEpusdt(owner.userId, store.id)).toMatchObject({ rate: '7.2', pending: null });
  });

  test('is used at once where changes of addresses are', async () => {
    await owner.put(`/user/${owner.userId}/security`, { addressLockHours: 0 });
    clock.advance(24 * HOUR_MS); // the shorter wait has waited
    expect(await change({ source: 'fixed', rate: '8' })).toMatchObject({ rate: '8', pending: null });
  });
});

describe('a rate of an address that waits', () => {
  let answer = '7';
  const server = createServer((_request, response) => response.end(answer));
  const rateUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is read before it is used, so that its first order finds a fresh number', async () => {
    answer = '7';
    const reading = { source: 'address', rate: '7.2', rateUrl: rateUrl(), ratePath: 'rates.CNY' };
    expect((await change(reading)).pending).toMatchObject(reading);
    answer = '6';
    await app.services.stores.refreshEpusdtRates();
    expect(await priceOf72()).toBe(10.1);
    clock.advance(24 * HOUR_MS);
    expect(await priceOf72()).toBe(12.1);
    answer = '8';
    await app.services.stores.applyDueChanges();
    await app.services.stores.refreshEpusdtRates();
    expect(await read()).toMatchObject({ currentRate: '8', pending: null });
  });

  test('leaves the old one in use when it fails meanwhile', async () => {
    answer = '7';
    await change({ source: 'address', rate: '7.2', rateUrl: rateUrl(), ratePath: 'rates.CNY' });
    answer = 'nothing';
    await app.services.stores.refreshEpusdtRates();
    expect(await priceOf72()).toBe(10.1);
    expect((await read()).pending).toMatchObject({ source: 'address' });
  });
});
