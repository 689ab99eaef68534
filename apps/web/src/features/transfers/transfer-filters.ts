import { TRANSFER_STATES } from '@stablegate/contract';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@stablegate/rules';
import { z } from 'zod';

/** The inbox opens with what needs a decision; the rest is history. */
export const TABS = ['unmatched', 'seen', 'matched', 'ignored', 'reorged', 'all'] as const;
export type TransferTab = (typeof TABS)[number];

export const filterSchema = z.object({
  state: z.enum([...TRANSFER_STATES, 'all']).default('unmatched'),
  storeId: z.string().max(64).optional(),
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
});
export type TransferFilters = z.infer<typeof filterSchema>;
