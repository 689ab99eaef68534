import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newUser, PASSWORD, waitForMail } from '../../../../test/accounts';
import { startTestApp } from '../../../../test/app';
import { wantedLanguages } from './mail-language.domain';

describe("the browser's preferred languages", () => {
  test.each([
    ['vi-VN,vi;q=0.9,en;q=0.8', ['vi-VN', 'vi', 'en']],
    ['en;q=0.5, vi', ['vi', 'en']],
    ['fr;q=0, *;q=0.1, en', ['en']],
    ['en;q=abc,<script>,vi;q=0.001', ['vi']],
    ['', []],
  ])('%s', (header, expected) => {
    expect(wantedLanguages({ 'accept-language': header })).toEqual(expected);
  });

  test('the choice on our screens comes first', () => {
    expect(wantedLanguages({ 'x-language': 'vi', 'accept-language': 'en-GB' })).toEqual(['vi', 'en-GB', 'en']);
  });

  test('a header with a thousand languages costs as much as ten', () => {
    const header = Array.from({ length: 1000 }, (_, n) => `a${String.fromCharCode(97 + (n % 26))}`).join(',');
    expect(wantedLanguages({ 'accept-language': header })).toHaveLength(10);
  });
});

test('mails follow the language of sign-up, and then that of the screens', async () => {
  const app = await startTestApp({ roles: ['worker'] });
  const browser = app.browser();
  const account = { username: 'vietuser', email: 'viet@example.com', password: PASSWORD };
  await browser.post('/auth/signup', account, { 'accept-language': 'xx,vi-VN;q=0.9,en;q=0.5' });
  await browser.form('/auth/login', account);
  await browser.post('/email-verification/send');
  expect((await waitForMail(app, account.email)).subject).toBe('Xác minh email của bạn');

  const languageOf = async (name: string) =>
    (await sql<{ language: string }>`select language from users where username_key = ${name}`.execute(app.platform.db.query)).rows[0]
      ?.language;
  await browser.get('/auth/sessions', { 'x-language': 'en' });
  expect(await languageOf('vietuser')).toBe('en');
  for (const unknown of ['xx', 'x'.repeat(500), "vi'; drop table users", ''])
    await browser.get('/auth/sessions', { 'x-language': unknown });
  expect(await languageOf('vietuser')).toBe('en');

  const other = await newUser(app, 'englishman');
  expect(await languageOf('englishman')).toBe('en');
  await other.get('/auth/sessions', { 'x-language': 'vi' });
  expect(await languageOf('englishman')).toBe('vi');
  expect(await languageOf('vietuser')).toBe('en');
});
