/** Rows on a page of a list: the most that a call may ask for, and what it gets when it does not say. */
export const PAGE_SIZE_MAX = 1000;
export const PAGE_SIZE_DEFAULT = 10;
/** The back office, where people look through more. */
export const ADMIN_PAGE_SIZES = [10, 20, 50, 100] as const;
export const ADMIN_PAGE_SIZE_DEFAULT = 20;
