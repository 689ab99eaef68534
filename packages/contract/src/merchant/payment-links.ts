import { DUST_MICROS, formatMicros, parseInvoiceAmount } from '@stablegate/rules';
import { z } from 'zod';
import { emptyReply, timeSchema } from '../common';
import { defineRoute } from '../route';
import { invoiceAmountSchema, invoiceDescriptionSchema, invoiceNameSchema } from './invoice-fields';

export const LINKS_PER_ACCOUNT_MAX = 200;
export const LINK_QUESTIONS_MAX = 5;
/** A question is the key of the invoice's metadata, and the answer its value. */
export const LINK_QUESTION_CHARS_MAX = 40;
export const LINK_ANSWER_CHARS_MAX = 500;
export const LINK_MESSAGE_CHARS_MAX = 1_000;
/** Of an open amount, where the owner sets none: strangers type it, and its fee is reserved from the owner's balance. */
export const LINK_AMOUNT_MAX_DEFAULT = '10000';
/** Of an open amount: less is dust everywhere else, and would buy what a link gives to those who have paid. */
export const LINK_AMOUNT_MIN = formatMicros(DUST_MICROS, 2);
/** A person needs one, and a family behind one connection a few. */
export const LINK_UNPAID_PER_ADDRESS_MAX = 3;
const STOCK_MAX = 1_000_000;

const QUESTION_RULE = 'Please enter a question of 1 to 40 characters.';
export const linkQuestionSchema = z.object({
  label: z
    .string(QUESTION_RULE)
    .trim()
    .min(1, QUESTION_RULE)
    .max(LINK_QUESTION_CHARS_MAX, QUESTION_RULE)
    .regex(/^[^\0\p{Cs}]*$/u, QUESTION_RULE),
  required: z.boolean(),
});
export type LinkQuestion = z.infer<typeof linkQuestionSchema>;

const LEAST_RULE = 'Please enter at least 0.01 USDT.';
export const chosenAmountSchema = invoiceAmountSchema.refine(
  (amount) => (parseInvoiceAmount(amount) ?? DUST_MICROS) >= DUST_MICROS,
  LEAST_RULE,
);

const STOCK_RULE = 'Please enter a whole number from 1 to 1,000,000.';
export const linkStockSchema = z.int(STOCK_RULE).min(1, STOCK_RULE).max(STOCK_MAX, STOCK_RULE);
const DIFFERENT_RULE = 'Please ask each question once.';
const MESSAGE_RULE = 'Please enter a message of at most 1000 characters.';
const linkFields = {
  name: invoiceNameSchema.describe('What is sold; the name of each invoice'),
  description: invoiceDescriptionSchema.nullable(),
  amount: invoiceAmountSchema.nullable().describe('null: the customer chooses it'),
  amountMax: invoiceAmountSchema
    .nullable()
    .describe(`The greatest amount that customers may choose, where the amount is theirs; null: ${LINK_AMOUNT_MAX_DEFAULT}`),
  holdMax: invoiceAmountSchema
    .nullable()
    .describe('USD of the balance that unpaid orders of this link may reserve for fees; null: what all links may, a tenth of the balance'),
  stock: linkStockSchema.nullable().describe('How many may be sold in all; null: any number'),
  endsAt: timeSchema.nullable(),
  questions: z
    .array(linkQuestionSchema)
    .max(LINK_QUESTIONS_MAX)
    .refine((questions) => new Set(questions.map(({ label }) => label)).size === questions.length, DIFFERENT_RULE)
    .describe('Asked before paying; the answers are in the metadata of the invoice'),
  successMessage: z
    .string(MESSAGE_RULE)
    .max(LINK_MESSAGE_CHARS_MAX, MESSAGE_RULE)
    .regex(/^[^\0\p{Cs}]*$/u, MESSAGE_RULE)
    .nullable()
    .describe('Shown to those who have paid, and to nobody else'),
} as const;

export const linkStateSchema = z.enum(['open', 'off', 'ended', 'sold_out']);
export type LinkState = z.infer<typeof linkStateSchema>;

export const paymentLinkSchema = z.object({
  ...linkFields,
  id: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  state: linkStateSchema,
  paid: z.int().describe('How many invoices of it are paid'),
  held: z.string().describe('USD of the balance that unpaid orders reserve for their fees'),
  taken: z.int().describe('Paid or still open: what the stock has less'),
  createdAt: timeSchema,
});
export type PaymentLink = z.infer<typeof paymentLinkSchema>;

const linkBody = z.object({
  ...linkFields,
  // Only here: the replies also show what was saved before these rules.
  amountMax: chosenAmountSchema
    .nullable()
    .default(null)
    .describe(`The greatest amount that customers may choose, at least ${LINK_AMOUNT_MIN}; null: ${LINK_AMOUNT_MAX_DEFAULT}`),
  holdMax: linkFields.holdMax.default(null),
  enabled: z.boolean().default(true),
});
export type PaymentLinkInput = z.infer<typeof linkBody>;

const linkChallengeSchema = z.object({
  challenge: z.string(),
  bits: z.int().describe('With how many zero bits SHA-256 of challenge, "." and nonce has to begin'),
});
export type LinkChallenge = z.infer<typeof linkChallengeSchema>;

const linkProofSchema = z.object({
  challenge: z.string().min(1).max(128),
  nonce: z
    .string()
    .regex(/^\d{1,16}$/)
    .describe('Digits that were found by trying'),
});
export type LinkProof = z.infer<typeof linkProofSchema>;

/** What a customer sees before paying. */
export const openLinkSchema = z.object({
  store: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  amount: z.string().nullable(),
  amountMax: z.string().nullable().describe('The greatest amount that the customer may choose; null where the amount is fixed'),
  state: linkStateSchema,
  left: z.int().nullable().describe('How many can still be bought; null: any number'),
  questions: z.array(linkQuestionSchema),
  successMessage: z.string().nullable().describe('Only with the order of a paid invoice'),
  isOversold: z.boolean().describe('The order that was asked about is paid, but the last item was sold before its payment arrived'),
  isPaid: z.boolean().describe('Whether the order that was asked about is paid'),
  receipt: z
    .object({ transId: z.string(), amount: z.string().describe('What was paid, with the fee') })
    .nullable()
    .describe('Of the order that was asked about, once it is paid'),
  proof: linkChallengeSchema
    .nullable()
    .describe(
      'What an order has to prove, where the operator asks for it: for this link and network address, for 30 minutes and one order',
    ),
});
export type OpenLink = z.infer<typeof openLinkSchema>;

const common = { tag: 'Payment links', access: 'verified' } as const;
const params = z.object({ id: z.string().min(1).max(64) });
const slugParams = z.object({ slug: z.string().min(1).max(64) });

export const paymentLinksApi = {
  list: defineRoute({
    ...common,
    method: 'GET',
    path: '/payment-links',
    team: 'read',
    summary: 'All payment links, newest first',
    reply: { 200: z.array(paymentLinkSchema) },
  }),
  create: defineRoute({
    ...common,
    method: 'POST',
    path: '/payment-links',
    team: 'invoices',
    limits: ['create-store'],
    audit: 'payment-link.created',
    secondFactor: 'links',
    summary: 'Make a link that many customers can pay; each payment is an invoice of its own',
    body: linkBody.extend({ storeId: z.string().min(1).max(64) }),
    reply: { 201: paymentLinkSchema },
    errors: ['not_found', 'store_inactive', 'too_many_links'],
  }),
  change: defineRoute({
    ...common,
    method: 'PUT',
    path: '/payment-links/{id}',
    team: 'invoices',
    audit: ['payment-link.changed', 'payment-link.repriced'],
    secondFactor: 'links',
    summary: 'Change a link, or switch it off; invoices that exist stay as they are',
    params,
    body: linkBody,
    reply: { 200: paymentLinkSchema },
    errors: ['not_found'],
  }),
  remove: defineRoute({
    ...common,
    method: 'DELETE',
    path: '/payment-links/{id}',
    team: 'invoices',
    audit: 'payment-link.deleted',
    secondFactor: 'links',
    summary: 'Delete a link; customers can no longer pay it, and invoices that exist stay as they are',
    params,
    reply: { 204: emptyReply },
    errors: ['not_found'],
  }),
  open: defineRoute({
    method: 'GET',
    path: '/pay/{slug}',
    tag: 'Payment links',
    access: 'public',
    limits: ['payment-page'],
    summary: 'What the page of a payment link shows',
    params: slugParams,
    query: z.object({ order: z.string().max(64).optional().describe('From the return address of an invoice') }),
    reply: { 200: openLinkSchema },
    errors: ['not_found'],
  }),
  pay: defineRoute({
    method: 'POST',
    path: '/pay/{slug}',
    tag: 'Payment links',
    access: 'public',
    limits: ['link-orders', 'orders-of-link'],
    audit: 'invoice.created',
    summary: 'Make an invoice of a payment link; answers where it is paid',
    params: slugParams,
    body: z.object({
      amount: chosenAmountSchema.optional().describe(`Where the link leaves it to the customer, at least ${LINK_AMOUNT_MIN}`),
      answers: z
        .array(
          z
            .string()
            .trim()
            .max(LINK_ANSWER_CHARS_MAX)
            .regex(/^[^\0\p{Cs}]*$/u, 'Please remove characters that cannot be stored.'),
        )
        .max(LINK_QUESTIONS_MAX)
        .default([]),
      proof: linkProofSchema.optional().describe('Where the link asks for one; the same proof and order answer the same invoice'),
    }),
    reply: { 201: z.object({ transId: z.string(), url_payment: z.string() }) },
    errors: [
      'not_found',
      'link_not_open',
      'too_many_unpaid_orders',
      'proof_needed',
      'invalid_value',
      'store_inactive',
      'unavailable',
      'rate_limited',
    ],
  }),
};
