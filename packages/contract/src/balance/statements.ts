import { z } from 'zod';
import { type EXPORT_FORMATS, pageOf, pageQueryOf } from '../common';
import { defineRoute } from '../route';

/** OFX is what accounting programs import; the reasons are in docs/adr/0041-statements.md. */
export const STATEMENT_FORMATS = ['pdf', 'csv', 'xlsx', 'ofx'] as const satisfies readonly ((typeof EXPORT_FORMATS)[number] | 'ofx')[];
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Months that a page of the list shows. */
export const STATEMENTS_SIZE_DEFAULT = 12;

export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please give a month as YYYY-MM.');
const storeId = z.string().min(1).max(64).optional().describe('One merchant; without it, all of the account');

/** opening + topUps + fees + refunds + adjustments + otherFees = closing, to the last of six decimals. */
export const statementSchema = z.object({
  month: z.string().describe('YYYY-MM, in the business time zone'),
  opening: z.string().describe('Balance of the account, which all its merchants share, at the beginning of the month'),
  topUps: z.string(),
  fees: z.string().describe('Of this merchant’s invoices; negative'),
  refunds: z.string().describe('Fees given back'),
  adjustments: z.string(),
  otherFees: z.string().describe('Of a merchant’s statement: fees less refunds of the other merchants, and fees that a top-up settled'),
  closing: z.string(),
  lines: z.number().int().describe('How many entries of the ledger it stands for'),
  refunded: z
    .string()
    .describe('USDT that went back to customers from your own wallets and was proven on the chain; not part of the balance'),
});
export type Statement = z.infer<typeof statementSchema>;

const common = { tag: 'Balance', access: 'verified', method: 'GET' } as const;

export const statementsApi = {
  list: defineRoute({
    ...common,
    path: '/statements',
    team: 'read',
    summary: 'Monthly statements of the balance, newest first; a month is listed from one hour after its end',
    query: z.object({ storeId, ...pageQueryOf(STATEMENTS_SIZE_DEFAULT) }),
    reply: { 200: pageOf(statementSchema) },
    errors: ['not_found', 'page_too_far'],
  }),
  file: defineRoute({
    ...common,
    path: '/statements/file',
    team: 'export',
    limits: ['exports'],
    summary: 'A monthly statement as a file, with every entry; the same bytes of content whenever it is made',
    query: z.object({ month: monthSchema, format: z.enum(STATEMENT_FORMATS), storeId }),
    reply: { 200: z.unknown() },
    files: ['application/pdf', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/x-ofx'],
    errors: ['not_found', 'invalid_value', 'rate_limited'],
  }),
};
