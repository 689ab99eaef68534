import { LIMITS, type Limit, limitsOf, type RouteSpec, TEAM_PERMISSIONS, TEAM_ROLES } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { declared } from '../test/contract-routes';

function written({ audit }: RouteSpec): string {
  if (audit === undefined) return '';
  if (typeof audit === 'string') return audit;
  return 'nothing' in audit ? `nothing: ${audit.nothing}` : audit.join(', ');
}

test('the access matrix is published', async () => {
  // Committed, so that a review sees who may call what: `npm run docs` writes it.
  const rows = declared.map((route) =>
    [
      `${route.method} ${route.path}`,
      route.access +
        (route.scope === undefined ? '' : `: ${route.scope}`) +
        (route.platformMoney === true ? ', admins with two-factor' : ''),
      route.access === 'admin' ? 'ADMIN' : (route.team ?? ''),
      route.stepUp === true ? 'yes' : (route.stepUp ?? ''),
      route.secondFactor ?? '',
      limitsOf(route).join(', '),
      written(route),
    ].join(' | '),
  );
  const limits = Object.entries<Limit>(LIMITS).map(([name, { points, seconds, per, load }]) =>
    [name, points.toLocaleString('en'), `${seconds / 60} min`, per, load === true ? 'load' : ''].join(' | '),
  );
  const head = [
    '# Who may call what',
    '',
    'Generated from the contract by `npm run docs`; the server enforces exactly these values. Access: public (everyone), session (signed in),',
    'verified (with a verified e-mail), admin, api-key (a store, with the scope that its key needs), feed (a bank feed), sandbox.',
    'Step-up: a sign-in less than 15 minutes old. Limit: see below. A route under the base that is not in this table stops the server at its start.',
    'Second factor: where the owner requires it for that action, a code of an authenticator app or a passkey less than 15 minutes old; guard: as',
    'soon as one action requires it, since it would lead around that ([ADR 53](adr/0053-second-factor-for-actions.md)).',
    'Writes: what a call that changes something records with who made it, a person or an API key; at least one of these, or nothing, with the',
    'reason. A call that has written none of them is logged as an error, and fails every test ([ADR 50](adr/0050-who-did-it.md)).',
    "Role: what a member of the account's team needs; own: the call is about the caller's own account, whoever they work for.",
    'Accepting a partly paid invoice has a floor besides: the owner sets from which percentage of its amount members may accept one, whatever',
    'their role (`PUT /team/member-floor`, 0 at first); below it 403 `below_member_floor`, and the owner decides.',
    '',
    '| team role | may |',
    '|---|---|',
    ...Object.entries(TEAM_ROLES).map(([role, permissions]) => `| ${role} | ${permissions.join(', ')} |`),
    '',
    '| permission | |',
    '|---|---|',
    ...Object.entries(TEAM_PERMISSIONS).map(([name, what]) => `| ${name} | ${what} |`),
    '',
    '| call | access | role | step-up | second factor | limit | writes |',
    '|---|---|---|---|---|---|---|',
  ];
  const limitHead = [
    '',
    '## Limits',
    '',
    'So many calls in so much time, counted together per caller (the signed-in user, or the store of the key), client address (a /64 of IPv6) or',
    'what else is named; beyond it 429 with Retry-After. `RateLimit` headers (an IETF draft) say what is left.',
    '`LIMITS=create-invoice=2000,payment-page=0` changes them, 0 is none. Those of kind load bound what an honest client may cost: each start',
    '(with `API_PROCESSES`, all its processes together) counts them by itself, and the sandbox has none. Wrong keys are counted after the check,',
    'so they never keep the right key out. Wrong passwords and codes have a slow-down of their own: [ADR 11](adr/0011-sign-in-defence.md).',
    '',
    '| name | calls | in | per | kind |',
    '|---|---|---|---|---|',
  ];
  const table = (lines: readonly string[]) => lines.map((line) => `| ${line} |`);
  await expect(`${[...head, ...table(rows.sort()), ...limitHead, ...table(limits)].join('\n')}\n`).toMatchFileSnapshot(
    '../../../docs/access.md',
  );
});
