import { expect, test } from 'vitest';
import { signInTarget } from './sign-in-target';

const ORIGIN = 'https://app.stablegate.example';
const target = (redirectUrl: string | undefined, next: string | null = null) => signInTarget(redirectUrl, next, ORIGIN).path;

test('the default is the front page', () => {
  expect(target('/')).toBe('/');
  expect(target(undefined)).toBe('/');
  expect(target('')).toBe('/');
});

test('the requested page survives the second step', () => {
  expect(target('/', '/invoices?status=SUCCESS')).toBe('/invoices?status=SUCCESS');
});

test('an address of this site is followed, complete or as a path', () => {
  expect(target('/profile?tab=security', '/invoices')).toBe('/profile?tab=security');
  expect(target(`${ORIGIN}/top-up#usdt`)).toBe('/top-up#usdt');
  expect(signInTarget('/top-up', null, ORIGIN).isOwn).toBe(true);
});

test.each(['https://evil.example/', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)', 'https://', `${ORIGIN}.evil.example/`])(
  'another site is never followed: %s',
  (redirectUrl) => {
    expect(target(redirectUrl, '/invoices')).toBe('/invoices');
    expect(target(redirectUrl, redirectUrl)).toBe('/');
  },
);
