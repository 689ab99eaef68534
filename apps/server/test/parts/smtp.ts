import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterFile } from '../after-file';

type ReceivedMail = { readonly to: string[]; readonly raw: string };
export type TestSmtp = {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** The next mails are refused with this message, like by a full or broken mail server. */
  refuse: { times: number; sentence: string };
};

/** A real mail server; stops automatically after the file. */
export async function startSmtp(options: SMTPServerOptions & { host?: string } = {}): Promise<TestSmtp> {
  const { host = '127.0.0.1', ...rest } = options;
  const received: ReceivedMail[] = [];
  const refuse = { times: 0, sentence: '451 Try again later' };
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      void buffer(stream).then((raw) => {
        if (refuse.times > 0) {
          refuse.times -= 1;
          callback(new Error(refuse.sentence));
          return;
        }
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: raw.toString('utf8') });
        callback();
      });
    },
    ...rest,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  afterFile(() => new Promise<void>((resolve) => server.close(resolve)));
  return { url: `smtp://${host}:${(server.server.address() as AddressInfo).port}`, received, refuse };
}
