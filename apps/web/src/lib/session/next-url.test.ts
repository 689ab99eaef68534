import { expect, test } from 'vitest';
import { loginUrl, safeNext } from './next-url';

test.each([
  ['/invoices?status=SUCCESS&page=2#row', '/invoices?status=SUCCESS&page=2#row'],
  ['/profile?tab=security', '/profile?tab=security'],
  [null, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['invoices', '/'],
  ['/login?next=/login', '/'],
  ['/2fa', '/'],
])('after the sign-in %j leads to %j', (raw, target) => {
  expect(safeNext(raw)).toBe(target);
});

test('the sign-in remembers the target, and nothing when that is the front page', () => {
  expect(loginUrl({ pathname: '/invoices', search: '?page=2', hash: '' })).toBe('/login?next=%2Finvoices%3Fpage%3D2');
  expect(loginUrl({ pathname: '/', search: '', hash: '' })).toBe('/login');
});
