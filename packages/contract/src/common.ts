import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@stablegate/rules';
import { z } from 'zod';

export const messageReply = z.object({ message: z.string() });
export const emptyReply = z.null().or(z.undefined()).or(z.object({}));
/** Times on the wire: ISO 8601 with offset. */
export const timeSchema = z.iso.datetime({ offset: true });
export const emailSchema = z.string().trim().max(254).pipe(z.email());

/** Cursors are the server's own words: nobody writes one by hand. */
export const CURSOR_RULE = 'Please give the cursor of the page before, as that page answered it.';

/** Pages are 0-based everywhere on the wire. */
export const pageQueryOf = (sizeDefault: number) => ({
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(sizeDefault),
});
export const pageQuery = pageQueryOf(PAGE_SIZE_DEFAULT);

/** For lists with a text search. */
export const searchedFrom = timeSchema.optional().describe('Only when a search ran out of time: nothing older was looked at');

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ content: z.array(item), totalElements: z.number().int(), totalIsCapped: z.boolean().optional() });

export const roleSchema = z.enum(['USER', 'ADMIN']);
export type Role = z.infer<typeof roleSchema>;

/** File formats for exports of lists. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'pdf'] as const;
export const exportFormatSchema = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** Plausible years that PostgreSQL supports. What is no date at all is not said to be too early as well. */
export const daySchema = z.iso.date({ abort: true }).refine((value) => value >= '2000-01-01', 'Please choose a later date.');
