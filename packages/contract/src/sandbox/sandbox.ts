import { z } from 'zod';
import { timeSchema } from '../common';
import { defineRoute } from '../route';

export const mailboxEntrySchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: timeSchema,
});
export type MailboxEntry = z.infer<typeof mailboxEntrySchema>;

export const sandboxApi = {
  mailbox: defineRoute({
    method: 'GET',
    path: '/sandbox/mailbox',
    summary: 'Mails that the sandbox has sent, newest first',
    tag: 'Sandbox',
    access: 'sandbox',
    query: z.object({ to: z.string().trim().max(254).optional() }),
    reply: { 200: z.array(mailboxEntrySchema) },
  }),
};
