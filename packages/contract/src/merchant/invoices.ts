import { z } from 'zod';
import { daySchema, pageOf, pageQuery, searchedFrom, timeSchema } from '../common';
import { defineRoute } from '../route';
import {
  INVOICE_DESCRIPTION_MAX,
  INVOICE_NAME_MAX,
  invoiceAmountSchema,
  invoiceDescriptionSchema,
  invoiceNameSchema,
  paidSeenSchema,
  requestIdSchema,
  returnAddressSchema,
  transIdParam,
} from './invoice-fields';
import { invoiceFlagSchema } from './invoice-flags';
import { networkSchema } from './networks';
import { invoiceClaimSchema } from './payment-claims';
import { STORE_NAME_MAX } from './stores';
import { MATCHED_BY, transferSchema } from './transfer-fields';

export const INVOICE_STATUSES = ['WAITING', 'PROCESSING', 'SUCCESS', 'EXPIRED', 'FAILED'] as const;
export const invoiceStatusSchema = z.enum(INVOICE_STATUSES);
export type InvoiceStatus = z.infer<typeof invoiceStatusSchema>;

/** 1, 2 and 3 are the values in the screens' URLs. */
export const STATUS_BY_NUMBER = { '1': 'WAITING', '2': 'SUCCESS', '3': 'EXPIRED' } as const satisfies Record<string, InvoiceStatus>;

/** What the merchant API calls expired, and the tab Expired lists. */
export const EXPIRED_OR_FAILED = 'EXPIRED_OR_FAILED';

export const invoiceSchema = z.object({
  id: z.string(),
  transId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  amount: z.string(),
  payable: z.string(),
  currency: z.literal('USDT'),
  feeAmount: z.string().describe('"0" unless SUCCESS'),
  feeCharged: z.boolean().describe('false: made in the free trial, the fee is not taken from the balance'),
  status: invoiceStatusSchema,
  flags: z.array(invoiceFlagSchema),
  storeId: z.string(),
  storeName: z.string(),
  requestId: z.string().nullable(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  paidAt: timeSchema.nullable(),
  network: networkSchema.nullable(),
  toAddress: z.string().nullable(),
  fromAddress: z.string().nullable(),
  transactionHash: z.string().nullable(),
  callbackUrl: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const callbackAttemptSchema = z.object({
  at: timeSchema,
  event: z.string(),
  outcome: z.string(),
  httpStatus: z.number().int().nullable(),
  durationMs: z.number().int(),
  response: z.string().nullable(),
  url: z.string().describe('Where it was sent'),
});
export type CallbackAttempt = z.infer<typeof callbackAttemptSchema>;

export const callbackStateSchema = z.object({
  callbackState: z.enum(['none', 'waiting', 'delivered', 'superseded', 'given_up']).describe('Of the newest event that was due'),
  nextCallbackAt: timeSchema.nullable().describe('When the next attempt is due, if one is waiting'),
});
export type CallbackState = z.infer<typeof callbackStateSchema>;

export const timelineEntrySchema = z.object({
  at: timeSchema,
  event: z.string(),
  detail: z.string().nullable(),
  actor: z.string().nullable().describe('The user name, or the API key by its name, of whose call led to it; null: nobody decided it'),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const attachedTransferSchema = transferSchema.extend({
  matchedBy: z
    .enum(MATCHED_BY)
    .describe('exact: its amount was reserved · part: nearly enough, and no other invoice could be meant · hand · signed'),
  canUndo: z.boolean().describe('Whether POST /transfers/{id}/unassign removes it from this invoice: before the invoice is SUCCESS'),
});
export type AttachedTransferWire = z.infer<typeof attachedTransferSchema>;

export const invoiceDetailsSchema = invoiceSchema.extend({
  ...callbackStateSchema.shape,
  fee: z.string().describe('The recorded fee in every state'),
  paid: z.string(),
  due: z.string(),
  dueExact: z.boolean().describe('Whether the customer can be told an amount that completes it: no other invoice has reserved it'),
  networks: z.array(z.object({ network: networkSchema, address: z.string() })),
  successUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  urlPayment: z.string(),
  callbackResponse: z.string().nullable(),
  transfers: z.array(attachedTransferSchema),
  claims: z.array(invoiceClaimSchema).describe('Transactions that were reported on the payment page as payments for this invoice'),
  callbackAttempts: z.array(callbackAttemptSchema),
  timeline: z.array(timelineEntrySchema),
  metadata: z.record(z.string(), z.string()).describe('As given by the shop when it made the invoice'),
});
export type InvoiceDetails = z.infer<typeof invoiceDetailsSchema>;

const AMOUNT_FILTER_RULE = 'Please enter a plain decimal number such as 10.50.';
const amountFilter = z.string().regex(/^[0-9]{1,9}(\.[0-9]{1,6})?$/, AMOUNT_FILTER_RULE);
/** Forms send their empty fields: they do not filter. */
const orEmpty = <T extends z.ZodType>(schema: T) => schema.or(z.literal('')).optional();

/** Text filters are case-insensitive: transId matches as a prefix, the others as substrings. */
export const invoiceFilters = {
  transId: z.string().trim().max(64).optional(),
  name: z.string().trim().max(INVOICE_NAME_MAX).optional(),
  description: z.string().trim().max(INVOICE_DESCRIPTION_MAX).optional(),
  status: orEmpty(z.enum([...INVOICE_STATUSES, '1', '2', '3', EXPIRED_OR_FAILED])).describe(
    `1, 2 and 3 are WAITING, SUCCESS and EXPIRED; ${EXPIRED_OR_FAILED} finds both, as the tab Expired does`,
  ),
  storeName: z.string().trim().max(STORE_NAME_MAX).optional(),
  amountMin: orEmpty(amountFilter),
  amountMax: orEmpty(amountFilter),
  createdFrom: orEmpty(daySchema),
  createdTo: orEmpty(daySchema),
};
export const invoiceListQuery = z.object({ ...invoiceFilters, ...pageQuery });
export type InvoiceListQuery = z.infer<typeof invoiceListQuery>;

export const screenInvoiceSchema = z.object({
  storeId: z.string().min(1).max(64),
  name: invoiceNameSchema,
  description: invoiceDescriptionSchema.optional(),
  amount: invoiceAmountSchema,
  request_id: requestIdSchema.optional(),
  success_url: returnAddressSchema.optional(),
  cancel_url: returnAddressSchema.optional(),
});

const createdOnScreen = z.object({
  transId: z.string(),
  url_payment: z.string(),
  amount: z.string(),
  payable: z.string(),
  expiresAt: timeSchema,
});

export const invoiceCountsSchema = z.object({ total: z.number().int(), byStatus: z.record(invoiceStatusSchema, z.number().int()) });
export type InvoiceCounts = z.infer<typeof invoiceCountsSchema>;

const common = { tag: 'Invoices', access: 'verified' } as const;
const params = z.object({ transId: transIdParam });

export const invoicesApi = {
  list: defineRoute({
    ...common,
    method: 'GET',
    path: '/invoice',
    team: 'read',
    summary: 'Invoices of your stores, newest first',
    query: invoiceListQuery,
    reply: { 200: pageOf(invoiceSchema).extend({ searchedFrom }) },
    errors: ['page_too_far'],
  }),
  create: defineRoute({
    ...common,
    method: 'POST',
    path: '/invoice',
    team: 'invoices',
    limits: ['create-invoice'],
    audit: 'invoice.created',
    summary: 'Create an invoice on screen: a payment link',
    body: screenInvoiceSchema,
    reply: { 201: createdOnScreen, 200: createdOnScreen },
    errors: [
      'not_found',
      'insufficient_balance',
      'store_inactive',
      'request_id_reused',
      'store_has_no_address',
      'too_many_open_invoices_for_amount',
    ],
  }),
  counts: defineRoute({
    ...common,
    method: 'GET',
    path: '/invoice/counts',
    team: 'read',
    summary: 'How many invoices the list has, in all and by status; always exact',
    reply: { 200: invoiceCountsSchema },
  }),
  get: defineRoute({
    ...common,
    method: 'GET',
    path: '/invoice/{transId}',
    team: 'read',
    summary: 'An invoice with its transfers, callback attempts and timeline',
    params,
    reply: { 200: invoiceDetailsSchema },
  }),
  cancel: defineRoute({
    ...common,
    method: 'POST',
    path: '/invoice/{transId}/cancel',
    team: 'invoices',
    audit: 'invoice.cancelled',
    summary: 'End a waiting invoice',
    params,
    reply: { 200: invoiceSchema },
    errors: ['invoice_not_open'],
  }),
  accept: defineRoute({
    ...common,
    method: 'POST',
    path: '/invoice/{transId}/accept',
    team: 'invoices',
    audit: 'invoice.accepted',
    summary: 'Accept a partly paid invoice as paid',
    stepUp: true,
    secondFactor: 'accept',
    params,
    body: z.object({ paid: paidSeenSchema.optional() }).optional(),
    reply: { 200: invoiceSchema },
    errors: ['invoice_not_acceptable', 'invoice_changed', 'below_member_floor'],
  }),
};
