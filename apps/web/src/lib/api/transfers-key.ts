/** The inbox and the number beside its name lie under it. */
export const TRANSFERS_KEY = ['transfers'] as const;
