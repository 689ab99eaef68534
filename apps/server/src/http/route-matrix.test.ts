import { randomBytes } from 'node:crypto';
import {
  type Access,
  API_BASE,
  defineRoute,
  INVITED_ROLES,
  mayRole,
  messageReply,
  type RouteSpec,
  SECOND_FACTOR_ACTION_NAMES,
} from '@stablegate/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newUser } from '../../test/accounts';
import { startTestApp, type TestApp } from '../../test/app';
import { declared } from '../../test/contract-routes';
import type { Extension } from '../app';
import { asUserId, type UserId } from '../platform/id-types';
import { newId } from '../platform/ids';
import { sha256 } from '../platform/secrets/crypto';

/** Generated from the contract: every new route is tested. Three extra probes cover kinds of access the contract may not use yet. */
const probe = (name: string, access: Pick<RouteSpec, 'access' | 'team' | 'stepUp'>) =>
  defineRoute({
    method: 'POST',
    path: `/probe/${name}`,
    summary: name,
    tag: 'Sandbox',
    audit: { nothing: 'it does nothing' },
    reply: { 200: messageReply },
    ...access,
  } as RouteSpec);
const probes = [
  probe('verified', { access: 'verified', team: 'read' }),
  probe('admin', { access: 'admin' }),
  probe('recent', { access: 'verified', team: 'own', stepUp: true }),
];
const mountProbes: Extension = (route) => {
  for (const each of probes) route(each, async () => ({ message: 'reached' }));
};

const all = [...declared, ...probes].map((route) => ({ name: `${route.method} ${route.path}`, route }));
const served = all.filter(({ route }) => route.access !== 'sandbox');

type Caller = 'guest' | 'unverified' | 'verified' | 'admin' | 'admin without two-factor';
const SIGNED_IN: readonly Access[] = ['session', 'verified', 'admin'];
/** The edge's own refusals. */
const REFUSALS = ['not_signed_in', 'email_not_verified', 'forbidden', 'two_factor_required', 'recent_sign_in_required', 'foreign_origin'];

function expectedRefusal(route: RouteSpec, caller: Caller): string | undefined {
  if (!SIGNED_IN.includes(route.access)) return undefined;
  if (caller === 'guest') return 'not_signed_in';
  if (caller === 'unverified') return route.access === 'session' ? undefined : 'email_not_verified';
  if (route.access !== 'admin')
    return route.platformMoney === true && caller === 'admin without two-factor' ? 'two_factor_required' : undefined;
  if (caller === 'verified') return 'forbidden';
  return caller === 'admin without two-factor' ? 'two_factor_required' : undefined;
}

let app: TestApp;
const NOBODY = asUserId('');
const users: Record<Exclude<Caller, 'guest'> | 'victim', UserId> = {
  unverified: NOBODY,
  verified: NOBODY,
  admin: NOBODY,
  'admin without two-factor': NOBODY,
  victim: NOBODY,
};
/** What the victim owns, by path; other paths get the victim's own id. */
const owned: Record<string, string> = {};
/** Valid bodies, so that a foreign id is refused for being foreign. */
const bodies: Record<string, object> = {
  'PUT /user/{id}/security': { emailOtp: true },
  'PUT /store/{id}': { name: 'Mine now' },
  'POST /store/{id}/keys': { name: 'Mine', scopes: ['read'] },
  'POST /store/{id}/keys/{keyId}/roll': { keepOldHours: 0 },
  'POST /store/{id}/test-callback': { url: 'http://127.0.0.1:9/' },
  'PUT /wallet/{id}': { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
};

/** The same for queries that a call requires. */
const queries: Record<string, Record<string, string>> = {
  'GET /invoice/{transId}/refunds/address': { network: 'BEP20', address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
};

beforeAll(async () => {
  app = await startTestApp({ ownsNothing: true, env: { ADMIN_REQUIRES_2FA: 'true' }, extend: mountProbes });
  const { query } = app.platform.db;
  const names = {
    unverified: 'unverified1',
    verified: 'verified_1',
    admin: 'admin_1',
    'admin without two-factor': 'admin_2',
    victim: 'victim_1',
  };
  for (const [caller, username] of Object.entries(names) as [keyof typeof users, string][]) {
    users[caller] = (await newUser(app, username)).userId;
    if (caller === 'unverified') continue;
    const role = caller.startsWith('admin') ? 'ADMIN' : 'USER';
    await query.updateTable('users').set({ email_verified_at: new Date(), role }).where('id', '=', users[caller]).execute();
  }
  const session = await openSession(users.victim);
  const asVictim = async (path: string, payload: object): Promise<string> =>
    (await app.server.inject({ method: 'POST', url: API_BASE + path, cookies: { sg_session: session.token }, payload })).json().id;
  owned['/auth/sessions/{id}'] = session.id;
  owned['/store/{id}'] = await asVictim('/store', { name: 'Victim' });
  const wallet = { storeId: owned['/store/{id}'], network: 'BEP20', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  owned['/wallet/{id}'] = await asVictim('/wallet', wallet);
  for (const [path, id] of Object.entries(owned)) expect(id, path).toEqual(expect.any(String));
});

/** Before every call, because one of the calls turns it off. */
async function turnTwoFactorOn(userId: UserId): Promise<void> {
  const now = new Date();
  const secret = app.platform.secrets.seal('totp', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  const row = { user_id: userId, secret_sealed: secret, setup_session_id: newId('session', now), created_at: now, enabled_at: now };
  await app.platform.db.query
    .insertInto('totp_secrets')
    .values(row)
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute();
}

/** A separate session per call: some of the calls end theirs. */
async function openSession(userId: UserId, confirmedAt = new Date(), factorAt?: Date): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const id = newId('session', new Date());
  const times = { created_at: new Date(), last_seen_at: new Date(), confirmed_at: confirmedAt, second_factor_at: factorAt ?? null };
  await app.platform.db.query
    .insertInto('sessions')
    .values({ id, token_hash: sha256(token), user_id: userId, remember: false, ip: '127.0.0.1', device: 'test', ...times })
    .execute();
  return { id, token };
}

/** Every path contains another user's ids. */
function pathOf(route: RouteSpec): string {
  const known = Object.entries(owned).find(([path]) => route.path.startsWith(path));
  return API_BASE + route.path.replace(/\{\w+\}/g, known?.[1] ?? users.victim);
}

async function call(route: RouteSpec, caller: Caller, options: Partial<InjectOptions> & { confirmedAt?: Date; factorAt?: Date } = {}) {
  const { confirmedAt, factorAt, ...rest } = options;
  if (caller === 'admin') await turnTwoFactorOn(users.admin);
  const cookies: Record<string, string> =
    caller === 'guest' ? {} : { sg_session: (await openSession(users[caller], confirmedAt, factorAt)).token };
  const answer = await app.server.inject({ method: route.method, url: pathOf(route), cookies, ...rest });
  const code: string | undefined = answer.headers['content-type']?.toString().includes('json') ? answer.json()?.code : undefined;
  return { answer, status: answer.statusCode, code };
}

test('the contract has routes, and each is served', () => {
  expect(declared.length).toBeGreaterThan(20);
  const missing = served.filter(
    ({ route }) => !app.server.hasRoute({ method: route.method, url: API_BASE + route.path.replace(/\{(\w+)\}/g, ':$1') }),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('what a thief at an open session would do needs a step-up', () => {
  const needed = served.filter(({ route }) => route.stepUp === true).map(({ name }) => name);
  expect(needed).toEqual(
    expect.arrayContaining([
      'POST /store/{id}/refresh-api-key',
      'POST /store/{id}/refresh-callback-secret',
      'POST /store/{id}/keys',
      'POST /store/{id}/keys/{keyId}/roll',
      'DELETE /store/{id}/keys/{keyId}',
      'DELETE /store/{id}',
      'POST /wallet',
      'PUT /wallet/{id}',
      'DELETE /wallet/{id}',
      'POST /passkeys/options',
      'POST /passkeys',
      'DELETE /passkeys/{id}',
      'POST /2fa/enable',
      'POST /2fa/disable',
      'POST /invoice/{transId}/accept',
      'POST /transfers/{id}/assign',
      'POST /admin/unmatched-bank-transfers/{id}/assign',
    ]),
  );
});

test('every call with an API key names the scope it needs', () => {
  const calls = served.filter(({ route }) => route.access === 'api-key' || route.scope !== undefined);
  expect(calls.length).toBeGreaterThan(4);
  expect(calls.filter(({ route }) => route.access !== 'api-key' || route.scope === undefined).map(({ name }) => name)).toEqual([]);
});

test('no key, password or token is part of an address, but for the mailed link, which works once', () => {
  const named = declared.flatMap(({ method, path, query }) => {
    const fields =
      query === undefined ? [] : Object.keys((z.toJSONSchema(query, { io: 'input' }) as { properties?: object }).properties ?? {});
    return fields.filter((field) => /key|token|secret|password|code/i.test(field)).map((field) => `${method} ${path}?${field}`);
  });
  // The log of calls is filtered by the id of a key.
  expect(named.toSorted()).toEqual(['GET /email-verification/verify?token', 'GET /store/{id}/api-calls?key']);
});

test('sandbox calls do not exist without the sandbox', async () => {
  for (const { route } of all.filter(({ route: { access } }) => access === 'sandbox')) {
    expect((await call(route, 'admin')).status, route.path).toBe(404);
  }
});

describe('a cross-site call', () => {
  const changing = served.filter(({ route }) => route.method !== 'GET' || route.changesState === true);
  const outside: readonly Access[] = ['api-key', 'feed'];
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:0.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
    { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
  ];

  test.each(changing.filter(({ route }) => !outside.includes(route.access)))('$name is refused', async ({ route }) => {
    for (const headers of foreign) {
      const { status, code } = await call(route, 'admin', { headers, payload: 'a=b' });
      expect([status, code], JSON.stringify(headers)).toEqual([403, 'foreign_origin']);
    }
    const { code } = await call(route, 'guest', { headers: { origin: 'http://localhost:0', 'sec-fetch-site': 'same-origin' } });
    expect(code).not.toBe('foreign_origin');
  });

  test.each(served.filter(({ route }) => !changing.some((other) => other.route === route) || outside.includes(route.access)))(
    '$name is not concerned, and lets no other site read',
    async ({ route }) => {
      const { answer, code } = await call(route, 'guest', { headers: { origin: 'https://evil.example' } });
      expect(code).not.toBe('foreign_origin');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

describe.each(['guest', 'unverified', 'verified', 'admin', 'admin without two-factor'] as const)('as %s', (caller) => {
  test.each(served)('$name', async ({ route }) => {
    const refusal = expectedRefusal(route, caller);
    const { answer, status, code } = await call(route, caller);
    expect(status, code).not.toBe(500);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['cache-control']).toMatch(route.path === '/auth/translations' ? /no-store|no-cache/ : /no-store/);
    if (refusal === undefined) expect(REFUSALS).not.toContain(code);
    else expect([status, code]).toEqual([refusal === 'not_signed_in' ? 401 : 403, refusal]);
    if (route.access === 'api-key') expect([status, code]).toEqual([401, 'invalid_api_key']); // a session is no API key
    if (route.dialect === 'epusdt') expect(answer.json().status_code).toBeGreaterThanOrEqual(400);
    else if (route.access === 'feed') expect(status).toBeGreaterThanOrEqual(400);
  });
});

describe('an old sign-in', () => {
  const confirmedAt = new Date(Date.now() - 15 * 60_000);
  test.each(served.filter(({ route }) => route.stepUp === true))('is not enough for $name', async ({ route }) => {
    expect(await call(route, 'admin', { confirmedAt })).toMatchObject({ status: 403, code: 'recent_sign_in_required' });
  });
  test.each(served.filter(({ route }) => SIGNED_IN.includes(route.access) && route.stepUp !== true && route.body === undefined))(
    'is enough for $name',
    async ({ route }) => {
      expect((await call(route, 'admin', { confirmedAt })).code).not.toBe('recent_sign_in_required');
    },
  );
});

describe('where the owner requires a second factor for everything', () => {
  const require = (actions: readonly string[]) =>
    app.platform.db.query
      .updateTable('users')
      .set({ second_factor_for: [...actions] })
      .where('id', '=', users.admin)
      .execute();
  beforeAll(() => require(SECOND_FACTOR_ACTION_NAMES));
  afterAll(() => require([]));
  const old = new Date(Date.now() - 15 * 60_000);
  const guarded = served.filter(({ route }) => route.secondFactor !== undefined);

  test('each action is asked for by a call', () => {
    expect([...new Set(guarded.map(({ route }) => route.secondFactor))].sort()).toEqual([...SECOND_FACTOR_ACTION_NAMES, 'guard'].sort());
  });
  test.each(guarded)('$name needs it, however recent the password is', async ({ route }) => {
    for (const factorAt of [undefined, old]) {
      const refusal = await call(route, 'admin', factorAt === undefined ? {} : { factorAt });
      expect([refusal.status, refusal.code]).toEqual([403, 'second_factor_required']);
    }
    const { code } = await call(route, 'admin', { factorAt: new Date() });
    expect(['second_factor_required', 'recent_sign_in_required']).not.toContain(code);
  });
});

describe("another user's id", () => {
  const own = served.filter(({ route }) => ['session', 'verified'].includes(route.access) && route.params !== undefined);
  test.each(own)('$name answers nothing of it, not even to an admin', async ({ name, route }) => {
    const [payload, query] = [bodies[name], queries[name]];
    for (const caller of ['verified', 'admin'] as const) {
      const { status } = await call(route, caller, {
        ...(payload === undefined ? {} : { payload }),
        ...(query === undefined ? {} : { query }),
      });
      expect(route.body === undefined || payload !== undefined ? [404] : [404, 422]).toContain(status);
    }
  });
});

describe('an ended or forged session', () => {
  test.each(served.filter(({ route }) => SIGNED_IN.includes(route.access)))('does not open $name', async ({ route }) => {
    const answer = await app.server.inject({ method: route.method, url: pathOf(route), cookies: { sg_session: 'x'.repeat(43) } });
    expect(answer.statusCode).toBe(401);
  });
});

describe.each(INVITED_ROLES)('a member with the role %s', (role) => {
  const routes = served.flatMap(({ name, route }) =>
    route.team === undefined || route.team === 'own' ? [] : [{ name, route, needs: route.team }],
  );
  beforeAll(async () => {
    const row = { account_id: users.victim, member_id: users.verified, role, added_at: new Date() };
    await app.platform.db.query
      .insertInto('team_members')
      .values(row)
      .onConflict((on) => on.columns(['account_id', 'member_id']).doUpdateSet(row))
      .execute();
  });

  test.each(routes)('$name needs $needs', async ({ route, needs }) => {
    const session = await openSession(users.verified);
    await app.platform.db.query
      .updateTable('sessions')
      .set({ account_id: users.victim })
      .where('token_hash', '=', sha256(session.token))
      .execute();
    const answer = await app.server.inject({ method: route.method, url: pathOf(route), cookies: { sg_session: session.token } });
    const code: string | undefined = answer.headers['content-type']?.toString().includes('json') ? answer.json()?.code : undefined;
    if (mayRole(role, needs)) expect([...REFUSALS, 'role_forbids']).not.toContain(code);
    else expect([answer.statusCode, code]).toEqual([403, 'role_forbids']);
  });
});
