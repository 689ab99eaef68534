/** Lists, counts and single invoices lie under it, so that one change refreshes all of them. */
export const INVOICES_KEY = ['invoices'] as const;
