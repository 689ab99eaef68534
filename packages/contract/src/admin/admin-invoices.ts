import { z } from 'zod';
import { timeSchema } from '../common';
import { INVOICE_DESCRIPTION_MAX, INVOICE_NAME_MAX, REQUEST_ID_MAX } from '../merchant/invoice-fields';
import { invoiceFlagSchema } from '../merchant/invoice-flags';
import { INVOICE_STATUSES, invoiceStatusSchema } from '../merchant/invoices';
import { networkSchema } from '../merchant/networks';
import { defineRoute } from '../route';
import { adminPageQuery, adminPaging, adminRoute, dayFilter, orEmpty, seriesQuery, success, textFilter } from './admin-common';

/** PENDING is the screens' name for WAITING; rows have the status's own name. */
export const ADMIN_INVOICE_STATUS_FILTERS = ['PENDING', ...INVOICE_STATUSES] as const;
export const CALLBACK_STATUSES = ['pending', 'delivered', 'superseded', 'dead'] as const;

export const adminInvoiceSchema = z.object({
  id: z.string(),
  transId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  amount: z.string(),
  feeAmount: z.string().describe('The recorded fee in every state'),
  total: z.string().describe('amount + feeAmount'),
  status: invoiceStatusSchema,
  flags: z.array(invoiceFlagSchema),
  requestId: z.string().nullable(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  fromAddress: z.string().nullable(),
  toAddress: z.string().nullable(),
  transactionHash: z.string().nullable(),
  network: networkSchema.nullable(),
  callbackUrl: z.string().nullable(),
  successUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  callbackStatus: z.enum(CALLBACK_STATUSES).nullable().describe('Of its newest callback; null: none was due yet'),
  processKey: z.string().nullable().describe('Under which its fee is taken from the balance, once; null: it has no fee to take'),
  store: z.object({ id: z.string(), name: z.string() }),
});
export type AdminInvoice = z.infer<typeof adminInvoiceSchema>;

const amountFilter = orEmpty(z.string().regex(/^[0-9]{1,9}(\.[0-9]{1,6})?$/, 'Please enter a plain decimal number such as 10.50.'));

/**
 * Text filters are case-insensitive: name and description match as substrings, the others as prefixes. Days are whole, both ends included.
 */
export const adminInvoiceFilters = {
  transId: textFilter(64),
  name: textFilter(INVOICE_NAME_MAX),
  description: textFilter(INVOICE_DESCRIPTION_MAX),
  requestId: textFilter(REQUEST_ID_MAX),
  fromAddress: textFilter(128),
  toAddress: textFilter(128),
  transactionHash: textFilter(128),
  network: orEmpty(networkSchema),
  status: orEmpty(z.enum(ADMIN_INVOICE_STATUS_FILTERS)),
  amountMin: amountFilter,
  amountMax: amountFilter,
  feeMin: amountFilter,
  feeMax: amountFilter,
  createdFrom: dayFilter,
  createdTo: dayFilter,
  expiresFrom: dayFilter,
  expiresTo: dayFilter,
};
export const adminInvoiceQuery = z.object({ ...adminInvoiceFilters, ...adminPageQuery });
export type AdminInvoiceQuery = z.infer<typeof adminInvoiceQuery>;

/** Revenue: amounts of SUCCESS invoices on the day they became final, without the platform's own top-ups. Fees: those actually charged. */
export const platformRevenueSchema = z.object({
  allTime: z.number(),
  month: z.number(),
  week: z.number(),
  today: z.number(),
  yesterday: z.number(),
  fee_all_time: z.number(),
  fee_this_month: z.number(),
  fee_this_week: z.number(),
  fee_today: z.number(),
});
export type PlatformRevenue = z.infer<typeof platformRevenueSchema>;

export const platformRevenueDaySchema = z.object({ date: z.iso.date(), amount: z.number(), fee: z.number(), count: z.number().int() });
export type PlatformRevenueDay = z.infer<typeof platformRevenueDaySchema>;

export const adminInvoicesApi = {
  list: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/invoices',
    summary: 'All payment invoices, newest first',
    query: adminInvoiceQuery,
    reply: { 200: z.object({ status: success, data: z.array(adminInvoiceSchema), ...adminPaging }) },
    errors: ['page_too_far'],
  }),
  revenue: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/dashboard/revenue',
    summary: 'Revenue and fees over all merchants, in USDT',
    reply: { 200: z.object({ status: success, data: platformRevenueSchema }) },
  }),
  revenueSeries: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/dashboard/revenue/series',
    summary: 'Revenue and fees per day, oldest first, today included',
    query: seriesQuery,
    reply: { 200: z.object({ status: success, data: z.array(platformRevenueDaySchema) }) },
  }),
};
