import { expect, test } from 'vitest';
import { startSmtp } from '../../../test/parts/smtp';
import { createSmtpMailer } from './mailer';

const mail = { to: 'linh@example.com', subject: 'Xác minh email', text: 'plain part', html: '<p>html part</p>' };
const FROM = 'Stablegate <no-reply@pay.example>';
/** Loopback for the machine, a foreign host for the mailer, which knows 127.0.0.1 and localhost only. */
const FOREIGN = '127.0.0.2';

test('a mail goes out with both parts, the sender and the reply address', async () => {
  const smtp = await startSmtp();
  const mailer = createSmtpMailer({ url: smtp.url, from: FROM });
  await mailer.send({ ...mail, replyTo: 'visitor@example.com' });
  await mailer.close();
  const [received] = smtp.received;
  expect(received?.to).toEqual(['linh@example.com']);
  expect(received?.raw).toContain('From: Stablegate <no-reply@pay.example>');
  expect(received?.raw).toContain('Reply-To: visitor@example.com');
  expect(received?.raw).toContain('Auto-Submitted: auto-generated');
  expect(received?.raw).toContain('Content-Type: text/plain');
  expect(received?.raw).toContain('Content-Type: text/html');
});

test('an address with a comma is one recipient', async () => {
  const smtp = await startSmtp();
  const mailer = createSmtpMailer({ url: smtp.url, from: FROM });
  await mailer.send({ ...mail, to: 'a@example.com,b@example.com' }).catch(() => undefined);
  await mailer.close();
  expect(smtp.received.flatMap(({ to }) => to)).not.toContain('b@example.com');
});

test('a mail is never sent unencrypted to another machine', async () => {
  const smtp = await startSmtp({ host: FOREIGN });
  const mailer = createSmtpMailer({ url: smtp.url, from: FROM });
  await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS/);
  await mailer.close();
  expect(smtp.received).toEqual([]);
});

test('an untrusted certificate is refused', async () => {
  const smtp = await startSmtp({ host: FOREIGN, disabledCommands: [] }); // offers STARTTLS with a self-signed certificate
  const mailer = createSmtpMailer({ url: smtp.url, from: FROM });
  await expect(mailer.send(mail)).rejects.toThrow(/certificate|self.signed/i);
  await mailer.close();
  expect(smtp.received).toEqual([]);
});
