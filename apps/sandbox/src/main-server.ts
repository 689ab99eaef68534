import { createSmtpMailer } from '@stablegate/server/platform/mailer';
import { run } from '@stablegate/server/run';
import { seedDemo } from './demo/seed-demo';
import { readHandover, stopPostgresIfOrphaned } from './launcher/handover';
import { createMailbox, mailboxExtension } from './mailbox/mailbox';

/** The gateway as production runs it, all roles in one process, with the sandbox's own routes and demo data beside it. */
const handover = readHandover();
stopPostgresIfOrphaned(handover.postgresPid);
await run({
  roles: ['api', 'worker', 'watcher'],
  prepare: async (config) => {
    const mailbox = await createMailbox({ dir: config.dataDir });
    return { mailer: createSmtpMailer({ url: mailbox.smtpUrl, from: config.mailFrom }), extend: mailboxExtension(mailbox) };
  },
  afterStart: seedDemo,
});
