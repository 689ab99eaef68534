export type MailAttachment = { readonly filename: string; readonly contentType: string; readonly content: Buffer };
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string;
  readonly attachments?: readonly MailAttachment[];
};
/** Sends one mail immediately. Never called inside a transaction: mails are queued (mail-queue.ts) and sent by the worker. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
  /** Connects and signs in, without sending anything. */
  check?(): Promise<void>;
  /** No server is configured: what depends on a mail is refused instead of promised. */
  readonly isAbsent?: true;
};

/** RFC 3834: prevents out-of-office replies. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * smtps:// uses TLS from the start; smtp:// must upgrade by STARTTLS, or the mail is not sent: its links open accounts. Certificates are
 * always verified. Only a server on this machine may be used unencrypted.
 */
export function createSmtpMailer(options: { url: string; from: string }): Mailer {
  const url = new URL(options.url);
  const secure = url.protocol === 'smtps:';
  const settings = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number.parseInt(url.port, 10),
    secure,
    requireTLS: !secure && !LOOPBACK.has(url.hostname),
    ignoreTLS: !secure && LOOPBACK.has(url.hostname),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(url.username === '' ? {} : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    // Together they stay within the 40 s that a job may take.
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  const connect = async () => (await import('nodemailer')).createTransport(settings);
  let connecting: ReturnType<typeof connect> | undefined;
  /** Loaded with the first mail: only workers send any. */
  const transport = (): ReturnType<typeof connect> => {
    connecting ??= connect();
    return connecting;
  };
  return {
    send: async ({ to, attachments = [], ...mail }) => {
      // As an object the address is one mailbox, even with commas.
      await (await transport()).sendMail({
        from: options.from,
        to: { name: '', address: to },
        headers: AUTOMATIC,
        attachments: [...attachments],
        ...mail,
      });
    },
    close: async () => (await connecting)?.close(),
    check: async () => void (await (await transport()).verify()),
  };
}

/** Without an SMTP server a mail fails loudly and stays in the queue instead of vanishing. */
export function createAbsentMailer(): Mailer {
  return {
    isAbsent: true,
    send: async () => {
      throw new Error('No mail can be sent: SMTP_URL is not set.');
    },
    close: async () => undefined,
  };
}
