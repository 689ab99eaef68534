import { z } from 'zod';
import { storableText } from '../admin/translations';
import { networkSchema } from '../merchant/networks';
import { transferStateSchema } from '../merchant/transfer-fields';
import { refundAmountSchema } from '../refunds/refunds';
import { defineRoute } from '../route';

export const PAY_MODES = ['exact', 'under', 'over', 'double', 'wrong_network', 'fake_token', 'zero'] as const;
const chainState = z.object({ blockHeight: z.number().int(), timeOffsetSeconds: z.number().int() });
const whereaboutsSchema = z.object({
  isRead: z.boolean().describe('The block was read: a transaction without a transfer was none that counts'),
  transfers: z.array(
    z.object({ amount: z.string(), state: transferStateSchema, transId: z.string().nullable().describe('The invoice it belongs to') }),
  ),
});
export type Whereabouts = z.infer<typeof whereaboutsSchema>;
const shared = { tag: 'Sandbox', access: 'sandbox' } as const;

/** What a developer may do to the sandbox's chain and clock. Production does not contain it. */
export const sandboxControlsApi = {
  pay: defineRoute({
    ...shared,
    method: 'POST',
    path: '/sandbox/invoices/{transId}/pay',
    audit: { nothing: 'the sandbox has no real money' },
    summary: "Send real transactions on the local chain to an invoice's address; answers once they are mined",
    params: z.object({ transId: z.string().min(1).max(64) }),
    body: z
      .object({
        network: networkSchema.optional(),
        mode: z.enum(PAY_MODES).default('exact'),
        amount: z
          .string()
          .regex(/^\d{1,9}(\.\d{1,6})?$/, 'A decimal such as 10.05 is expected.')
          .optional(),
      })
      .default({ mode: 'exact' }),
    reply: { 200: z.object({ network: networkSchema, txHashes: z.array(z.string()), blockHeight: z.number().int() }) },
    errors: ['not_found', 'invalid_value'],
  }),
  transfer: defineRoute({
    ...shared,
    method: 'POST',
    path: '/sandbox/chain/transfer',
    audit: { nothing: 'the sandbox has no real money' },
    summary: 'Send USDT on the local chain to any address, as a merchant does with a refund; answers once it is mined',
    body: z.object({
      network: networkSchema,
      address: z.string().min(1).max(100),
      amount: refundAmountSchema,
      from: z.string().min(1).max(100).optional().describe('The address that sends it, without its key; by default one of the chain'),
    }),
    reply: { 200: z.object({ txHash: z.string() }) },
    errors: ['invalid_value'],
  }),
  address: defineRoute({
    ...shared,
    method: 'GET',
    path: '/sandbox/address',
    summary: 'A new address to try things with; it has no keys',
    query: z.object({ network: networkSchema }),
    reply: { 200: z.object({ address: z.string() }) },
  }),
  whereabouts: defineRoute({
    ...shared,
    method: 'GET',
    path: '/sandbox/transfers/{txHash}',
    summary: 'What became of a transaction: the transfers that were recorded of it, and whether its block has been read at all',
    params: z.object({ txHash: z.string().min(1).max(100) }),
    query: z.object({ network: networkSchema, blockHeight: z.coerce.number().int().min(0) }),
    reply: { 200: whereaboutsSchema },
  }),
  mine: defineRoute({
    ...shared,
    method: 'POST',
    path: '/sandbox/chain/mine',
    audit: { nothing: 'the sandbox has no real money' },
    summary: 'Mine blocks now',
    body: z.object({ network: networkSchema.optional(), blocks: z.number().int().min(1).max(10_000) }),
    reply: { 200: chainState },
    errors: ['invalid_value'],
  }),
  reorg: defineRoute({
    ...shared,
    method: 'POST',
    path: '/sandbox/chain/reorg',
    audit: { nothing: 'the sandbox has no real money' },
    summary: 'Replace the last blocks, with or without their transactions; the networks on one node are cut together',
    body: z.object({ network: networkSchema.optional(), depth: z.number().int().min(1).max(256), keep: z.boolean() }),
    reply: { 200: chainState },
    errors: ['invalid_value'],
  }),
  clock: defineRoute({
    ...shared,
    method: 'POST',
    path: '/sandbox/clock',
    audit: { nothing: 'the sandbox has no real money' },
    summary: "Move business time and the chain's time forward",
    body: z.object({
      advanceSeconds: z
        .number()
        .int()
        .min(0)
        .max(366 * 86_400),
    }),
    reply: { 200: chainState },
  }),
  bankTransfer: defineRoute({
    ...shared,
    method: 'POST',
    path: '/sandbox/bank-transfer',
    audit: { nothing: 'the sandbox has no real money' },
    summary: 'The bank feed reports an incoming transfer; the same transactionId is the same transfer',
    body: z.object({
      reference: storableText.max(2_000).describe('What the sender wrote'),
      amountVnd: z.number().int().min(1),
      transactionId: z
        .union([z.number().int(), storableText.min(1).max(100)])
        .transform(String)
        .optional(),
    }),
    reply: {
      200: z.object({
        transactionId: z.string(),
        outcome: z.enum(['credited', 'unmatched', 'duplicate']).describe('duplicate: this transactionId was reported before'),
      }),
    },
    errors: ['invalid_value'],
  }),
};
