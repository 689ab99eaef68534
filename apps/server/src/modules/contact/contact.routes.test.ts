import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { waitForMail } from '../../../test/accounts';
import { startTestApp, type TestApp } from '../../../test/app';

const SUPPORT = 'help@pay.example';
const form = {
  name: 'Linh <b>Mai</b>',
  email: 'linh@example.com',
  phone: '+84 90 123 4567',
  message: 'Xin chào,\n<script>alert(1)</script>',
};
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], env: { SUPPORT_EMAIL: SUPPORT } });
});

const stored = async () =>
  (await sql`select name, email, phone, message from contact_messages order by created_at`.execute(app.platform.db.query)).rows;

test('a message is stored and mailed to the support, where a reply reaches the sender', async () => {
  const answer = await app.browser().post('/contact', form);
  expect(answer.statusCode).toBe(201);
  expect(await stored()).toEqual([form]);
  const mail = await waitForMail(app, SUPPORT);
  expect(mail.replyTo).toBe('linh@example.com');
  expect(mail.subject).toBe('Tin nhắn từ Linh <b>Mai</b>');
  expect(mail.text).toContain('> Xin chào,\n> <script>alert(1)</script>');
  expect(mail.html).toContain('Xin chào,<br>&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(mail.html).not.toContain('<script>');
});

test.each([
  ['name', '', 'Please enter your name'],
  ['name', 'x'.repeat(51), 'Please enter your name'],
  ['name', 'nul\0', 'Please enter your name'],
  ['email', 'no-address', 'Please enter a valid email'],
  ['email', `${'x'.repeat(40)}@example.com`, 'Please enter a valid email'],
  ['phone', '  ', 'Please enter your phone number'],
  ['phone', undefined, 'Please enter your phone number'],
  ['message', '', 'Please enter your message'],
  ['message', 'x'.repeat(1501), 'Please enter your message'],
])('%s "%s" is refused in the words of the specification', async (path, value, message) => {
  const before = await stored();
  const answer = await app.browser().post('/contact', { ...form, [path]: value });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'invalid_value', errors: [{ path, message }] });
  expect(await stored()).toEqual(before);
});

test('the longest allowed message is accepted', async () => {
  expect((await app.browser().post('/contact', { ...form, name: 'x'.repeat(50), message: '😀'.repeat(750) })).statusCode).toBe(201);
});

test('one address may write ten times an hour', async () => {
  const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const codes: number[] = [];
  for (let n = 0; n < 11; n += 1) codes.push((await strict.browser().post('/contact', form)).statusCode);
  expect(codes).toEqual([...Array<number>(10).fill(201), 429]);
});
