import { API_SCOPES, INVITED_ROLES, mayRole, type RouteSpec } from '@stablegate/contract';
import { callsOf, pathsOf, written } from '../calls';
import type { Person } from '../people';
import type { Call } from '../target';
import type { World } from '../world';
import { type Attack, all, changesState, isOutside, leaked, needsSession, refused, refusedWith } from './attack';

const cookieOf = ({ cookie }: Person) => ({ cookie });
/** Another session's token, of the same length. */
const forged = ({ cookie }: Person) => ({ cookie: cookie.replace(/=[^;]+/g, (value) => `=${'x'.repeat(value.length - 1)}`) });
/** Without a body: the edge refuses before it reads one. */
const bare = (world: World, route: RouteSpec, headers: Record<string, string>) =>
  written(route, pathsOf(route, world.victim.owned)[0] ?? '', {}, headers);

const SIGNED_OUT = [401, 'not_signed_in'] as const;
const NO_KEY = [401, 'invalid_api_key'] as const;

export const strangers: Attack = {
  name: 'role: guest, forged session',
  isFor: (route) => needsSession(route) || isOutside(route),
  run: (world, route) => {
    const { victim } = world;
    if (route.access === 'feed') return all(callsOf(route, victim.owned, {}).map((call) => refused(world, route, call, 'a stranger')));
    const refusal = route.access === 'api-key' ? NO_KEY : SIGNED_OUT;
    // A session is no key, and a key is no session.
    const other = route.access === 'api-key' ? cookieOf(victim) : { 'x-api-key': victim.mainKey };
    return all([
      refusedWith(world, bare(world, route, {}), 'a guest', refusal),
      refusedWith(
        world,
        bare(world, route, route.access === 'api-key' ? { 'x-api-key': `sk_${'x'.repeat(32)}` } : forged(victim)),
        'a forger',
        refusal,
      ),
      refusedWith(world, bare(world, route, other), 'the wrong kind of proof', refusal),
    ]);
  },
};

const unverified: Attack = {
  name: 'role: unverified, not an admin',
  isFor: ({ access }) => access === 'verified' || access === 'admin',
  run: (world, route) => {
    const as = (person: Person) => bare(world, route, cookieOf(person));
    const noAdmins = route.access === 'admin' ? [world.victim, world.members.manager, world.thief] : [];
    return all([
      refusedWith(world, as(world.unverified), 'an unverified user', [403, 'email_not_verified']),
      ...noAdmins.map((person) => refusedWith(world, as(person), person.username, [403, 'forbidden'])),
    ]);
  },
};

const teamRoles: Attack = {
  name: 'role: of the team',
  isFor: ({ team }) => team !== undefined && team !== 'own',
  run: (world, route) => {
    const { team } = route;
    if (team === undefined || team === 'own') return all([]);
    return all(
      INVITED_ROLES.map(async (role) => {
        const headers = cookieOf(world.members[role]);
        if (!mayRole(role, team))
          return refusedWith(world, bare(world, route, headers), `a member with the role ${role}`, [403, 'role_forbids']);
        if (changesState(route)) return [];
        // What a member may read holds no secret of the account, whatever the route.
        const { secrets } = world.victim;
        return all(
          callsOf(route, world.victim.owned, headers).map(async (call) => {
            const { text } = await world.target.send(call);
            return secrets.some((secret) => text.includes(secret))
              ? [{ found: `a member with the role ${role} reads a secret`, call }]
              : [];
          }),
        );
      }),
    );
  },
};

/** Without an id of the victim, a call about the caller's own session and factors harms nobody but the caller. */
const isOwnAffair = (world: World, { team }: RouteSpec, { path, body = '' }: Call): boolean =>
  team === 'own' && !Object.values(world.victim.owned).some((id) => path.includes(id) || body.includes(id));

export const foreignAccount: Attack = {
  name: 'foreign account, foreign member',
  isFor: ({ access }) => access === 'session' || access === 'verified',
  run: (world, route) =>
    all(
      [world.thief, world.thiefsManager, world.admin].flatMap((person, index) =>
        callsOf(route, world.victim.owned, cookieOf(person), index).map(async (call) => {
          if (isOwnAffair(world, route, call)) return [];
          // Admins act for the platform here: they see everybody's payments.
          if (person === world.admin && route.platformMoney === true) return [];
          if (route.path.includes('{')) return refused(world, route, call, person.username);
          return leaked(world, call, await world.target.send(call), person.username);
        }),
      ),
    ),
};

const keys: Attack = {
  name: 'scoped key, foreign key',
  isFor: ({ access }) => access === 'api-key',
  run: (world, route) => {
    const withKey = (key: string) => callsOf(route, world.victim.owned, { 'x-api-key': key });
    const first = (key: string) => withKey(key)[0] ?? bare(world, route, {});
    return all([
      ...API_SCOPES.filter((scope) => scope !== route.scope).map((scope) =>
        refusedWith(world, first(world.keys[scope]), `a key that may only ${scope}`, [403, 'missing_scope']),
      ),
      refusedWith(world, first(world.foreignPlaceKey), 'a key of another place', [403, 'key_address_not_allowed']),
      refusedWith(world, first(world.revokedKey), 'a revoked key', [401, 'api_key_ended']),
      ...withKey(world.thief.mainKey).map(async (call) =>
        !route.path.includes('{')
          ? leaked(world, call, await world.target.send(call), 'the key of another store')
          : refused(world, route, call, 'the key of another store'),
      ),
    ]);
  },
};

const OTHER_SITES: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:0.evil.example' },
  { 'sec-fetch-site': 'cross-site' }, // no origin, as with a form that navigates
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example', 'content-type': 'text/plain' },
  { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
];

const origins: Attack = {
  name: 'no origin, foreign origin',
  isFor: () => true,
  run: async (world, route) => {
    const isGuarded = changesState(route) && !isOutside(route);
    if (!isGuarded) {
      const call = bare(world, route, { origin: 'https://evil.example' });
      const { headers } = await world.target.send(call);
      return headers['access-control-allow-origin'] === undefined ? [] : [{ found: 'lets another site read the answer', call }];
    }
    const body = route.method === 'GET' ? undefined : 'a=b';
    const calls = OTHER_SITES.map((site) => ({ ...bare(world, route, { ...cookieOf(world.admin), ...site }), body }));
    return all(calls.map((call, index) => refusedWith(world, call, JSON.stringify(OTHER_SITES[index]), [403, 'foreign_origin'])));
  },
};

const stepUp: Attack = {
  name: 'missing step-up',
  isFor: (route) => route.stepUp === true,
  run: (world, route) =>
    world.oldSession === undefined
      ? all([])
      : refusedWith(world, bare(world, route, cookieOf(world.oldSession)), 'an old sign-in', [403, 'recent_sign_in_required']),
};

export const CALLER_ATTACKS: readonly Attack[] = [strangers, unverified, teamRoles, foreignAccount, keys, origins, stepUp];
