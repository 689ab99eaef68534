import { z } from 'zod';
import { CURSOR_RULE, timeSchema } from '../common';
import { defineRoute } from '../route';
import { CALLBACK_VERSIONS, callbackEventTypeSchema } from './callback-events';
import { callbackAttemptSchema } from './invoices';

const DELIVERIES_PAGE = 25;
const DELIVERIES_PAGE_MAX = 100;
export const DELIVERY_STATES = ['waiting', 'delivered', 'superseded', 'given_up'] as const;

export const callbackDeliverySchema = z.object({
  id: z.string().describe('Of this delivery'),
  webhookId: z.string().describe('The same in every attempt, also after a restore of the database'),
  type: callbackEventTypeSchema,
  transId: z.string(),
  endpointId: z.string().describe('default: the callback_url of the invoice'),
  url: z.string(),
  version: z.enum([...CALLBACK_VERSIONS, 'epusdt']).describe('epusdt: the body of Epusdt’s protocol'),
  state: z.enum(DELIVERY_STATES).describe('superseded: a newer event made it pointless, or its endpoint was removed'),
  outdated: z.boolean().describe('A later event of the invoice made it untrue: it is not sent again'),
  attempts: z.number().int(),
  createdAt: timeSchema,
  nextAt: timeSchema.nullable().describe('When the next attempt is due, while it waits'),
  last: callbackAttemptSchema.omit({ event: true, url: true }).nullable().describe('The last attempt'),
});
export type CallbackDelivery = z.infer<typeof callbackDeliverySchema>;

const deliveriesQuery = z.object({
  state: z.enum(DELIVERY_STATES).or(z.literal('')).optional(),
  type: callbackEventTypeSchema.or(z.literal('')).optional(),
  cursor: z
    .string()
    .regex(/^[0-9a-z_]{1,64}$/, CURSOR_RULE)
    .optional()
    .describe('next of the page before; the same filters go with it'),
  limit: z.coerce.number().int().min(1).max(DELIVERIES_PAGE_MAX).default(DELIVERIES_PAGE),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

const storeParams = z.object({ id: z.string().min(1).max(64) });
const common = { tag: 'Callbacks', access: 'verified' } as const;

export const deliveriesApi = {
  list: defineRoute({
    ...common,
    team: 'read',
    method: 'GET',
    path: '/store/{id}/deliveries',
    summary: "What was sent to a store's endpoints, newest first, each with its last attempt",
    params: storeParams,
    query: deliveriesQuery,
    reply: { 200: z.object({ content: z.array(callbackDeliverySchema), next: z.string().nullable() }) },
  }),
  resend: defineRoute({
    ...common,
    team: 'invoices',
    method: 'POST',
    path: '/store/{id}/deliveries/{deliveryId}/resend',
    limits: ['resend-callback', 'resend-of-store', 'resend-to-host'],
    audit: 'callback.resent',
    summary: 'Send this callback again, with the same webhook-id and body',
    params: storeParams.extend({ deliveryId: z.string().min(1).max(64) }),
    reply: { 202: z.object({ message: z.string() }) },
    errors: ['rate_limited', 'callback_outdated', 'callback_too_old'],
  }),
};
