import { BACK_OFFICE_LANGUAGE, type ContactForm } from '@stablegate/contract';
import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db/db';
import { newId } from '../../platform/ids';
import type { MailQueue } from '../../platform/mail/mail-queue';
import { contactMail } from './contact.mail';
import { insertContactMessage } from './contact.queries';

export type ContactDeps = { db: Db; clocks: Clocks; mailQueue: MailQueue; supportEmail: string };

export function createContactService({ db, clocks, mailQueue, supportEmail }: ContactDeps) {
  const sendCopy = mailQueue.define('contact-copy', contactMail);
  return {
    /** Stored and queued in one transaction. */
    receive: (form: ContactForm, ip: string): Promise<void> =>
      db.transaction(async (tx) => {
        const createdAt = clocks.real.now();
        const { name, email, phone, message } = form;
        const id = newId('contactMessage', createdAt);
        await insertContactMessage(tx, { id, name, email, phone, message, ip, createdAt });
        await sendCopy(tx, {
          to: supportEmail,
          language: BACK_OFFICE_LANGUAGE,
          replyTo: email,
          values: { id, name, email, phone, message, at: createdAt.toISOString() },
        });
      }),
  };
}
export type ContactService = ReturnType<typeof createContactService>;
