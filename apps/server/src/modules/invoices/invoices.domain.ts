import {
  type AuditValues,
  INVOICE_FLAGS,
  type InvoiceFlag,
  type InvoiceStatus,
  type MerchantInvoice,
  type PaymentView,
} from '@stablegate/contract';

/**
 * All allowed transitions; the database enforces the same. WAITING → SUCCESS is a transfer that is final when first seen, or assigned by
 * the owner.
 */
const NEXT: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  WAITING: ['PROCESSING', 'SUCCESS', 'EXPIRED'],
  PROCESSING: ['WAITING', 'SUCCESS', 'EXPIRED'],
  EXPIRED: ['PROCESSING', 'SUCCESS', 'FAILED'],
  FAILED: ['PROCESSING', 'SUCCESS'],
  SUCCESS: [],
};
export const canBecome = (from: InvoiceStatus, to: InvoiceStatus): boolean => NEXT[from].includes(to);

/** In a fixed order, without duplicates. */
export const withFlags = (flags: readonly InvoiceFlag[], ...more: readonly InvoiceFlag[]): InvoiceFlag[] =>
  INVOICE_FLAGS.filter((flag) => flags.includes(flag) || more.includes(flag));
export const withoutFlag = (flags: readonly InvoiceFlag[], gone: InvoiceFlag): InvoiceFlag[] => flags.filter((flag) => flag !== gone);

const NAMED_MAX = 20;
/** For the audit log: a thousand invoices are not listed there. */
export const namesOf = (invoices: readonly { readonly transId: string }[]): AuditValues => ({
  transId: invoices
    .slice(0, NAMED_MAX)
    .map(({ transId }) => transId)
    .join(', '),
  ...(invoices.length > 1 && { invoices: String(invoices.length) }),
});

const MERCHANT_STATUS = {
  WAITING: 'waiting',
  PROCESSING: 'waiting',
  SUCCESS: 'completed',
  EXPIRED: 'expired',
  FAILED: 'expired',
} as const satisfies Record<InvoiceStatus, MerchantInvoice['status']>;
export const merchantStatus = (status: InvoiceStatus): MerchantInvoice['status'] => MERCHANT_STATUS[status];

const PUBLIC_STATUS = {
  WAITING: 'waiting',
  PROCESSING: 'processing',
  SUCCESS: 'success',
  EXPIRED: 'expired',
  FAILED: 'failed',
} as const satisfies Record<InvoiceStatus, PaymentView['status']>;
export const publicStatus = (status: InvoiceStatus): PaymentView['status'] => PUBLIC_STATUS[status];
