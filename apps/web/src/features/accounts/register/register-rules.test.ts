import { describe, expect, test } from 'vitest';
import { isBlocked, isEmail, isLongEnough, passwordWarning, usernameProblem } from './register-rules';

test.each([
  ['linh', 'Username must be between 6 and 15 characters.'],
  ['linhmai_hanoi_1', undefined],
  ['linhmai_hanoi_12', 'Username must be between 6 and 15 characters.'],
  ['linh mai', 'Use letters, digits and _ only.'],
  ['linhmai', undefined],
])('the username %j: %s', (username, problem) => {
  expect(usernameProblem(username)).toBe(problem);
});

test.each([
  ['linh@hanoiroasters.vn', true],
  [' linh@hanoiroasters.vn ', true],
  ['linh@', false],
  ['', false],
])('%j as an e-mail: %s', (email, isGood) => {
  expect(isEmail(email)).toBe(isGood);
});

describe('the sign-up button', () => {
  const good = { username: 'linhmai', password: 'abcd1234', confirm: 'abcd1234' };
  test('is enabled when all conditions of the specification hold', () => {
    expect(isBlocked(good)).toBe(false);
  });
  test.each([
    ['the passwords differ', { confirm: 'abcd12345' }],
    ['the score is below 3', { password: 'abcdefgh', confirm: 'abcdefgh' }],
    ['the username is too short', { username: 'linh' }],
  ])('is off when %s', (_why, change) => {
    expect(isBlocked({ ...good, ...change })).toBe(true);
  });
});

test('the popup names a weak password first, then one that was not repeated', () => {
  expect(passwordWarning({ password: 'abcdefgh', confirm: 'abc' })?.title).toBe('Weak Password');
  expect(passwordWarning({ password: 'abcd1234', confirm: 'abcd123' })?.title).toBe("Passwords Don't Match");
  expect(passwordWarning({ password: 'abcd1234', confirm: 'abcd1234' })).toBeUndefined();
});

test('four characters of all kinds have a good score and are too short', () => {
  expect(passwordWarning({ password: 'Ab1!', confirm: 'Ab1!' })).toBeUndefined();
  expect(isLongEnough('Ab1!')).toBe(false);
});
