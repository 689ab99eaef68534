import { z } from 'zod';
import { timeSchema } from '../common';
import { defineRoute } from '../route';
import { transIdParam } from './invoice-fields';
import { networkFactsSchema, networkSchema } from './networks';

const params = z.object({ transId: transIdParam });

const takenBackSchema = z.object({ network: networkSchema, tx_hash: z.string(), amount: z.string(), at: timeSchema });
export type TakenBack = z.infer<typeof takenBackSchema>;

/** Neither hash nor sender: the viewer of the page may not be the payer. */
const otherAmountSchema = z.object({
  amount: z.string(),
  network: networkSchema,
  seen_at: timeSchema,
  claimed: z.boolean().describe('Somebody has claimed it for this invoice'),
});
export type OtherAmount = z.infer<typeof otherAmountSchema>;

/** The same facts as in `GET /networks`, in this view's naming. */
const { chainId, contract, decimals, confirmations, finalSeconds, explorerTx, explorerAddress } = networkFactsSchema.shape;
const payNetworkSchema = z.object({
  network: networkSchema,
  address: z.string(),
  chain_id: chainId,
  contract,
  decimals,
  confirmations,
  final_seconds: finalSeconds,
  explorer_tx: explorerTx,
  explorer_address: explorerAddress,
});
export type PayNetwork = z.infer<typeof payNetworkSchema>;

export const paymentViewSchema = z.object({
  trans_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  store: z.string(),
  networks: z.array(payNetworkSchema),
  also_watched: z.array(payNetworkSchema).optional().describe('EVM networks that are not offered, on which the same address is watched'),
  status: z.enum(['waiting', 'processing', 'success', 'expired', 'failed']),
  amount: z.string().describe('What to send, with 4 decimals'),
  price: z
    .string()
    .optional()
    .describe('What the shop charges; whatever amount exceeds price and fee tells this payment apart from others'),
  fee: z.string().optional().describe('The service fee within amount'),
  paid: z.string(),
  due: z.string().describe('What to send now, with 4 decimals; "0.0000" while due_exact is false'),
  due_exact: z
    .boolean()
    .optional()
    .describe('false: something is missing, but no amount is free that would tell it from other payments; nothing can be sent for it'),
  currency: z.literal('USDT'),
  created_at: timeSchema,
  expires_at: timeSchema,
  server_time: timeSchema,
  success_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  confirmations: z.number().int().optional(),
  confirmations_needed: z.number().int().optional().describe('With how many the payment is final'),
  seconds_left: z.number().int().optional().describe('About how long until the payment is final'),
  network: networkSchema.optional().describe('Of the payment that was seen'),
  tx_hash: z.string().optional(),
  from_address: z.string().optional(),
  paid_at: timeSchema.optional(),
  paid_late: z.boolean().optional().describe('The payment arrived after the deadline'),
  canceled: z.boolean().optional().describe('The shop cancelled the invoice before its deadline'),
  taken_back: takenBackSchema
    .optional()
    .describe('The network reversed this transfer; it usually comes back on its own. Nothing should be sent again'),
  other_amounts: z
    .array(otherAmountSchema)
    .optional()
    .describe('Arrived at an address of this invoice since it was created and matches no invoice; newest first, at most 5'),
  version: z.number().int().describe('Grows with every change: a live message with a lower one is old'),
});
export type PaymentView = z.infer<typeof paymentViewSchema>;

export const paymentPageApi = {
  view: defineRoute({
    method: 'GET',
    path: '/payment/{transId}',
    summary: 'What the payment page shows of an invoice',
    tag: 'Payment page',
    access: 'public',
    limits: ['payment-page'],
    params,
    reply: { 200: z.object({ status: z.literal('success'), data: paymentViewSchema }) },
  }),
  walletTransaction: defineRoute({
    method: 'POST',
    path: '/payment/{transId}/wallet-transaction',
    audit: { nothing: 'it only prepares what the payer signs' },
    summary: 'An unsigned Solana transaction that pays what is due, for the wallet that will sign and send it',
    tag: 'Payment page',
    access: 'public',
    limits: ['wallet-transactions', 'look-ups'],
    params,
    body: z.object({ account: z.string().min(1).max(64).describe('The address of the wallet that pays') }),
    reply: {
      200: z.object({
        status: z.literal('success'),
        data: z.object({ transaction: z.string().describe('Base64; valid for about a minute and a half') }),
      }),
    },
    errors: ['not_found', 'invalid_address', 'address_in_use', 'invoice_not_open', 'rate_limited', 'unavailable'],
  }),
};
