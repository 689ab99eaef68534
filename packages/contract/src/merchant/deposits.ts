import { z } from 'zod';
import { exportFormatSchema, pageOf, pageQuery, timeSchema } from '../common';
import { defineRoute } from '../route';
import { invoiceAmountSchema, URL_LENGTH_MAX } from './invoice-fields';
import { networkSchema } from './networks';

export const DEPOSIT_METHODS = ['usdt-auto', 'vietnam-bank-auto'] as const;
export const depositMethodSchema = z.enum(DEPOSIT_METHODS);
export type DepositMethod = z.infer<typeof depositMethodSchema>;

export const DEPOSIT_STATUSES = ['PENDING', 'PAID', 'CANCELED'] as const;
export const depositStatusSchema = z.enum(DEPOSIT_STATUSES);
export type DepositStatus = z.infer<typeof depositStatusSchema>;

/** A number or a decimal string: > 0, at most 1,000,000, at most 4 decimals. */
export const depositAmountSchema = z.union([z.string(), z.number()]).transform(String).pipe(invoiceAmountSchema);

const REFERENCE_RULE = 'Please enter a reference of 10 characters from A-Z and 0-9.';
export const BANK_REFERENCE_LENGTH = 10;
export const bankReferenceSchema = z
  .string(REFERENCE_RULE)
  .regex(/^[A-Z0-9]{10}$/, REFERENCE_RULE)
  .describe('What the sender writes into the transfer: 10 characters A-Z0-9, with at least one digit and two letters');

export const bankAccountSchema = z.object({
  name: z.string().describe('Name of the bank'),
  bin: z.string().describe('Number of the bank in the NAPAS network'),
  account: z.string(),
  holder: z.string(),
});
export type BankAccount = z.infer<typeof bankAccountSchema>;

const bankFields = {
  reference: z.string(),
  amountVnd: z.number().int(),
  rate: z.number().describe('VND per dollar: for up to amountVnd, until a day after expiresAt; the rest counts at the rate of its day'),
  qrPayload: z.string().describe('VietQR: draw it as a QR code'),
  bank: bankAccountSchema,
};

/** Bank fields exist for method vietnam-bank-auto only. */
export const depositSchema = z.object({
  id: z.string(),
  status: depositStatusSchema,
  createDate: timeSchema,
  updateDate: timeSchema,
  expiresAt: timeSchema,
  tid: z.string().nullable().describe('Of the payment: transaction hash, or number of the bank transfer'),
  requestId: z.string().describe('What the payment is recognised by: transId of the payment page, or the bank reference'),
  method: depositMethodSchema,
  amount: z.string().describe('What was asked for'),
  received: z.string().describe('What was credited so far'),
  topupBack: z.string().nullable(),
  reference: bankFields.reference.optional(),
  amountVnd: bankFields.amountVnd.optional(),
  rate: bankFields.rate.optional(),
  qrPayload: bankFields.qrPayload.optional(),
  bank: bankFields.bank.optional(),
});
export type Deposit = z.infer<typeof depositSchema>;

export const createdBankDepositSchema = z.object({ id: z.string(), ...bankFields, expiresAt: timeSchema });
export type CreatedBankDeposit = z.infer<typeof createdBankDepositSchema>;

const common = { tag: 'Balance', access: 'verified' } as const;
/** Forms send their empty fields: they do not filter. */
const period = z.enum(['1', '2', '3']).or(z.literal('')).optional().describe('1 today, 2 this week, 3 this month');

export const depositsApi = {
  vndRate: defineRoute({
    ...common,
    method: 'GET',
    path: '/enums/vnd-rate',
    team: 'read',
    summary: 'VND per dollar currently used for bank top-ups',
    reply: { 200: z.number() },
  }),
  networks: defineRoute({
    ...common,
    method: 'GET',
    path: '/deposit-invoice/networks',
    team: 'read',
    summary: 'The networks on which a top-up by USDT can be paid',
    reply: { 200: z.array(networkSchema) },
  }),
  createUsdt: defineRoute({
    ...common,
    method: 'POST',
    path: '/deposit-invoice/create-usdt',
    team: 'deposits',
    limits: ['create-deposit'],
    audit: 'deposit.opened',
    summary: 'Top up by USDT: returns the payment page',
    body: z.object({ amount: depositAmountSchema }),
    reply: {
      201: z.object({
        id: z.string(),
        urlPayment: z.string(),
        payable: z.string().describe('The exact amount to send: the one asked for, or slightly more while that one is in use'),
      }),
    },
    errors: ['too_many_open_deposits', 'too_many_open_invoices_for_amount', 'top_up_not_configured', 'rate_limited'],
  }),
  createBank: defineRoute({
    ...common,
    method: 'POST',
    path: '/deposit-invoice/create-bank',
    team: 'deposits',
    limits: ['create-deposit'],
    audit: 'deposit.opened',
    summary: 'Top up by bank transfer: returns what to transfer, and its VietQR',
    query: z.object({
      method: z.literal('vietnam-bank-auto'),
      amount: depositAmountSchema,
      description: bankReferenceSchema,
      topupBack: z.string().max(URL_LENGTH_MAX).optional().describe('The page of this site to return to'),
    }),
    reply: { 201: createdBankDepositSchema },
    errors: ['reference_taken', 'weak_reference', 'invalid_value', 'top_up_not_configured', 'rate_too_old', 'rate_limited'],
  }),
  mine: defineRoute({
    ...common,
    method: 'GET',
    path: '/deposit-invoice/my-invoices/page',
    team: 'read',
    summary: 'Your top-ups, newest first',
    query: z.object({ date: period, ...pageQuery }),
    reply: { 200: pageOf(depositSchema) },
    errors: ['page_too_far'],
  }),
  export: defineRoute({
    ...common,
    method: 'GET',
    path: '/deposit-invoice/my-invoices/export',
    team: 'export',
    limits: ['exports'],
    summary: 'A file of all matching top-ups, streamed; a PDF holds the newest 10,000 and says so',
    query: z.object({ format: exportFormatSchema, date: period }),
    reply: { 200: z.unknown() },
    files: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'],
    errors: ['invalid_value', 'rate_limited'],
  }),
};
