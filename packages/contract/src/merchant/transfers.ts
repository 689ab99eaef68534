import { z } from 'zod';
import { pageOf, pageQuery, timeSchema } from '../common';
import { defineRoute } from '../route';
import { paidSeenSchema, transIdParam } from './invoice-fields';
import { invoiceFlagSchema } from './invoice-flags';
import { invoiceStatusSchema } from './invoices';
import { transferClaimSchema } from './payment-claims';
import { TRANSFER_STATES, transferSchema } from './transfer-fields';

export const DISMISS_REASON_MAX = 500;

/** An invoice that an unmatched transfer may have been meant for, likeliest first. */
export const transferCandidateSchema = z.object({
  transId: z.string(),
  name: z.string(),
  amount: z.string(),
  paid: z.string().describe('What was paid so far'),
  due: z.string().describe('What is still missing on it'),
  createdAt: timeSchema,
  status: invoiceStatusSchema,
  flags: z.array(invoiceFlagSchema),
  storeName: z.string(),
});
export type TransferCandidate = z.infer<typeof transferCandidateSchema>;

export const inboxTransferSchema = transferSchema.extend({
  blockTime: timeSchema.describe('When it was paid, by the chain'),
  storeNames: z.array(z.string()).describe('The stores that receive at this address'),
  transId: z.string().optional().describe('The invoice it belongs to'),
  reason: z.string().optional().describe('Why it was dismissed'),
  canUnassign: z.boolean().describe('Whether it can be removed from its invoice: only before the invoice is SUCCESS'),
  claims: z.array(transferClaimSchema).describe('Who reported it on a payment page; only a signed claim proves anything'),
  candidates: z.array(transferCandidateSchema).describe('Of an unmatched transfer, at most 5'),
});
export type InboxTransfer = z.infer<typeof inboxTransferSchema>;

/** Forms send their empty fields: they do not filter. */
export const transferListQuery = z.object({
  storeId: z.string().max(64).optional(),
  state: z
    .enum([...TRANSFER_STATES, ''])
    .optional()
    .transform((state) => (state === '' ? undefined : state)),
  ...pageQuery,
});
export type TransferListQuery = z.infer<typeof transferListQuery>;

const REASON_RULE = 'Please enter a reason of 1 to 500 characters.';
const reason = z
  .string(REASON_RULE)
  .trim()
  .min(1, REASON_RULE)
  .max(DISMISS_REASON_MAX, REASON_RULE)
  .regex(/^[^\0\p{Cs}]*$/u, 'Please remove characters that cannot be stored.');

const common = { tag: 'Transfers', access: 'verified', platformMoney: true } as const;
const params = z.object({ id: z.string().min(1).max(64) });
const reply = { 200: inboxTransferSchema };

export const transfersApi = {
  list: defineRoute({
    ...common,
    method: 'GET',
    path: '/transfers',
    team: 'read',
    summary: 'Transfers to your addresses, newest first; the unmatched ones with the invoices they may have been meant for',
    query: transferListQuery,
    reply: { 200: pageOf(inboxTransferSchema) },
    errors: ['not_found', 'page_too_far'],
  }),
  assign: defineRoute({
    ...common,
    method: 'POST',
    path: '/transfers/{id}/assign',
    team: 'invoices',
    audit: 'transfer.assigned',
    summary: 'Say which invoice a transfer was meant for; acceptPartial accepts it as paid even if something is missing',
    stepUp: true,
    secondFactor: 'accept',
    params,
    body: z.object({ transId: transIdParam, acceptPartial: z.boolean().optional(), paid: paidSeenSchema.optional() }),
    reply,
    errors: ['transfer_taken', 'invoice_changed', 'below_member_floor'],
  }),
  unassign: defineRoute({
    ...common,
    method: 'POST',
    path: '/transfers/{id}/unassign',
    team: 'invoices',
    audit: 'transfer.unassigned',
    summary: 'Remove a transfer from its invoice, before the invoice is SUCCESS',
    params,
    reply,
    errors: ['conflict', 'invoice_already_paid'],
  }),
  dismiss: defineRoute({
    ...common,
    method: 'POST',
    path: '/transfers/{id}/dismiss',
    team: 'invoices',
    audit: 'transfer.dismissed',
    summary: 'Put an unmatched transfer aside, with a reason',
    params,
    body: z.object({ reason }),
    reply,
    errors: ['transfer_taken'],
  }),
  restore: defineRoute({
    ...common,
    method: 'POST',
    path: '/transfers/{id}/restore',
    team: 'invoices',
    audit: 'transfer.restored',
    summary: 'Take a dismissed transfer back into the inbox',
    params,
    reply,
    errors: ['conflict'],
  }),
};
