import { Writable } from 'node:stream';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { startSmtp, type TestSmtp } from '../../../test/parts/smtp';
import { createAccountMails } from '../../modules/accounts/mailed-links/account-mails';
import { createLogger } from '../log';
import { createMailQueue } from './mail-queue';
import { createSmtpMailer } from './mailer';

const user = { username: 'linhmai', email: 'linh@example.com', language: 'en' };
let app: TestApp;
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await startSmtp();
  app = await startTestApp({ roles: ['worker'], mailer: createSmtpMailer({ url: smtp.url, from: 'Stablegate <no-reply@pay.example>' }) });
});

function accountMails(log = createLogger('silent')) {
  const { translations } = app.services;
  return createAccountMails(
    createMailQueue({
      ...app.platform,
      // The app has registered the worker's handler; this one only queues.
      jobs: { ...app.platform.jobs, register: () => undefined },
      log,
      clock: app.platform.clocks.real,
      publicUrl: 'https://pay.example',
      timeZone: 'Asia/Ho_Chi_Minh',
      textsOf: translations.textsOf,
    }),
  );
}
const mails = () => smtp.received.map(({ raw }) => raw);
const waiting = async () => (await sql<{ mail_sealed: Buffer }>`select mail_sealed from queued_mails`.execute(app.platform.db.query)).rows;
const inTime = { timeout: 15_000, interval: 100 };

/** An earlier test's mail leaves the queue only after it has arrived. */
beforeEach(() => vi.waitFor(async () => expect(await waiting()).toEqual([]), inTime));

test('a mail is sent when the transaction commits, and not when it fails', async () => {
  const before = smtp.received.length;
  const failing = app.platform.db.transaction(async (tx) => {
    await accountMails().sendSignInCode(tx, { user, code: '111111' });
    throw new Error('the change did not happen');
  });
  await expect(failing).rejects.toThrow('did not happen');
  await app.platform.db.transaction((tx) => accountMails().sendSignInCode(tx, { user, code: '222222' }));
  await vi.waitFor(() => expect(smtp.received.length).toBe(before + 1), inTime);
  const parsed = await PostalMime.parse(mails().at(-1) ?? '');
  expect(parsed.subject).toBe('Your sign-in code: 222222');
  expect(parsed.html).toContain('222222');
});

test('readers get their language, in subject, text and HTML', async () => {
  const reader = { ...user, email: 'vi@example.com', language: 'vi' };
  const at = new Date('2026-03-01T01:30:00Z');
  await app.platform.db.transaction((tx) =>
    accountMails().sendNewDevice(tx, { user: reader, ip: '203.0.113.7', device: 'Chrome on Linux', at }),
  );
  await vi.waitFor(() => expect(smtp.received.at(-1)?.to).toEqual(['vi@example.com']), inTime);
  const parsed = await PostalMime.parse(mails().at(-1) ?? '');
  expect(parsed.subject).toBe('Có đăng nhập mới vào tài khoản của bạn');
  expect(parsed.text).toContain('Xin chào linhmai, tài khoản của bạn vừa được đăng nhập');
  expect(parsed.text).toContain('Thiết bị: Chrome on Linux');
  expect(parsed.text).toContain('Thời gian: 1 tháng 3, 2026, 08:30 UTC+7'); // Hanoi's time
  expect(parsed.html).toContain('<html lang="vi"');
  expect(parsed.html).toContain('Xem các phiên đăng nhập');
});

test('while a mail is queued, neither its link nor its recipient can be read in the database', { timeout: 90_000 }, async () => {
  smtp.refuse.times = 1;
  const expiresAt = new Date(Date.now() + 60_000);
  await app.platform.db.transaction((tx) => accountMails().sendPasswordReset(tx, { user, token: 'a-very-secret-token', expiresAt }));
  const rows = await waiting();
  expect(rows).toHaveLength(1);
  const dump = await sql<{ text: string }>`
    select string_agg(t, '') as text from (select q::text as t from queued_mails q union all select j::text from pgboss.job j) as everything`.execute(
    app.platform.db.query,
  );
  for (const secret of ['a-very-secret-token', 'linh@example.com']) {
    expect(dump.rows[0]?.text).not.toContain(secret);
    expect(rows[0]?.mail_sealed.toString('latin1')).not.toContain(secret);
  }
  // Refused once, it is retried automatically.
  const lastText = async () => (await PostalMime.parse(mails().at(-1) ?? '')).text; // its lines are broken anywhere
  await vi.waitFor(async () => expect(await lastText()).toContain('a-very-secret-token'), { ...inTime, timeout: 60_000 });
});

test('a mail whose link expired in the queue is not sent', async () => {
  const before = smtp.received.length;
  await app.platform.db.transaction((tx) =>
    accountMails().sendPasswordReset(tx, { user, token: 'too-late', expiresAt: new Date(Date.now() - 1) }),
  );
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), inTime);
  expect(smtp.received.length).toBe(before);
});

test('the last failed attempt is an error in the log, and the mail stays with the reason', async () => {
  const lines: string[] = [];
  const log = createLogger('warn', new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }));
  const handlers = new Map<string, (data: Record<string, unknown>) => Promise<void>>();
  const ids: string[] = [];
  const queue = createMailQueue({
    ...app.platform,
    log,
    clock: app.platform.clocks.real,
    publicUrl: 'https://pay.example',
    timeZone: 'UTC',
    textsOf: async () => ({}),
    mailer: { send: () => Promise.reject(new Error('the mail server is away')), close: async () => undefined },
    jobs: {
      ...app.platform.jobs,
      register: (name, handler) => void handlers.set(name, handler),
      enqueue: async (_tx, _name, data) => void ids.push(String(data.mailId)),
    },
  });
  await app.platform.db.transaction((tx) => createAccountMails(queue).sendSignInCode(tx, { user, code: '333333' }));
  for (let attempt = 1; attempt <= 14; attempt += 1) await expect(handlers.get('mail.send')?.({ mailId: ids[0] })).rejects.toThrow('away');
  const levels = lines.map((line) => (JSON.parse(line) as { level: string }).level);
  expect(levels).toEqual([...Array<string>(13).fill('warn'), 'error']);
  expect(lines.join('')).not.toContain('333333');
  const { rows } =
    await sql`select attempts, last_error, given_up_at is not null as given_up from queued_mails where id = ${ids[0]}`.execute(
      app.platform.db.query,
    );
  expect(rows).toEqual([{ attempts: 14, last_error: 'the mail server is away', given_up: true }]);

  await handlers.get('mail.sweep')?.({});
  expect(await waiting()).toHaveLength(1); // kept for a month
  await sql`update queued_mails set created_at = created_at - interval '31 days'`.execute(app.platform.db.query);
  await handlers.get('mail.sweep')?.({});
  expect(await waiting()).toEqual([]);
});
