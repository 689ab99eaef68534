import type { Invoice, InvoiceDetails } from '@stablegate/contract';
import { presentFields } from '../../../lib/answers/present-fields';
import { type AnsweredInvoice, readInvoice } from '../../../lib/api/read-invoice';
import { readTime, readTimeOrNull } from '../../../lib/time/read-time';

/** Without them the page says less: an amount to pay that is not told is not shown. */
const DEFAULTS = {
  ...{ storeId: '', payable: '', paid: '0', dueExact: true, paidAt: null, network: null, toAddress: null, fromAddress: null },
  ...{ transactionHash: null, requestId: null, successUrl: null, cancelUrl: null },
  ...{ callbackUrl: null, callbackResponse: null, callbackState: 'none' as const, nextCallbackAt: null },
  ...{ networks: [], transfers: [], claims: [], callbackAttempts: [], timeline: [], metadata: {} },
};

type Certain = 'id' | 'transId' | 'status';
type Left = Exclude<keyof InvoiceDetails, Certain>;
/** Specification 2, section 3: what it does not name, and what an unpaid invoice has not, may be missing or empty. */
export type AnsweredDetails = Pick<Invoice, Certain> &
  Pick<AnsweredInvoice, 'merchant'> & { readonly [Key in Left]?: InvoiceDetails[Key] | null | undefined };

const readAt = <Row extends { readonly at: string }>(row: Row): Row => ({ ...row, at: readTime(row.at) });

export function readDetails(answer: AnsweredDetails): InvoiceDetails {
  const given = { ...DEFAULTS, ...presentFields(answer), id: answer.id, transId: answer.transId, status: answer.status };
  const read = readInvoice(given);
  return {
    ...{ fee: answer.feeAmount || '0', due: answer.payable ?? '', urlPayment: `${window.location.origin}/bill/${answer.transId}` },
    ...read,
    // Empty: the default of these facts has fewer decimals than a fee.
    feeAmount: read.status === 'SUCCESS' ? (given.feeAmount ?? '') : read.feeAmount,
    paidAt: readTimeOrNull(given.paidAt),
    nextCallbackAt: readTimeOrNull(given.nextCallbackAt),
    timeline: given.timeline.map(readAt),
    callbackAttempts: given.callbackAttempts.map(readAt),
    claims: given.claims.map(readAt),
    transfers: given.transfers.map((transfer) => ({
      ...transfer,
      seenAt: readTime(transfer.seenAt),
      finalAt: readTimeOrNull(transfer.finalAt),
    })),
  };
}
