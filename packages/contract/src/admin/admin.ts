import { z } from 'zod';
import { auditFilters } from '../accounts/audit';
import { transactionSchema, transactionTypeSchema } from '../balance/balance';
import { emptyReply, exportFormatSchema, roleSchema, timeSchema } from '../common';
import { networkStatusSchema } from '../merchant/networks';
import { STORE_NAME_MAX } from '../merchant/stores';
import { defineRoute } from '../route';
import { adminPageQuery, adminPaging, adminRoute, dayFilter, orEmpty, seriesQuery, success, textFilter } from './admin-common';

export const adminUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  ip: z.string().nullable(),
  balance: z.number(),
  totalDeposit: z.number(),
  roles: z.array(roleSchema),
  createDate: timeSchema,
});
export type AdminUser = z.infer<typeof adminUserSchema>;

export const adminStoreSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  name: z.string(),
  user: z.object({ username: z.string() }).nullable().describe("null: the platform's own store"),
});
export type AdminStore = z.infer<typeof adminStoreSchema>;

export const adminLogSchema = transactionSchema.omit({ invoiceId: true, transId: true }).extend({ username: z.string() });
export type AdminLog = z.infer<typeof adminLogSchema>;

export const userStatisticsSchema = z.object({
  totalUsers: z.number().int(),
  usersThisMonth: z.number().int(),
  usersThisWeek: z.number().int(),
  usersToday: z.number().int(),
});
export type UserStatistics = z.infer<typeof userStatisticsSchema>;

/** ledgerDifference counts the accounts that did not add up at the last check; it must be 0. */
export const adminHealthSchema = z.object({
  networks: z.array(networkStatusSchema),
  oldestCallbackSeconds: z.number().int().nullable().describe('null: none waits'),
  ledgerDifference: z.number().int(),
  ledgerCheckedAt: timeSchema.nullable(),
  unmatchedBankTransfers: z.number().int(),
  unmatchedTransfers: z.number().int(),
});
export type AdminHealth = z.infer<typeof adminHealthSchema>;

export const auditEntrySchema = z.object({
  id: z.string(),
  at: timeSchema,
  actor: z.string().describe('The user name of who did it'),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  account: z.string().nullable().describe('The user name of whose account it concerns'),
  ip: z.string().nullable(),
  device: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

const page = <T extends z.ZodRawShape>(list: T) => z.object({ status: success, data: z.object({ ...list, ...adminPaging }) });

export const adminApi = {
  users: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/users',
    summary: 'All users, newest first',
    query: z.object({
      username: textFilter(64),
      ip: textFilter(64),
      role: orEmpty(roleSchema),
      createFrom: dayFilter,
      createTo: dayFilter,
      ...adminPageQuery,
    }),
    reply: { 200: page({ users: z.array(adminUserSchema) }) },
    errors: ['page_too_far'],
  }),
  endSessions: defineRoute({
    ...adminRoute,
    method: 'POST',
    path: '/admin/users/{id}/end-sessions',
    audit: 'operator.end-sessions',
    summary: 'Sign a user out everywhere; mailed links that set a password end, too',
    stepUp: true,
    params: z.object({ id: z.string().min(1).max(64) }),
    reply: { 204: emptyReply },
    errors: ['not_found'],
  }),
  userStatistics: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/user-statistics',
    summary: 'How many have registered',
    reply: { 200: userStatisticsSchema },
  }),
  userSeries: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/user-statistics/series',
    summary: 'Registrations per day, oldest first, today included',
    query: seriesQuery,
    reply: { 200: z.object({ status: success, data: z.array(z.object({ date: z.iso.date(), count: z.number().int() })) }) },
  }),
  stores: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/stores',
    summary: 'All stores, newest first',
    query: z.object({ merchantId: textFilter(64), name: textFilter(STORE_NAME_MAX), username: textFilter(64), ...adminPageQuery }),
    reply: { 200: page({ stores: z.array(adminStoreSchema) }) },
    errors: ['page_too_far'],
  }),
  transactionLogs: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/transaction-logs',
    summary: 'What changed the balances of all users, newest first',
    query: z.object({
      username: textFilter(64),
      type: orEmpty(transactionTypeSchema),
      description: textFilter(100),
      from: dayFilter,
      to: dayFilter,
      ...adminPageQuery,
    }),
    reply: { 200: page({ logs: z.array(adminLogSchema) }) },
    errors: ['page_too_far'],
  }),
  health: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/health',
    summary: 'Whether anything needs an operator',
    reply: { 200: z.object({ status: success, data: adminHealthSchema }) },
  }),
  auditLog: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/audit-log',
    summary: 'What owners, admins and operators did, newest first; action matches from the start',
    query: z.object({ ...auditFilters, username: textFilter(64), ...adminPageQuery }),
    reply: { 200: page({ entries: z.array(auditEntrySchema) }) },
    errors: ['page_too_far'],
  }),
  auditExport: defineRoute({
    ...adminRoute,
    method: 'GET',
    path: '/admin/audit-log/export',
    summary: 'A file of all matching entries, streamed',
    limits: ['exports'],
    query: z.object({ format: exportFormatSchema, ...auditFilters, username: textFilter(64) }),
    reply: { 200: z.unknown() },
    files: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'],
    errors: ['rate_limited'],
  }),
};
