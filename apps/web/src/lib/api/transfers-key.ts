/** Prefix of the inbox and its badge. */
export const TRANSFERS_KEY = ['transfers'] as const;
