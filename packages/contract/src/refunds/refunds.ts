import { parseMicros } from '@stablegate/rules';
import { z } from 'zod';
import { timeSchema } from '../common';
import { transIdParam } from '../merchant/invoice-fields';
import { networkSchema } from '../merchant/networks';
import { txHashSchema } from '../merchant/payment-claims';
import { defineRoute } from '../route';
import { refundReasonSchema } from './refund-fields';

export const REFUND_STATUSES = ['planned', 'seen', 'confirmed', 'cancelled'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Why a transaction does not prove a refund; each is an error code too. */
export const REFUND_PROBLEMS = ['refund_to_other_address', 'refund_of_other_amount', 'refund_too_early', 'refund_taken'] as const;
export type RefundProblem = (typeof REFUND_PROBLEMS)[number];

export const refundSchema = z.object({
  id: z.string(),
  network: networkSchema,
  amount: z.string(),
  toAddress: z.string(),
  reason: refundReasonSchema,
  status: z
    .enum(REFUND_STATUSES)
    .describe('planned: not found on chain yet · seen: in a block · confirmed: final, proven like a payment · cancelled'),
  createdAt: timeSchema,
  txHash: z.string().nullable().describe('Reported by you or found; it proves nothing before it is seen'),
  problem: z.enum(REFUND_PROBLEMS).nullable().describe('Why a reported transaction was not accepted after all'),
  fromAddress: z.string().nullable(),
  blockNumber: z.number().int().nullable(),
  blockTime: timeSchema.nullable(),
  confirmations: z.number().int().nullable(),
  confirmationsNeeded: z.number().int().nullable(),
  confirmedAt: timeSchema.nullable(),
  searchedUntil: timeSchema
    .nullable()
    .describe(
      'Until then a transfer from one of your own receiving addresses is found without its hash; null: not any more, or not needed',
    ),
});
export type Refund = z.infer<typeof refundSchema>;

export const refundSuggestionSchema = z.object({
  reason: refundReasonSchema,
  amount: z.string(),
  network: networkSchema,
  toAddress: z.string().describe('The address that sent the payment'),
});
export type RefundSuggestion = z.infer<typeof refundSuggestionSchema>;

export const refundOverviewSchema = z.object({
  received: z.string().describe('What arrived and is final'),
  refunded: z.string().describe('What was sent back and is final'),
  left: z.string().describe('What can still be planned'),
  suggestions: z.array(refundSuggestionSchema).describe('The likeliest first; empty when nothing is left'),
  refunds: z.array(refundSchema).describe('Newest first'),
});
export type RefundOverview = z.infer<typeof refundOverviewSchema>;

/**
 * pays_many: payments to several merchants came from it, so it is probably a hot wallet of an exchange · busy: more transfers arrive there
 * than at a person's wallet · contract: nobody may be able to move USDT there · not_the_sender: no payment of this invoice came from it
 */
export const REFUND_WARNINGS = ['pays_many', 'busy', 'contract', 'not_the_sender'] as const;
export type RefundWarning = (typeof REFUND_WARNINGS)[number];

const AMOUNT_RULE = 'Please enter a plain decimal number above 0 with at most 6 decimal places.';
export const refundAmountSchema = z
  .string(AMOUNT_RULE)
  .trim()
  .refine((amount) => (parseMicros(amount) ?? 0n) > 0n, AMOUNT_RULE);
const ADDRESS_CHARS_MAX = 100;
const ADDRESS_RULE = 'Please enter an address.';
const place = {
  network: networkSchema,
  address: z.string(ADDRESS_RULE).trim().min(1, ADDRESS_RULE).max(ADDRESS_CHARS_MAX, ADDRESS_RULE),
};
export const newRefundSchema = z.object({ ...place, amount: refundAmountSchema, reason: refundReasonSchema });
export type NewRefund = z.infer<typeof newRefundSchema>;

const common = { tag: 'Invoices', access: 'verified' } as const;
const params = z.object({ transId: transIdParam });
const refundParams = params.extend({ id: z.string().min(1).max(64) });
export const ADDRESS_REFUSALS = ['invalid_address', 'address_is_token', 'address_is_unspendable', 'refund_to_own_address'] as const;

export const refundsApi = {
  list: defineRoute({
    ...common,
    method: 'GET',
    path: '/invoice/{transId}/refunds',
    team: 'read',
    summary: 'The refunds of an invoice, and what could be refunded to whom',
    params,
    reply: { 200: refundOverviewSchema },
  }),
  checkAddress: defineRoute({
    ...common,
    method: 'GET',
    path: '/invoice/{transId}/refunds/address',
    team: 'invoices',
    summary: 'What is known about an address before a refund is sent there',
    params,
    query: z.object(place),
    reply: { 200: z.object({ address: z.string(), warnings: z.array(z.enum(REFUND_WARNINGS)) }) },
    errors: [...ADDRESS_REFUSALS],
  }),
  plan: defineRoute({
    ...common,
    method: 'POST',
    path: '/invoice/{transId}/refunds',
    team: 'invoices',
    stepUp: 'sometimes',
    audit: 'refund.planned',
    summary: 'Plan a refund. You send it from your own wallet; an address that sent none of the payments needs a recent sign-in',
    params,
    body: newRefundSchema,
    reply: { 201: refundSchema },
    errors: [...ADDRESS_REFUSALS, 'refund_too_large', 'too_many_refunds'],
  }),
  report: defineRoute({
    ...common,
    method: 'POST',
    path: '/invoice/{transId}/refunds/{id}/transaction',
    team: 'invoices',
    limits: ['refund-reports'],
    audit: 'refund.reported',
    summary: 'Name the transaction of a refund; it is verified on chain like a payment',
    params: refundParams,
    body: z.object({ txHash: txHashSchema }),
    reply: { 200: refundSchema },
    errors: ['refund_not_open', ...REFUND_PROBLEMS],
  }),
  cancel: defineRoute({
    ...common,
    method: 'POST',
    path: '/invoice/{transId}/refunds/{id}/cancel',
    team: 'invoices',
    audit: 'refund.cancelled',
    summary: 'Drop a planned refund that was not sent',
    params: refundParams,
    reply: { 200: refundSchema },
    errors: ['refund_not_open'],
  }),
};
