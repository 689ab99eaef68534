import { z } from 'zod';
import { timeSchema } from '../common';
import { requestIdSchema, transIdParam } from '../merchant/invoice-fields';
import { answerOf } from '../merchant/merchant-invoice';
import { networkSchema } from '../merchant/networks';
import { txHashSchema } from '../merchant/payment-claims';
import { defineRoute } from '../route';
import { refundReasonSchema } from './refund-fields';
import { ADDRESS_REFUSALS, newRefundSchema, REFUND_PROBLEMS, REFUND_STATUSES, REFUND_WARNINGS } from './refunds';

/** As shops read it, from its plan to its proof. */
export const invoiceRefundSchema = z.object({
  id: z.string(),
  request_id: z.string().nullable().describe('null for a refund that was planned on screen'),
  status: z
    .enum(REFUND_STATUSES)
    .describe('planned: not found on chain yet · seen: in a block · confirmed: final, proven like a payment · cancelled'),
  amount: z.string().describe('USDT'),
  network: networkSchema,
  to_address: z.string(),
  reason: refundReasonSchema,
  created_at: timeSchema,
  trans_hash: z.string().nullable().describe('It proves nothing before the refund is seen'),
  problem: z.enum(REFUND_PROBLEMS).nullable().describe('Why a transaction that was named proves nothing after all'),
  from_address: z.string().nullable(),
  confirmations: z.number().int().nullable(),
  confirmations_needed: z.number().int().nullable(),
  confirmed_at: timeSchema.nullable(),
});
export type InvoiceRefund = z.infer<typeof invoiceRefundSchema>;

export const invoiceRefundsSchema = z.object({
  received: z.string().describe('What arrived and is final'),
  refunded: z.string().describe('What was sent back and is final'),
  left: z.string().describe('What can still be planned'),
  suggestions: z
    .array(
      z.object({
        reason: refundReasonSchema,
        amount: z.string(),
        network: networkSchema,
        to_address: z.string().describe('The address that sent the payment'),
      }),
    )
    .describe('The likeliest first; empty when nothing is left'),
  refunds: z.array(invoiceRefundSchema).describe('Newest first'),
});
export type InvoiceRefunds = z.infer<typeof invoiceRefundsSchema>;

export const plannedRefundSchema = invoiceRefundSchema.extend({
  warnings: z
    .array(z.enum(REFUND_WARNINGS))
    .describe('What is known of the address: pays_many and busy are probably an exchange, which may not credit your customer'),
});
export type PlannedRefund = z.infer<typeof plannedRefundSchema>;

export const requestedRefundSchema = newRefundSchema.extend({
  request_id: requestIdSchema.describe('Your own number of the refund: the same one again returns the same refund of the invoice'),
});
export type RequestedRefund = z.infer<typeof requestedRefundSchema>;

const common = { tag: 'Merchant API', access: 'api-key', scope: 'refunds' } as const;
const params = z.object({ trans_id: transIdParam });
const refundParams = params.extend({ id: z.string().min(1).max(64).describe('Of the refund') });

/** Refunds by API key. We hold no keys of wallets: a refund is planned here, sent by the merchant, and proven on chain. */
export const merchantRefundsApi = {
  listRefunds: defineRoute({
    ...common,
    method: 'GET',
    path: '/payment/invoice/{trans_id}/refunds',
    summary: 'The refunds of an invoice, and what could be refunded to whom',
    params,
    reply: { 200: answerOf(invoiceRefundsSchema) },
    errors: ['store_inactive'],
  }),
  planRefund: defineRoute({
    ...common,
    method: 'POST',
    path: '/payment/invoice/{trans_id}/refunds',
    audit: 'refund.planned',
    summary:
      'Plan a refund to an address that paid the invoice. You send it from your own wallet; the same request_id returns the same refund',
    params,
    body: requestedRefundSchema,
    reply: { 201: answerOf(plannedRefundSchema), 200: answerOf(plannedRefundSchema) },
    errors: [
      ...ADDRESS_REFUSALS,
      'refund_to_unknown_address',
      'refund_too_large',
      'too_many_refunds',
      'refund_request_id_reused',
      'store_inactive',
    ],
  }),
  reportRefund: defineRoute({
    ...common,
    method: 'POST',
    path: '/payment/invoice/{trans_id}/refunds/{id}/transaction',
    limits: ['refund-reports'],
    audit: 'refund.reported',
    summary: 'Name the transaction of a refund; it is verified on chain like a payment. Naming the same one again changes nothing',
    params: refundParams,
    body: z.object({ trans_hash: txHashSchema }),
    reply: { 200: answerOf(invoiceRefundSchema) },
    errors: ['refund_not_open', ...REFUND_PROBLEMS, 'store_inactive'],
  }),
  cancelRefund: defineRoute({
    ...common,
    method: 'POST',
    path: '/payment/invoice/{trans_id}/refunds/{id}/cancel',
    audit: 'refund.cancelled',
    summary: 'Drop a planned refund that was not sent',
    params: refundParams,
    reply: { 200: answerOf(invoiceRefundSchema) },
    errors: ['refund_not_open', 'store_inactive'],
  }),
};
