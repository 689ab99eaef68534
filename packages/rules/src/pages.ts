/** Rows per page of a list: the maximum, and the default. */
export const PAGE_SIZE_MAX = 1000;
export const PAGE_SIZE_DEFAULT = 10;
/** The back office offers these, and has a larger default. */
export const ADMIN_PAGE_SIZES = [10, 20, 50, 100] as const;
export const ADMIN_PAGE_SIZE_DEFAULT = 20;
