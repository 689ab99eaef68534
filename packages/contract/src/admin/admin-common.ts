import { ADMIN_PAGE_SIZE_DEFAULT } from '@stablegate/rules';
import { z } from 'zod';
import { daySchema, pageQueryOf, searchedFrom } from '../common';

/** Paging fields of the back office's lists. Totals are exact up to 10,000 rows, and beyond where a roll-up has them. */
export const adminPaging = {
  currentPage: z.number().int(),
  totalPages: z.number().int().describe('0 for an empty list; no more pages than can be listed'),
  totalElements: z.number().int(),
  totalIsCapped: z.boolean().optional(),
  searchedFrom,
};

export const adminPageQuery = pageQueryOf(ADMIN_PAGE_SIZE_DEFAULT);

/** Forms send their empty fields: they do not filter. */
export const orEmpty = <T extends z.ZodType>(schema: T) => schema.or(z.literal('')).optional();
export const textFilter = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    // PostgreSQL has no such character, and an export that has begun can only break off.
    .refine((text) => !text.includes('\0'), 'Please remove characters that cannot be stored.')
    .optional();
export const dayFilter = orEmpty(daySchema);

export const success = z.literal('success');
/** Days of the charts. */
export const seriesQuery = z.object({ days: z.enum(['7', '30', '90']).default('30') });
export const adminRoute = { tag: 'Admin', access: 'admin' } as const;
