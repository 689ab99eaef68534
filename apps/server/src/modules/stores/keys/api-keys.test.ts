import { API_SCOPES, type ApiKey, type ApiScope, merchantApi, merchantRefundsApi, type NewApiKey } from '@stablegate/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { callApi, type Merchant, newMerchant, newStore, type OwnStore } from '../../../../test/stores';

let app: TestApp;
let alice: Merchant;
let store: OwnStore;

beforeAll(async () => {
  app = await startTestApp();
  alice = await newMerchant(app, 'alice_keys');
  store = await newStore(alice);
});

const ACCEPTED = [404, 'not_found'];
const ENDED = [401, 'api_key_ended'];

async function newKey(input: object = {}, { id }: Pick<OwnStore, 'id'> = store): Promise<NewApiKey> {
  const answer = await alice.post(`/store/${id}/keys`, { name: 'Till', scopes: API_SCOPES, ...input });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const listed = async (key: Pick<ApiKey, 'id'>): Promise<ApiKey | undefined> =>
  (await alice.get(`/store/${store.id}/keys`)).json<ApiKey[]>().find(({ id }) => id === key.id);
const roll = (key: ApiKey, keepOldHours: unknown) => alice.post(`/store/${store.id}/keys/${key.id}/roll`, { keepOldHours });

async function tryKey(apiKey: string, remoteAddress = '127.0.0.1') {
  const url = '/api/v1/payment/invoice/none';
  const answer = await app.server.inject({ method: 'GET', url, headers: { 'x-api-key': apiKey }, remoteAddress });
  return [answer.statusCode, answer.json().code];
}
const changeRow = async (key: ApiKey, set: { expires_at?: Date; last_used_at?: Date }) => {
  await app.platform.db.query
    .updateTable('api_keys')
    .set(set)
    .where('id', '=', key.id as never)
    .execute();
  app.services.stores.forgetKeys();
};

test('a new key is shown once, works beside the main key and is in the database only as a hash', async () => {
  const key = await newKey({ name: ' Till ', expiresInDays: 90 });
  expect(key.apiKey).toMatch(/^sk_sg_[A-Za-z0-9]{38}$/);
  expect(key).toMatchObject({ name: 'Till', scopes: API_SCOPES, allowedIps: [], state: 'active', lastFour: key.apiKey.slice(-4) });
  expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBe(90 * 86_400_000);
  expect(await tryKey(key.apiKey)).toEqual(ACCEPTED);
  expect(await tryKey(store.apiKey)).toEqual(ACCEPTED);
  const list = (await alice.get(`/store/${store.id}/keys`)).body;
  expect(list).toContain(key.id);
  expect(list).not.toContain(key.apiKey);
  const rows = await app.platform.db.query.selectFrom('api_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key.apiKey.slice(6, 30));
  expect(rows.some(({ fingerprint }) => fingerprint.toString('latin1').includes(key.apiKey))).toBe(false);
});

test('a mistyped key is refused by its checksum, without a look into the database', async () => {
  const { apiKey } = await newKey();
  const lookUp = vi.spyOn(app.platform.db.query, 'getExecutor');
  const other = apiKey.at(10) === 'a' ? 'b' : 'a';
  expect(await tryKey(`${apiKey.slice(0, 10)}${other}${apiKey.slice(11)}`)).toEqual([401, 'invalid_api_key']);
  expect(lookUp).not.toHaveBeenCalled();
  lookUp.mockRestore();
});

test.each(Object.values({ ...merchantApi, ...merchantRefundsApi }))('$method $path needs its scope', async (route) => {
  const url = `/api/v1${route.path.replace('{trans_id}', 'none').replace('{id}', 'none')}`;
  const call = async (apiKey: string) => {
    const answer = await app.server.inject({ method: route.method, url, headers: { 'x-api-key': apiKey } });
    return { status: answer.statusCode, ...answer.json<{ code?: string; details?: object; message: string }>() };
  };
  const others = await newKey({ scopes: API_SCOPES.filter((scope) => scope !== route.scope) });
  const refused = await call(others.apiKey);
  expect(refused).toMatchObject({ code: 'missing_scope', details: { scope: route.scope } });
  expect(refused.message).toContain(route.scope);
  const only = await newKey({ scopes: [route.scope] });
  expect((await call(only.apiKey)).code).not.toBe('missing_scope');
  for (const { id } of [others, only]) await alice.delete(`/store/${store.id}/keys/${id}`);
});

test('a key with an address list works from there only', async () => {
  const { apiKey } = await newKey({ allowedIps: ['203.0.113.0/24', '2001:DB8::1'] });
  for (const inside of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1']) expect(await tryKey(apiKey, inside), inside).toEqual(ACCEPTED);
  for (const outside of ['127.0.0.1', '203.0.114.1', '2001:db8::2'])
    expect(await tryKey(apiKey, outside), outside).toEqual([403, 'key_address_not_allowed']);
});

test("the main key's address list works the same, and is emptied again", async () => {
  const other = await newStore(alice);
  const restrict = (allowedIps: unknown, id: string = other.id) => alice.put(`/store/${id}/main-key`, { allowedIps });
  expect((await restrict(['203.0.113.0/24', '2001:DB8::1', '203.0.113.0/24'])).json()).toEqual({
    allowedIps: ['203.0.113.0/24', '2001:db8::1'],
  });
  for (const inside of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])
    expect(await tryKey(other.apiKey, inside), inside).toEqual(ACCEPTED);
  for (const outside of ['127.0.0.1', '203.0.114.1', '2001:db8::2'])
    expect(await tryKey(other.apiKey, outside), outside).toEqual([403, 'key_address_not_allowed']);
  expect(await tryKey((await newKey({}, other)).apiKey)).toEqual(ACCEPTED); // which has a list of its own
  const { apiKey } = (await alice.post(`/store/${other.id}/refresh-api-key`)).json();
  expect(await tryKey(apiKey)).toEqual([403, 'key_address_not_allowed']); // the list stays with a new main key
  expect((await alice.get(`/store/${other.id}`)).json().store.allowedIps).toEqual(['203.0.113.0/24', '2001:db8::1']);
  const refused = await restrict(['10.0.0.1', 'home']);
  expect([refused.statusCode, refused.json().errors?.[0].path]).toEqual([422, 'allowedIps.1']);
  expect((await restrict([])).statusCode).toBe(200);
  expect(await tryKey(apiKey)).toEqual(ACCEPTED);
  expect((await restrict([], 'str_nobody')).statusCode).toBe(404);
});

test('an expired or revoked key is refused, the moment it ends', async () => {
  const key = await newKey({ expiresInDays: 1 });
  expect(await tryKey(key.apiKey)).toEqual(ACCEPTED);
  await changeRow(key, { expires_at: new Date(Date.now() - 1) });
  expect(await tryKey(key.apiKey)).toEqual(ENDED);
  expect((await listed(key))?.state).toBe('expired');
  const other = await newKey();
  expect(await tryKey(other.apiKey)).toEqual(ACCEPTED);
  for (const _twice of [1, 2]) expect((await alice.delete(`/store/${store.id}/keys/${other.id}`)).statusCode).toBe(204);
  expect(await tryKey(other.apiKey)).toEqual(ENDED);
  expect((await listed(other))?.state).toBe('revoked');
  await changeRow(key, { expires_at: new Date(Date.now() - 31 * 86_400_000) });
  expect(await listed(key)).toBeUndefined();
});

test('a roll keeps the old key for the chosen time, and the new one has its name, scopes, addresses and lifetime', async () => {
  const old = await newKey({ name: 'Web shop', scopes: ['read', 'create'], allowedIps: ['127.0.0.0/8'], expiresInDays: 30 });
  const answer = await roll(old, 24);
  expect(answer.statusCode, answer.body).toBe(201);
  const next = answer.json<NewApiKey>();
  expect(next).toMatchObject({ name: 'Web shop', scopes: ['read', 'create'], allowedIps: ['127.0.0.0/8'], state: 'active' });
  expect(next.apiKey).not.toBe(old.apiKey);
  expect(Date.parse(next.expiresAt ?? '') - Date.parse(next.createdAt)).toBe(30 * 86_400_000);
  const kept = await listed(old);
  expect(kept).toMatchObject({ state: 'ending', replacedBy: next.id });
  expect(Date.parse(kept?.expiresAt ?? '') - Date.parse(next.createdAt)).toBe(24 * 3_600_000);
  for (const { apiKey } of [old, next]) expect(await tryKey(apiKey)).toEqual(ACCEPTED);
  expect((await roll(old, 24)).json().code).toBe('api_key_not_active');
  expect((await roll(next, 0)).statusCode).toBe(201);
  expect(await tryKey(next.apiKey)).toEqual(ENDED);
  expect((await listed(next))?.state).toBe('replaced');
  expect((await roll(next, 2)).statusCode).toBe(422);
});

test('calls with the old and the new key go on while it is rolled', async () => {
  const old = await newKey();
  const refused: unknown[] = [];
  let isRolling = true;
  const calls = async (apiKey: string): Promise<number> => {
    let count = 0;
    while (isRolling || count < 20) {
      const { statusCode } = await callApi(app, apiKey).get('/payment/invoices');
      count += 1;
      if (statusCode !== 200) refused.push(statusCode);
    }
    return count;
  };
  const before = Array.from({ length: 4 }, () => calls(old.apiKey));
  const next = (await roll(old, 1)).json<NewApiKey>();
  const after = Array.from({ length: 4 }, () => calls(next.apiKey));
  isRolling = false;
  for (const count of await Promise.all([...before, ...after])) expect(count).toBeGreaterThanOrEqual(20);
  expect(refused).toEqual([]);
});

test('the last use is noted once a minute', async () => {
  const key = await newKey();
  expect((await listed(key))?.lastUsedAt).toBeNull();
  const usedAt = async () => (await listed(key))?.lastUsedAt ?? null;
  await tryKey(key.apiKey);
  await vi.waitFor(async () => expect(await usedAt()).not.toBeNull(), { timeout: 60_000 });
  const halfAMinuteAgo = new Date(Date.now() - 30_000);
  await changeRow(key, { last_used_at: halfAMinuteAgo });
  await tryKey(key.apiKey);
  const twoMinutesAgo = new Date(Date.now() - 120_000);
  const other = await newKey();
  await changeRow(other, { last_used_at: twoMinutesAgo });
  await tryKey(other.apiKey);
  await vi.waitFor(async () => expect(Date.parse((await listed(other))?.lastUsedAt ?? '')).toBeGreaterThan(twoMinutesAgo.getTime()), {
    timeout: 60_000,
  });
  expect(await usedAt()).toBe(halfAMinuteAgo.toISOString());
});

test.each<[object, string]>([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['everything' as ApiScope] }, 'scopes.0'],
  [{ allowedIps: ['10.0.0.1', 'home'] }, 'allowedIps.1'],
  [{ expiresInDays: 0 }, 'expiresInDays'],
])('%j is refused and %s named', async (input, path) => {
  const answer = await alice.post(`/store/${store.id}/keys`, { name: 'Till', scopes: ['read'], ...input });
  expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([422, path]);
});

test("another user's keys cannot be reached, and a deleted store's do not work", async () => {
  const mallory = await newMerchant(app, 'mallory_keys');
  const own = await newStore(mallory);
  const other = await newStore(alice);
  const key = await newKey({}, other);
  for (const id of [other.id, own.id]) {
    expect((await mallory.post(`/store/${id}/keys/${key.id}/roll`, { keepOldHours: 0 })).statusCode).toBe(404);
    expect((await mallory.delete(`/store/${id}/keys/${key.id}`)).statusCode).toBe(404);
  }
  expect((await mallory.get(`/store/${other.id}/keys`)).statusCode).toBe(404);
  expect(await tryKey(key.apiKey)).toEqual(ACCEPTED);
  await alice.delete(`/store/${other.id}`);
  expect(await tryKey(key.apiKey)).toEqual([401, 'invalid_api_key']);
});

test('a store has at most twenty working keys, also when they are created at once', async () => {
  const other = await newStore(alice);
  const answers = await Promise.all(
    Array.from({ length: 22 }, () => alice.post(`/store/${other.id}/keys`, { name: 'Till', scopes: ['read'] })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(answers.filter(({ statusCode }) => statusCode === 422).map((answer) => answer.json().code)).toEqual(
    Array(2).fill('too_many_api_keys'),
  );
});
