import type { Invoice, InvoiceDetails } from '@stablegate/contract';
import { type AnsweredInvoice, readInvoice } from '../../../lib/api/read-invoice';

/** Without them the page says less: an amount to pay that is not told is not shown. */
const NOT_TOLD = {
  ...{ storeId: '', payable: '', paid: '0', dueExact: true, paidAt: null, network: null, toAddress: null, fromAddress: null },
  ...{ transactionHash: null, requestId: null, successUrl: null, cancelUrl: null },
  ...{ callbackUrl: null, callbackResponse: null, callbackState: 'none' as const, nextCallbackAt: null },
  ...{ networks: [], transfers: [], claims: [], callbackAttempts: [], timeline: [], metadata: {} },
};

type Told = 'id' | 'transId' | 'status';
type Left = Exclude<keyof InvoiceDetails, Told>;
/** Specification 2, section 3: what it does not name, and what an unpaid invoice has not, may be missing or empty. */
export type AnsweredDetails = Pick<Invoice, Told> &
  Pick<AnsweredInvoice, 'merchant'> & { readonly [Key in Left]?: InvoiceDetails[Key] | null | undefined };

export function readDetails(answer: AnsweredDetails): InvoiceDetails {
  const told = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null)) as Pick<Invoice, Told> &
    Partial<InvoiceDetails>;
  return {
    ...{ fee: told.feeAmount ?? '0', due: told.payable ?? '', urlPayment: `${window.location.origin}/bill/${told.transId}` },
    ...readInvoice({ ...NOT_TOLD, ...told }),
  };
}
