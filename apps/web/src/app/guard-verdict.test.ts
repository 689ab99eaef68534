import type { SessionState } from '@stablegate/contract';
import { expect, test } from 'vitest';
import type { ScreenAccess } from '../lib/screen';
import { GUEST } from '../lib/session/session';
import { guardVerdict } from './guard-verdict';

const people = {
  guest: GUEST,
  unverified: { ...GUEST, isAuthenticated: true, userId: 'usr_1' },
  member: { ...GUEST, isAuthenticated: true, userId: 'usr_1', emailVerified: true },
  admin: { ...GUEST, isAuthenticated: true, userId: 'usr_1', emailVerified: true, isAdmin: true },
} satisfies Record<string, SessionState>;

const expected: [ScreenAccess, Record<keyof typeof people, string>][] = [
  ['public', { guest: 'enter', unverified: 'enter', member: 'enter', admin: 'enter' }],
  ['guest', { guest: 'enter', unverified: 'move-on', member: 'move-on', admin: 'move-on' }],
  ['member', { guest: 'sign-in', unverified: 'verify-email', member: 'enter', admin: 'enter' }],
  ['admin', { guest: 'sign-in', unverified: 'verify-email', member: 'home', admin: 'enter' }],
];

test.each(expected)('who may enter a %s screen', (access, verdicts) => {
  const found = Object.fromEntries(Object.entries(people).map(([who, session]) => [who, guardVerdict(access, session, true)]));
  expect(found).toEqual(verdicts);
});

test('no redirect to a gate that does not exist', () => {
  expect(guardVerdict('member', people.unverified, false)).toBe('enter');
});
