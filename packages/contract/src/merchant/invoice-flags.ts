import { z } from 'zod';

export const INVOICE_FLAGS = ['paidLate', 'paidPartial', 'paidOver', 'resolvedByHand', 'cancelled', 'reversed', 'oversold'] as const;
export const invoiceFlagSchema = z.enum(INVOICE_FLAGS);
export type InvoiceFlag = z.infer<typeof invoiceFlagSchema>;
