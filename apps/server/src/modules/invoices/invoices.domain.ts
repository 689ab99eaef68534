import { INVOICE_FLAGS, type InvoiceFlag, type InvoiceStatus, type MerchantInvoice, type PaymentView } from '@stablegate/contract';

/**
 * Every way an invoice can go; the database holds the same drawing. WAITING → SUCCESS is a transfer that is final when it is first
 * seen, and what an owner assigns by hand.
 */
const NEXT: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  WAITING: ['PROCESSING', 'SUCCESS', 'EXPIRED'],
  PROCESSING: ['WAITING', 'SUCCESS', 'EXPIRED'],
  EXPIRED: ['PROCESSING', 'SUCCESS', 'FAILED'],
  FAILED: ['PROCESSING', 'SUCCESS'],
  SUCCESS: [],
};
export const canBecome = (from: InvoiceStatus, to: InvoiceStatus): boolean => NEXT[from].includes(to);

/** Always in the same order, each once. */
export const withFlags = (flags: readonly InvoiceFlag[], ...more: readonly InvoiceFlag[]): InvoiceFlag[] =>
  INVOICE_FLAGS.filter((flag) => flags.includes(flag) || more.includes(flag));
export const withoutFlag = (flags: readonly InvoiceFlag[], gone: InvoiceFlag): InvoiceFlag[] => flags.filter((flag) => flag !== gone);

const MERCHANT_WORDS = {
  WAITING: 'waiting',
  PROCESSING: 'waiting',
  SUCCESS: 'completed',
  EXPIRED: 'expired',
  FAILED: 'expired',
} as const satisfies Record<InvoiceStatus, MerchantInvoice['status']>;
export const merchantWord = (status: InvoiceStatus): MerchantInvoice['status'] => MERCHANT_WORDS[status];

const PUBLIC_WORDS = {
  WAITING: 'waiting',
  PROCESSING: 'processing',
  SUCCESS: 'success',
  EXPIRED: 'expired',
  FAILED: 'failed',
} as const satisfies Record<InvoiceStatus, PaymentView['status']>;
export const publicWord = (status: InvoiceStatus): PaymentView['status'] => PUBLIC_WORDS[status];
