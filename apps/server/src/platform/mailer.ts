import { createTransport } from 'nodemailer';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string };
/** Sends one mail now. Nobody calls it inside a transaction: mails are enqueued as jobs and sent by the worker. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): Promise<void> };

export function createSmtpMailer(options: { url: string; from: string }): Mailer {
  const transport = createTransport({ url: options.url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    send: async (mail) => {
      await transport.sendMail({ from: options.from, ...mail });
    },
    close: async () => transport.close(),
  };
}

/** No SMTP server is configured: a mail fails loudly and stays in the queue instead of vanishing. */
export function createAbsentMailer(): Mailer {
  return {
    send: async () => {
      throw new Error('No mail can be sent: SMTP_URL is not set.');
    },
    close: async () => undefined,
  };
}
