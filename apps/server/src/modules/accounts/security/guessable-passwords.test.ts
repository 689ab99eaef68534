import { GUESSABLE_REASONS, guessableReason } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords';

const rankOfPassword = await commonPasswords();

const alice = { username: 'alicesmith', email: 'alice.jones@example.com' };
const why = (password: string) => guessableReason(password, rankOfPassword, alice);

test.each([
  ['Password1!', GUESSABLE_REASONS.common],
  ['P@55w0rd-1', GUESSABLE_REASONS.common],
  ['drowssaP-1', GUESSABLE_REASONS.common],
  ['Qwerty123!', GUESSABLE_REASONS.common],
  ['Summer2024!', GUESSABLE_REASONS.common],
  ['alicesmithA1!', GUESSABLE_REASONS.own],
  ['Jones-2024', GUESSABLE_REASONS.own],
  ['Stablegate1!', GUESSABLE_REASONS.own],
  ['aB3$aB3$', GUESSABLE_REASONS.pattern],
])('%s is refused with the reason', (password, reason) => {
  expect(why(password)).toBe(reason);
});

test('known breaches are known down to the rarest of the shipped list', () => {
  for (const password of ['123456', 'bhrh0h2oof6xbqjeh', '87654321vv']) expect(rankOfPassword(password), password).toBeDefined();
  expect(rankOfPassword('87654321vv')).toBeGreaterThan(49_000);
});

test('the documented sign-ins of the sandbox are accepted', () => {
  for (const user of ['merchant', 'admin']) {
    const owner = { username: `demo${user}`, email: `${user}@sandbox.example` };
    expect(guessableReason('Sandbox-2026!', rankOfPassword, owner)).toBeUndefined();
  }
});

test.each(['Blue-Kettle-42', 'Kz9!wq-Lr#77', 'correct horse battery staple', 'Aa1!'.repeat(16)])('%s is accepted', (password) => {
  expect(why(password)).toBeUndefined();
});
