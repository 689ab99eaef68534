import { z } from 'zod';
import { defineRoute } from '../route';

/** USDT as JSON numbers, as specified; never used in calculations. */
export const revenueSchema = z.object({
  allTime: z.number(),
  month: z.number(),
  week: z.number().describe('From Monday'),
  today: z.number(),
  yesterday: z.number(),
  counts: z
    .object({
      allTime: z.number().int(),
      month: z.number().int(),
      week: z.number().int(),
      today: z.number().int(),
      yesterday: z.number().int(),
    })
    .describe('Paid invoices'),
  businessDay: z.iso.date().describe('What "today" is: the day of the business time zone'),
});
export type Revenue = z.infer<typeof revenueSchema>;

export const REVENUE_SERIES_DAYS = [7, 30, 90] as const;
export const revenueDaySchema = z.object({ date: z.iso.date(), amount: z.number(), count: z.number().int() });
export type RevenueDay = z.infer<typeof revenueDaySchema>;

const DAYS_RULE = 'Please choose 7, 30 or 90 days.';
const common = { tag: 'Dashboard', access: 'verified', method: 'GET' } as const;
const answerOf = <T extends z.ZodType>(data: T) => z.object({ status: z.literal('success'), data });

export const dashboardApi = {
  revenue: defineRoute({
    ...common,
    path: '/dashboard/revenue-user',
    team: 'read',
    summary: 'Amounts of your SUCCESS invoices on the day they became final, without fees; one that was reversed no longer counts',
    reply: { 200: answerOf(revenueSchema) },
  }),
  series: defineRoute({
    ...common,
    path: '/dashboard/revenue-user/series',
    team: 'read',
    summary: 'The same by day, oldest first, days without revenue included; the last is today',
    query: z.object({
      days: z
        .enum(['7', '30', '90'], DAYS_RULE)
        .default('30')
        .transform((days) => Number.parseInt(days, 10)),
    }),
    reply: { 200: answerOf(z.array(revenueDaySchema)) },
  }),
};
