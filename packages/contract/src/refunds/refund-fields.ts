import { z } from 'zod';
import { timeSchema } from '../common';
import { networkSchema } from '../merchant/networks';

export const REFUND_REASONS = ['overpaid', 'double', 'late', 'underpaid', 'returned', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export const refundReasonSchema = z.enum(REFUND_REASONS);

/** As shops read it: a refund that is final on the chain. */
export const merchantRefundSchema = z.object({
  id: z.string(),
  amount: z.string().describe('USDT'),
  network: networkSchema,
  from_address: z.string(),
  to_address: z.string(),
  trans_hash: z.string(),
  reason: refundReasonSchema,
  confirmed_at: timeSchema,
});
export type MerchantRefund = z.infer<typeof merchantRefundSchema>;
