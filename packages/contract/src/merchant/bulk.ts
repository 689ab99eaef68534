import { z } from 'zod';
import { defineRoute } from '../route';

export const BULK_MAX = 1_000;

const BULK_RULE = 'Please choose 1 to 1,000 invoices.';
export const bulkBody = z.object({
  ids: z.array(z.string().min(1).max(64), BULK_RULE).min(1, BULK_RULE).max(BULK_MAX, BULK_RULE).describe('ids or transIds'),
});

export const bulkReply = z.object({
  done: z.number().int(),
  skipped: z.array(z.object({ id: z.string().describe('As it was given'), reason: z.string().describe('For people; a translation key') })),
});
export type BulkResult = z.infer<typeof bulkReply>;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const common = { tag: 'Invoices', access: 'verified', method: 'POST', body: bulkBody } as const;

export const bulkApi = {
  retry: defineRoute({
    ...common,
    path: '/invoice/bulk/retry',
    team: 'invoices',
    limits: ['resend-callback', 'resend-of-store', 'resend-to-host'],
    audit: 'callback.resent',
    summary: 'Send the last callback of each of these invoices again, under its own webhook-id',
    reply: { 200: bulkReply },
  }),
  delete: defineRoute({
    ...common,
    path: '/invoice/bulk/delete',
    team: 'invoices',
    audit: 'invoice.hidden',
    summary: 'Hide ended invoices from the list; changes no statistic and frees no amount',
    reply: { 200: bulkReply },
  }),
  export: defineRoute({
    ...common,
    path: '/invoice/bulk/export',
    team: 'export',
    limits: ['exports'],
    audit: { nothing: 'it only reads' },
    summary: 'These invoices as an Excel file, invoices-export-{timestamp}.xlsx',
    reply: { 200: z.unknown() },
    files: [XLSX],
    errors: ['not_found'],
  }),
  download: defineRoute({
    ...common,
    path: '/invoice/bulk/download',
    team: 'export',
    limits: ['exports'],
    audit: { nothing: 'it only reads' },
    summary: 'These invoices as a JSON file, invoices-export-{timestamp}.json',
    reply: { 200: z.unknown() },
    files: ['application/json'],
    errors: ['not_found'],
  }),
};
