import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type MailboxEntry, sandboxApi } from '@stablegate/contract';
import type { Extension } from '@stablegate/server/app';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type MailStore, openMailStore } from './mail-store';

export type Mailbox = {
  /** Where the gateway sends its mails, by SMTP as in production. */
  readonly smtpUrl: string;
  list: MailStore['list'];
  close(): Promise<void>;
};

const HOST = '127.0.0.1';
const MAIL_BYTES_MAX = 1024 * 1024;

type MailboxOptions = {
  readonly dir: string;
  /** 0 takes any. */
  readonly port?: number;
  readonly onMail?: (mail: MailboxEntry) => void;
};

async function receive(add: (mail: MailboxEntry) => void, stream: Readable, recipients: readonly string[]): Promise<void> {
  const { subject = '', text = '', html = '' } = await PostalMime.parse(await buffer(stream));
  for (const to of recipients) {
    add({ id: randomUUID(), to, subject, text: text.replace(/\r\n/g, '\n'), html, createdAt: new Date().toISOString() });
  }
}

/** A real mail server on loopback that delivers to a page instead of the world. */
export async function createMailbox({ dir, port: wantedPort = 0, onMail }: MailboxOptions): Promise<Mailbox> {
  const store = openMailStore(dir);
  const add = (mail: MailboxEntry): void => {
    store.add(mail);
    onMail?.(mail);
  };
  const server = new SMTPServer({
    name: 'sandbox.stablegate',
    banner: 'Stablegate sandbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    onData: (stream, session, callback) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      // Accepted only once the mail is on disk.
      receive(add, stream, recipients).then(
        () => callback(),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  server.on('error', () => undefined); // the sender retries after a broken connection
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(wantedPort, HOST, resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://${HOST}:${port}`,
    list: store.list,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** GET /sandbox/mailbox; production does not contain it. */
export const mailboxExtension =
  (mailbox: Pick<Mailbox, 'list'>): Extension =>
  (route) => {
    route(sandboxApi.mailbox, async (request) => mailbox.list(request.query.to));
  };
