import type { CallbackEndpoint, NewApiKey, OwnAuditEntry, Store } from '@stablegate/contract';
import { API_SCOPES } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { newAuthenticator } from '../../../../test/passkeys';
import { mailAbout, markWeek, notMe, reportTheft } from '../../../../test/sign-ins';
import { callApi, type Merchant, newMerchant, newStore, type OwnStore } from '../../../../test/stores';
import { manualClock } from '../../../platform/clock';

// The audit log has the database's time.
const now = () => new Date().toISOString();
const clock = manualClock(now());
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], env: { ADDRESS_LOCK_HOURS: '0' }, clocks: { business: clock, real: clock } });
});
beforeEach(() => clock.set(now()));

const LINK = { name: 'Tea', description: null, amount: '10', stock: 5, endsAt: null, questions: [], successMessage: null };
const EVENTS = ['invoice.completed', 'invoice.expired'];
const endpointOf = (host: string) => ({ url: `https://${host}/callbacks`, version: '1', events: EVENTS, enabled: true });

async function send(answer: ReturnType<Merchant['get']>) {
  const { statusCode, body, json } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return body === '' ? undefined : json();
}

const read = async (owner: Merchant, { id }: OwnStore) => ({
  store: (await owner.get(`/store/${id}`)).json().store,
  epusdt: (await owner.get(`/store/${id}/epusdt`)).json(),
  websites: (await owner.get(`/store/${id}/embed`)).json().origins,
  endpoints: (await owner.get(`/store/${id}/endpoints`))
    .json()
    .map((endpoint: object) => ({ ...endpoint, createdAt: null, secretExposed: null })),
  links: (await owner.get('/payment-links')).json(),
});
const works = async (apiKey: string) => (await callApi(app, apiKey).get('/payment/invoices')).statusCode;

test('a report revokes the keys, endpoints and links that were made in the last seven days', async () => {
  const owner = await newMerchant(app, 'taken_1');
  const store = await newStore(owner);
  const thiefsKey: NewApiKey = await send(owner.post(`/store/${store.id}/keys`, { name: 'Till', scopes: API_SCOPES }));
  const rolled: NewApiKey = await send(owner.post(`/store/${store.id}/keys/${thiefsKey.id}/roll`, { keepOldHours: 24 }));
  await send(owner.post(`/store/${store.id}/endpoints`, endpointOf('thief.example')));
  await send(owner.post('/payment-links', { ...LINK, storeId: store.id }));
  await send(owner.put(`/store/${store.id}/epusdt`, { enabled: true, source: 'fixed', rate: '99' }));
  expect([await works(thiefsKey.apiKey), await works(rolled.apiKey), await works(store.apiKey)]).toEqual([200, 200, 200]);

  await reportTheft(app, owner, 'taken_1', /An API key was created/);
  expect([await works(thiefsKey.apiKey), await works(rolled.apiKey), await works(store.apiKey)]).toEqual([401, 401, 200]);
  const { endpoints, links, epusdt } = await read(owner, store);
  expect(endpoints.map(({ id }: { id: string }) => id)).toEqual(['default']);
  expect(links).toMatchObject([{ name: 'Tea', state: 'off' }]);
  expect(epusdt).toMatchObject({ enabled: false });
});

test('a report sets back what was changed in the last seven days, and leaves what is older', async () => {
  const owner = await newMerchant(app, 'taken_2');
  const store = await newStore(owner, 'Tea house');
  const path = `/store/${store.id}`;
  const key: NewApiKey = await send(owner.post(`${path}/keys`, { name: 'Till', scopes: API_SCOPES }));
  await send(owner.put(path, { name: 'Tea house', note: null, invoiceExpiryMinutes: 30, keyInCallbacks: false }));
  await send(owner.put(`${path}/epusdt`, { enabled: true, source: 'fixed', rate: '7.2' }));
  await send(owner.put(`${path}/embed`, { origins: ['https://tea.example', 'https://mugs.example'] }));
  const endpoint = await send(owner.post(`${path}/endpoints`, endpointOf('tea.example')));
  const dropped = await send(owner.post(`${path}/endpoints`, endpointOf('mugs.example')));
  const link = await send(owner.post('/payment-links', { ...LINK, storeId: store.id, amountMax: null, enabled: true }));
  const account = `/user/${owner.userId}/security`;
  await send(owner.put('/team/member-floor', { percent: 90 }));
  await send(owner.put(account, { whitelistIp: true, allowedIps: ['127.0.0.1', '10.0.0.0/8'] }));
  await send(owner.put(`${path}/main-key`, { allowedIps: ['10.0.0.0/8', '127.0.0.1'] }));
  const was = { ...(await read(owner, store)), security: await send(owner.get(account)) };

  const theirs = markWeek(clock);
  await send(owner.put(path, { name: 'Robbed', note: 'x', invoiceExpiryMinutes: 10, keyInCallbacks: true, sharesAddresses: true }));
  for (const rate of ['50', '99']) await send(owner.put(`${path}/epusdt`, { enabled: false, source: 'fixed', rate }));
  await send(owner.put(`${path}/embed`, { origins: ['https://thief.example'] }));
  for (const url of ['https://thief.example/1', 'https://thief.example/2'])
    await send(owner.put(`${path}/endpoints/${endpoint.id}`, { url, version: '2', events: ['invoice.seen'], enabled: false }));
  await send(owner.delete(`${path}/endpoints/${dropped.id}`));
  await send(owner.put(`${path}/endpoints/default`, { url: null, version: '2', events: ['invoice.seen'], enabled: false }));
  const thiefs = {
    ...LINK,
    name: 'Cheap',
    amount: null,
    amountMax: '9',
    holdMax: '8',
    stock: null,
    successMessage: 'Ha',
    description: 'Ho',
  };
  await send(owner.put(`/payment-links/${link.id}`, { ...thiefs, endsAt: new Date(0).toISOString(), enabled: false }));
  await send(owner.put(`${path}/main-key`, { allowedIps: [] }));
  await send(owner.put('/team/member-floor', { percent: 1 }));
  await send(owner.put(account, { whitelistIp: false, allowedIps: [], loginNotifications: false, emailOtp: false, addressLockHours: 1 }));

  theirs();
  await reportTheft(app, owner, 'taken_2', /^Notices of new sign-ins were turned off/);
  const is = { ...(await read(owner, store)), security: await send(owner.get(account)) };
  expect(is).toEqual({
    ...was,
    store: { ...was.store, exposedSecrets: expect.any(Array) },
    security: { ...was.security, addressesFrozenAt: expect.any(String) },
  });
  expect((await send(owner.get('/team'))).memberFloor).toBe(90);
  expect(await works(key.apiKey)).toBe(200);

  const { content } = (await owner.get('/audit-log?size=50')).json<{ content: OwnAuditEntry[] }>();
  const back = content.find(({ action, after }) => action === 'payment-link.changed' && after.price === '10.0000');
  expect(back).toMatchObject({ before: { amountMax: '9.0000' }, after: { name: 'Tea', stock: '5' } });
});

test('a changed price of a payment link is mailed with both prices, and its link takes it back; other changes are not mailed', async () => {
  const owner = await newMerchant(app, 'taken_7');
  const store = await newStore(owner);
  const link = await send(owner.post('/payment-links', { ...LINK, storeId: store.id, amountMax: null, enabled: true }));
  const theirs = markWeek(clock);
  const sent = app.mailer.sent.length;
  await send(owner.put(`/payment-links/${link.id}`, { ...LINK, stock: 6, enabled: true }));
  await send(owner.put(`/payment-links/${link.id}`, { ...LINK, amount: '0.01', enabled: true }));
  const { text } = await mailAbout(app, owner.email, /^The price of a payment link was changed$/, sent);
  expect(text).toMatch(/10\.0000.* → 0\.0100/);
  expect(app.mailer.sent.slice(sent).filter(({ to }) => to === owner.email)).toHaveLength(1);
  theirs();
  await reportTheft(app, owner, 'taken_7', /^The price of a payment link was changed$/);
  expect((await read(owner, store)).links).toMatchObject([{ amount: '10.0000', stock: 5 }]);
});

test('a second report sets back only what came after the first, not the work of the first', async () => {
  const owner = await newMerchant(app, 'taken_3');
  const store = await newStore(owner);
  await send(owner.put(`/store/${store.id}/epusdt`, { enabled: true, source: 'usdt' }));
  const first = markWeek(clock);
  await send(owner.put(`/store/${store.id}/epusdt`, { enabled: true, source: 'fixed', rate: '99' }));
  await send(owner.post(`/store/${store.id}/epusdt/refresh-token`));
  const second = markWeek(clock);
  first();
  await reportTheft(app, owner, 'taken_3', /^An Epusdt token was reset/);
  expect((await read(owner, store)).epusdt).toMatchObject({ enabled: true, source: 'usdt' });
  second();
  await notMe(app, owner, /^Everyone was signed out/);
  const { rows } = await sql<{ source: string }>`select rate_source as source from store_epusdt where store_id = ${store.id}`.execute(
    app.platform.db.query,
  );
  expect(rows).toEqual([{ source: 'usdt' }]);
});

test('after a report each secret that a thief may have read is asked for, until the owner has reset it', async () => {
  const owner = await newMerchant(app, 'taken_4');
  const [tea, mugs] = [await newStore(owner, 'Tea'), await newStore(owner, 'Mugs')];
  await send(owner.put(`/store/${tea.id}/epusdt`, { enabled: true, source: 'usdt' }));
  const exposed = async () =>
    Object.fromEntries((await send(owner.get('/store'))).map(({ name, exposedSecrets }: Store) => [name, exposedSecrets]));
  expect(await exposed()).toEqual({ Tea: [], Mugs: [] });
  await reportTheft(app, owner, 'taken_4', /Epusdt settings/);
  clock.set(now());
  await newStore(owner, 'Cups');
  const usdt = { enabled: true, source: 'usdt' };
  expect((await owner.put(`/store/${mugs.id}/epusdt`, usdt)).json().code).toBe('addresses_frozen');
  await send(owner.post('/auth/unfreeze-addresses'));
  await send(owner.put(`/store/${mugs.id}/epusdt`, usdt));
  const both = ['apiKey', 'callbackSecret'];
  expect(await exposed()).toEqual({ Tea: [...both, 'epusdtToken'], Mugs: both, Cups: [] });
  await send(owner.post(`/store/${tea.id}/refresh-api-key`));
  expect((await send(owner.get(`/store/${tea.id}`))).store.exposedSecrets).toEqual(['callbackSecret', 'epusdtToken']);
  await send(owner.post(`/store/${tea.id}/refresh-callback-secret`));
  await send(owner.post(`/store/${tea.id}/epusdt/refresh-token`));
  expect(await exposed()).toEqual({ Tea: [], Mugs: both, Cups: [] });
});

test('after a report the secret of each separate callback endpoint is asked for too, until the owner has reset it', async () => {
  const owner = await newMerchant(app, 'taken_6');
  const store = await newStore(owner);
  const path = `/store/${store.id}`;
  const [first, second] = [
    await send(owner.post(`${path}/endpoints`, endpointOf('tea.example'))),
    await send(owner.post(`${path}/endpoints`, endpointOf('mugs.example'))),
  ];
  const theirs = markWeek(clock);
  await send(owner.put(`${path}/epusdt`, { enabled: true, source: 'usdt' }));
  const exposed = async () => {
    const list: CallbackEndpoint[] = await send(owner.get(`${path}/endpoints`));
    const { exposedSecrets } = (await send(owner.get(path))).store;
    return [exposedSecrets.includes('endpointSecrets'), list.flatMap(({ id, secretExposed }) => (secretExposed ? [id] : [])).sort()];
  };
  expect(await exposed()).toEqual([false, []]);
  theirs();
  await reportTheft(app, owner, 'taken_6', /Epusdt settings/);
  await send(owner.post(`${path}/endpoints`, endpointOf('cups.example')));
  expect(await exposed()).toEqual([true, ['default', first.id, second.id].sort()]);
  await send(owner.post(`${path}/endpoints/${first.id}/refresh-secret`));
  expect(await exposed()).toEqual([true, ['default', second.id]]);
  const changed = await send(owner.put(`${path}/endpoints/${second.id}`, { ...endpointOf('mugs.example'), enabled: false }));
  expect(changed.secretExposed).toBe(true);
  await send(owner.delete(`${path}/endpoints/${second.id}`));
  expect(await exposed()).toEqual([false, ['default']]);
  await send(owner.post(`${path}/refresh-callback-secret`));
  expect(await exposed()).toEqual([false, []]);
});

test('what needed a second factor needs it again', async () => {
  const owner = await newMerchant(app, 'taken_5');
  const account = `/user/${owner.userId}/security`;
  const passkey = newAuthenticator();
  await send(owner.post('/passkeys', { name: 'Phone', credential: passkey.create(await send(owner.post('/passkeys/options'))) }));
  await send(owner.put(account, { secondFactorFor: ['keys', 'links'] }));
  const theirs = markWeek(clock);
  await send(owner.post('/auth/confirm-passkey', { credential: passkey.get(await send(owner.post('/auth/passkey/options'))) }));
  await send(owner.put(account, { secondFactorFor: [] }));
  theirs();
  await reportTheft(app, owner, 'taken_5', /needs a second factor was changed/);
  expect(await send(owner.get(account))).toMatchObject({ secondFactorFor: ['keys', 'links'] });
});
