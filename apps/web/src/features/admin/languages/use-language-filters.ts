import { z } from 'zod';
import { useUrlFilters } from '../../../lib/lists/url-filters';

/** Specification 2: the back office edits Vietnamese first. */
const LANGUAGE_FIRST = 'vi';

const schema = z.object({
  lang: z.string().min(2).max(35).default(LANGUAGE_FIRST),
  search: z.string().optional(),
  missing: z.enum(['1']).optional(),
  page: z.coerce.number().int().min(0).default(0),
});

export const useLanguageFilters = () => useUrlFilters(schema);
export type LanguageFilters = Pick<ReturnType<typeof useLanguageFilters>, 'filters' | 'setFilters'>;
