import { z } from 'zod';
import { CURSOR_RULE, timeSchema } from '../common';
import { defineRoute } from '../route';
import { callbackEventSchema, callbackEventTypeSchema } from './callback-events';
import {
  invoiceDescriptionSchema,
  invoiceNameSchema,
  metadataSchema,
  requestIdSchema,
  returnAddressSchema,
  sentAmountSchema,
  transIdParam,
  webAddressSchema,
} from './invoice-fields';
import { answerOf, merchantInvoiceSchema } from './merchant-invoice';
import { networkSchema } from './networks';

/** Invoices per page of the merchant API. */
const MERCHANT_PAGE = 50;
const MERCHANT_PAGE_MAX = 100;

export const newInvoiceSchema = z.object({
  name: invoiceNameSchema,
  description: invoiceDescriptionSchema.optional(),
  amount: sentAmountSchema,
  request_id: requestIdSchema,
  callback_url: webAddressSchema.optional().describe('An https address on port 443, unless this gateway allows more'),
  success_url: returnAddressSchema.optional(),
  cancel_url: returnAddressSchema.optional(),
  metadata: metadataSchema.optional(),
});
export type NewInvoice = z.infer<typeof newInvoiceSchema>;

export const createdInvoiceSchema = z.object({
  trans_id: z.string(),
  amount: z.string(),
  status: z.literal('pending'),
  url_payment: z.string(),
  expires_at: timeSchema,
  payable: z.string().describe('What the customer sends: amount, fee, and what tells this payment from others'),
  addresses: z.partialRecord(networkSchema, z.string()).describe('Where the customer may send it, by network'),
});
export type CreatedInvoice = z.infer<typeof createdInvoiceSchema>;

/** By cursor: pages stay right while new invoices arrive. */
const listQuerySchema = z.object({
  status: z.enum(['completed', 'waiting', 'expired']).optional(),
  created_from: timeSchema.optional().describe('Created at or after'),
  created_before: timeSchema.optional(),
  cursor: z
    .string()
    .regex(/^[0-9a-z_]{1,64}$/, CURSOR_RULE)
    .optional()
    .describe('next_cursor of the page before; the same filters go with it'),
  limit: z.coerce.number().int().min(1).max(MERCHANT_PAGE_MAX).default(MERCHANT_PAGE).describe('Invoices per page'),
});
export type MerchantListQuery = z.infer<typeof listQuerySchema>;

const cursorSchema = z
  .string()
  .regex(/^[0-9]{1,18}$/, CURSOR_RULE)
  .optional()
  .describe('next_cursor of the page before; the same filters go with it');
const eventsQuerySchema = z.object({
  type: callbackEventTypeSchema.optional(),
  since: timeSchema.optional().describe('At or after; ask from a few minutes before your last call, and skip the ids you know'),
  cursor: cursorSchema,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MERCHANT_PAGE_MAX)
    .default(MERCHANT_PAGE)
    .describe('Changes per page; one can be several events'),
});
export type MerchantEventsQuery = z.infer<typeof eventsQuerySchema>;

const common = { tag: 'Merchant API', access: 'api-key' } as const;
const params = z.object({ trans_id: transIdParam });

export const merchantApi = {
  create: defineRoute({
    ...common,
    scope: 'create',
    method: 'POST',
    path: '/payment/invoice',
    limits: ['create-invoice'],
    audit: 'invoice.created',
    summary: 'Create an invoice; the same request_id with the same body returns the same invoice with 200',
    body: newInvoiceSchema,
    reply: { 201: answerOf(createdInvoiceSchema), 200: answerOf(createdInvoiceSchema) },
    errors: [
      'insufficient_balance',
      'store_inactive',
      'request_id_reused',
      'callback_port_refused',
      'store_has_no_address',
      'too_many_open_invoices_for_amount',
    ],
  }),
  find: defineRoute({
    ...common,
    scope: 'read',
    method: 'GET',
    path: '/payment/invoice',
    summary: 'Read an invoice by your own order number',
    query: z.object({ request_id: requestIdSchema }),
    reply: { 200: answerOf(merchantInvoiceSchema) },
    errors: ['not_found', 'store_inactive'],
  }),
  list: defineRoute({
    ...common,
    scope: 'read',
    method: 'GET',
    path: '/payment/invoices',
    summary: "List this store's invoices, newest first",
    query: listQuerySchema,
    reply: {
      200: answerOf(z.array(merchantInvoiceSchema)).extend({
        next_cursor: z.string().nullable().describe('For the next page; null on the last one'),
      }),
    },
    errors: ['store_inactive'],
  }),
  events: defineRoute({
    ...common,
    scope: 'read',
    method: 'GET',
    path: '/payment/events',
    summary: "List the events of this store's invoices, newest first: for those who poll instead of receiving callbacks",
    query: eventsQuerySchema,
    reply: {
      200: answerOf(z.array(callbackEventSchema)).extend({
        next_cursor: z.string().nullable().describe('For the next page; null on the last one. A page can be empty and have one'),
      }),
    },
    errors: ['store_inactive'],
  }),
  get: defineRoute({
    ...common,
    scope: 'read',
    method: 'GET',
    path: '/payment/invoice/{trans_id}',
    summary: 'Read an invoice',
    params,
    reply: { 200: answerOf(merchantInvoiceSchema) },
    errors: ['store_inactive'],
  }),
  cancel: defineRoute({
    ...common,
    scope: 'cancel',
    method: 'POST',
    path: '/payment/invoice/{trans_id}/cancel',
    audit: 'invoice.cancelled',
    summary: 'Cancel an invoice that nobody has paid yet',
    params,
    reply: { 200: answerOf(merchantInvoiceSchema) },
    errors: ['invoice_not_open', 'store_inactive'],
  }),
  resendCallback: defineRoute({
    ...common,
    scope: 'callbacks',
    method: 'POST',
    path: '/payment/invoice/{trans_id}/resend-callback',
    limits: ['resend-callback', 'resend-of-store', 'resend-to-host'],
    audit: 'callback.resent',
    summary: "Send the invoice's last callback again, and those that were given up, each with its own webhook-id",
    params,
    reply: { 202: z.object({ status: z.literal('success'), msg: z.string() }) },
    errors: ['no_callback_yet', 'callback_outdated', 'callback_too_old', 'rate_limited', 'store_inactive'],
  }),
};
