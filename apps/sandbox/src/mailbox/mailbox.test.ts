import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSmtpMailer } from '@stablegate/server/platform/mail/mailer';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../../../server/test/app';
import { MAILS_MAX, openMailStore } from './mail-store';
import { createMailbox, mailboxExtension } from './mailbox';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stablegate-mailbox-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const mail = (to: string, subject = 'Xác minh email của bạn') => ({
  to,
  subject,
  text: 'Xin chào,\nmở liên kết này.',
  html: '<p>Xin chào &amp; cảm ơn</p>',
});

test('a mail sent by SMTP is listed unchanged, newest first, and survives a restart', async () => {
  const dir = newFolder();
  const mailbox = await createMailbox({ dir });
  const mailer = createSmtpMailer({ url: mailbox.smtpUrl, from: 'Stablegate <no-reply@localhost>' });
  await mailer.send(mail('Linh@example.com', 'first'));
  await mailer.send(mail('nam@example.com', 'second'));
  await mailer.send(mail('linh@example.com'));
  await mailer.close();
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['Xác minh email của bạn', 'second', 'first']);
  expect(mailbox.list('LINH@example.com').map(({ subject }) => subject)).toEqual(['Xác minh email của bạn', 'first']);
  const before = mailbox.list();
  expect(before[0]).toMatchObject({ to: 'linh@example.com', text: expect.stringContaining('mở liên kết này.') });
  expect(before[0]?.html).toContain('<p>Xin chào &amp; cảm ơn</p>');
  await mailbox.close();

  appendFileSync(join(dir, 'mailbox.jsonl'), '{"id":"torn by a ki'); // the result of a kill during a write
  const again = await createMailbox({ dir });
  expect(again.list()).toEqual(before);
  await again.close();
  expect(statSync(join(dir, 'mailbox.jsonl')).mode & 0o777).toBe(0o600);
});

test('the last thousand mails are kept, in memory and on the disk', () => {
  const dir = newFolder();
  const store = openMailStore(dir);
  const total = 2 * MAILS_MAX + 5;
  for (let n = 1; n <= total; n += 1) store.add({ id: String(n), ...mail('a@example.com'), createdAt: '2026-01-01T00:00:00.000Z' });
  expect(store.list()).toHaveLength(MAILS_MAX);
  expect(store.list()[0]?.id).toBe(String(total));
  expect(readFileSync(join(dir, 'mailbox.jsonl'), 'utf8').split('\n').length).toBeLessThan(2 * MAILS_MAX);
  expect(openMailStore(dir).list()).toHaveLength(MAILS_MAX);
});

test('the sandbox serves the mailbox, and production has no such call', async () => {
  const mailbox = await createMailbox({ dir: newFolder() });
  const mailer = createSmtpMailer({ url: mailbox.smtpUrl, from: 'no-reply@localhost' });
  const sandbox = await startTestApp({ mailer, extend: mailboxExtension(mailbox) });
  await mailer.send(mail('linh@example.com'));
  const answer = await sandbox.browser().get('/sandbox/mailbox?to=linh@example.com');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual(mailbox.list());
  expect((await sandbox.browser().get('/sandbox/mailbox?to=nobody@example.com')).json()).toEqual([]);

  const production = await startTestApp();
  expect((await production.browser().get('/sandbox/mailbox')).statusCode).toBe(404);
  await mailbox.close();
});
