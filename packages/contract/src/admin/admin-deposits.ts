import { z } from 'zod';
import { timeSchema } from '../common';
import { defineRoute } from '../route';
import { adminPageQuery, adminPaging, adminRoute, orEmpty, seriesQuery, success, textFilter } from './admin-common';

/** The back office says SUCCESS where the user's own list says PAID. */
export const ADMIN_DEPOSIT_STATUSES = ['PENDING', 'SUCCESS', 'CANCELED'] as const;
const status = z.enum(ADMIN_DEPOSIT_STATUSES);

export const adminDepositSchema = z.object({
  id: z.string(),
  username: z.string(),
  method: z.string(),
  amount: z.string().describe('What was asked for, in USD'),
  received: z.string().describe('What was credited so far, in USD: it may differ from the amount'),
  status,
  createDate: timeSchema,
  note: z.string().nullable(),
});
export type AdminDeposit = z.infer<typeof adminDepositSchema>;

/** Sums received, whatever was requested. */
export const depositStatisticsSchema = z.object({
  totalAllTime: z.number(),
  totalThisMonth: z.number(),
  totalThisWeek: z.number(),
  totalToday: z.number(),
});
export type DepositStatistics = z.infer<typeof depositStatisticsSchema>;

export const adminDepositsApi = {
  list: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/deposit-invoices',
    summary: 'All deposit invoices, newest first',
    query: z.object({ username: textFilter(64), method: textFilter(64), status: orEmpty(status), ...adminPageQuery }),
    reply: { 200: z.object({ status: success, data: z.object({ invoices: z.array(adminDepositSchema), ...adminPaging }) }) },
    errors: ['page_too_far'],
  }),
  statistics: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/deposit-invoice-statistics',
    summary: 'What users have paid in, in USD',
    reply: { 200: depositStatisticsSchema },
  }),
  series: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/deposit-invoice-statistics/series',
    summary: 'What users paid in per day, oldest first, today included',
    query: seriesQuery,
    reply: { 200: z.object({ status: success, data: z.array(z.object({ date: z.iso.date(), amount: z.number() })) }) },
  }),
};
