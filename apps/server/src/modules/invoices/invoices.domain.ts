import { INVOICE_FLAGS, type InvoiceFlag, type InvoiceStatus, type MerchantInvoice, type PaymentView } from '@stablegate/contract';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TRIAL_MS = 7 * DAY_MS;
/** Late money is looked for this long after expiry. */
export const MONITORING_MINUTES = 24 * 60;

/** In the first seven days of an account fees are recorded and not taken. */
export const chargedFrom = (ownerSince: Date): Date => new Date(ownerSince.getTime() + TRIAL_MS);

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
