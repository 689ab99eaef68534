import { z } from 'zod';
import { pageQuery, timeSchema } from '../common';
import { defineRoute } from '../route';

/** Authenticated first, then parsed strictly by the server: a refused body reveals nothing to strangers. */
const providerBody = z.record(z.string(), z.unknown());

const feed = { tag: 'Bank feed', access: 'feed', method: 'POST' } as const;

export const bankFeedApi = {
  sepay: defineRoute({
    ...feed,
    path: '/bank-feed/sepay',
    audit: { nothing: 'what a bank reports is stored as it came' },
    summary: "SePay's webhook: id, accountNumber, transferType (in, out), transferAmount, content, referenceCode",
    body: providerBody,
    reply: { 200: z.object({ success: z.literal(true) }) },
    errors: ['invalid_api_key', 'invalid_value'],
  }),
  casso: defineRoute({
    ...feed,
    path: '/bank-feed/casso',
    audit: { nothing: 'what a bank reports is stored as it came' },
    summary: "Casso's webhook: data is a list (first format, Secure-Token) or one transfer (second format, X-Casso-Signature)",
    body: providerBody,
    reply: { 200: z.object({ error: z.literal(0), success: z.literal(true) }) },
    errors: ['invalid_api_key', 'invalid_value'],
  }),
};

/** Why a transfer waits for an admin. */
export const UNMATCHED_REASONS = [
  'no_reference',
  'unknown_reference',
  'two_references',
  'implausible_amount',
  'possible_duplicate',
  'rate_too_old',
] as const;

/** A bank deposit that may be meant: named in the text, or of exactly this amount. */
const candidate = z.object({
  depositId: z.string(),
  username: z.string(),
  reference: z.string(),
  amountVnd: z.number().int(),
  status: z.enum(['PENDING', 'SUCCESS', 'CANCELED']),
  createDate: timeSchema,
});

export const unmatchedBankTransferSchema = z.object({
  id: z.string(),
  provider: z.enum(['sepay', 'casso']),
  transactionId: z.string().describe("The provider's number of the transfer"),
  amountVnd: z.number().int(),
  content: z.string().describe('What the sender wrote'),
  account: z.string().describe('Our account that received it'),
  reason: z.enum(UNMATCHED_REASONS),
  receivedAt: timeSchema,
  resembles: z
    .object({
      provider: z.enum(['sepay', 'casso']),
      transactionId: z.string(),
      receivedAt: timeSchema,
      depositId: z.string().nullable().describe('Null while it waits here too'),
    })
    .nullable()
    .describe('The transfer that a possible duplicate may be'),
  candidates: z.array(candidate),
});
export type UnmatchedBankTransfer = z.infer<typeof unmatchedBankTransferSchema>;

const admin = { tag: 'Admin', access: 'admin' } as const;
const REASON_RULE = 'Please enter a reason of 1 to 500 characters.';

export const bankInboxApi = {
  list: defineRoute({
    ...admin,
    method: 'GET',
    path: '/admin/unmatched-bank-transfers',
    summary: 'Bank transfers that match no deposit, newest first',
    query: z.object(pageQuery),
    reply: {
      200: z.object({
        status: z.literal('success'),
        data: z.object({
          transfers: z.array(unmatchedBankTransferSchema),
          currentPage: z.number().int(),
          totalPages: z.number().int(),
        }),
      }),
    },
    errors: ['page_too_far'],
  }),
  assign: defineRoute({
    ...admin,
    method: 'POST',
    path: '/admin/unmatched-bank-transfers/{id}/assign',
    stepUp: true,
    audit: 'bank-transfer.assign',
    summary: 'Credit a waiting bank transfer to the owner of a bank deposit; audited',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.object({
      depositId: z.string().min(1).max(64),
      reason: z
        .string(REASON_RULE)
        .trim()
        .min(1, REASON_RULE)
        .max(500, REASON_RULE)
        .regex(/^[^\0\p{Cs}]*$/u, REASON_RULE),
    }),
    reply: { 200: z.object({ status: z.literal('success'), data: z.object({ depositId: z.string(), credited: z.string() }) }) },
    errors: ['not_found', 'transfer_taken', 'invalid_value', 'rate_too_old'],
  }),
};
