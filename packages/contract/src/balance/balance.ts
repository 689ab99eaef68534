import { z } from 'zod';
import { daySchema, exportFormatSchema, pageOf, pageQuery, timeSchema } from '../common';
import { defineRoute } from '../route';

/** Why a balance changed. Screens show and translate the text, and the reason filter searches it. */
export const TRANSACTION_REASONS = ['USDT top-up', 'Bank top-up', 'Invoice fee', 'Fee refund', 'Adjustment'] as const;
export type TransactionReason = (typeof TRANSACTION_REASONS)[number];

export const transactionTypeSchema = z.enum(['add', 'top-up', 'deduct']);
export type TransactionType = z.infer<typeof transactionTypeSchema>;

/** beforeBalance + amount = afterBalance: deductions are negative. */
export const transactionSchema = z.object({
  id: z.string(),
  type: transactionTypeSchema,
  createdAt: timeSchema,
  createTime: timeSchema,
  beforeBalance: z.string(),
  amount: z.string(),
  afterBalance: z.string(),
  description: z.enum(TRANSACTION_REASONS),
  invoiceId: z.string().nullable().describe('Of a fee: its invoice; GET /invoice/{transId} takes it too'),
  transId: z.string().nullable().describe('Of a fee: the transaction ID of its invoice'),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** Dates are whole days of the business time zone, both included; type=add includes top-ups. */
export const transactionFilters = {
  reason: z.string().trim().max(100).optional(),
  type: transactionTypeSchema.optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
};

/** How long the balance will last. Amounts are decimal strings of six places. */
export const forecastSchema = z.object({
  available: z.string(),
  held: z.string().describe('Reserved for the fees of open invoices'),
  spentPerDay: z.string().describe('Fees less refunds on an average day of the last basisDays'),
  basisDays: z.number().int().describe('7, or 30 when the last 7 had no fees; fewer when the first of these fees is younger'),
  daysLeft: z.number().int().nullable().describe('Whole days that what is available lasts at this rate; null when nothing was spent'),
  isLow: z.boolean().describe('Less than a week left, or less than a dollar'),
});
export type Forecast = z.infer<typeof forecastSchema>;

export const balanceApi = {
  transactions: defineRoute({
    method: 'GET',
    path: '/transaction-logs',
    summary: 'What changed your balance, newest first',
    tag: 'Balance',
    access: 'verified',
    team: 'read',
    query: z.object({ ...transactionFilters, ...pageQuery }),
    reply: { 200: pageOf(transactionSchema) },
    errors: ['invalid_value', 'page_too_far'],
  }),
  totalUsed: defineRoute({
    method: 'GET',
    path: '/transaction-logs/total-used',
    summary: 'Fees taken from your balance so far, less refunds',
    tag: 'Balance',
    access: 'verified',
    team: 'read',
    reply: { 200: z.object({ totalUsed: z.number() }) },
  }),
  export: defineRoute({
    method: 'GET',
    path: '/transaction-logs/export',
    summary: 'A file of all matching transactions, streamed; a PDF holds the newest 10,000 and says so',
    tag: 'Balance',
    access: 'verified',
    team: 'export',
    limits: ['exports'],
    query: z.object({ format: exportFormatSchema, ...transactionFilters }),
    reply: { 200: z.unknown() },
    files: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'],
    errors: ['invalid_value', 'rate_limited'],
  }),
  forecast: defineRoute({
    method: 'GET',
    path: '/transaction-logs/forecast',
    summary: 'How long your balance lasts at the recent rate',
    tag: 'Balance',
    access: 'verified',
    team: 'read',
    reply: { 200: forecastSchema },
  }),
};
