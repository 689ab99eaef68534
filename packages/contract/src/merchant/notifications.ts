import { z } from 'zod';
import { defineRoute } from '../route';

/** Which mails about their business a user wants. */
export const notificationSettingsSchema = z.object({
  invoicePaid: z.boolean().describe('A mail for every paid invoice; off until it is switched on'),
  lowBalance: z.boolean().describe('A mail when the available balance runs low; on until it is switched off'),
  monthlyStatement: z.boolean().describe('The statement of every merchant on the first of the month; off until it is switched on'),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

const common = {
  tag: 'Account',
  access: 'verified',
  team: 'own',
  path: '/user/{id}/notifications',
  params: z.object({ id: z.string().min(1).max(64) }),
} as const;

export const notificationsApi = {
  get: defineRoute({
    ...common,
    method: 'GET',
    summary: 'Which mails about invoices and balance the user gets',
    reply: { 200: notificationSettingsSchema },
  }),
  update: defineRoute({
    ...common,
    method: 'PUT',
    audit: 'notifications.changed',
    summary: 'Choose them; what is left out stays as it is',
    body: notificationSettingsSchema.partial(),
    reply: { 200: notificationSettingsSchema },
  }),
};
