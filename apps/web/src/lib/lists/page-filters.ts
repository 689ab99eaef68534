import { z } from 'zod';

// Apart from url-filters.ts, which is in the first load; this file is loaded with the validator (vite/chunks.ts).
const isOneOf = (sizes: readonly number[]) => (size: number) => sizes.includes(size);

/** The page in the URL, and how many rows it has: one of the sizes that the list offers. */
export const pageFilters = (sizes: readonly number[], byDefault: number) => ({
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().refine(isOneOf(sizes)).default(byDefault),
});
