import { z } from 'zod';
import { timeSchema } from '../common';
import { merchantRefundSchema } from '../refunds/refund-fields';
import { invoiceFlagSchema } from './invoice-flags';
import { networkSchema } from './networks';

export const merchantInvoiceSchema = z.object({
  trans_id: z.string(),
  request_id: z.string().nullable().describe('null for an invoice made on screen without one'),
  amount: z.string(),
  fee: z.string(),
  payable: z.string().describe('What the customer sends'),
  status: z.enum(['completed', 'waiting', 'expired']),
  network: networkSchema.optional(),
  from_address: z.string().optional(),
  trans_hash: z.string().optional(),
  created_at: timeSchema,
  expires_at: timeSchema,
  paid_at: timeSchema.optional(),
  paid: z.string().describe('What arrived and is in a block'),
  flags: z.array(invoiceFlagSchema),
  refunded: z.string().describe('What you sent back and is final on the chain; the fee of the invoice stays'),
  refunds: z.array(merchantRefundSchema).optional().describe('Only where one invoice is asked for and something was refunded'),
  metadata: z.record(z.string(), z.string()).describe('As given when the invoice was made; empty when there was none'),
});
export type MerchantInvoice = z.infer<typeof merchantInvoiceSchema>;

/** What every call of the merchant API answers. */
export const answerOf = <T extends z.ZodType>(data: T) => z.object({ status: z.literal('success'), msg: z.string(), data });
