import type { Invoice, InvoiceTransfer, MerchantInvoice, Network, PaymentView } from '@stablegate/contract';
import { formatMicros } from '../../platform/money';
import { toZonedIso } from '../../platform/time-zone';
import type { Transfer } from '../chains/chains.service';
import { roundUpToGrid } from './amounts.domain';
import { merchantWord, publicWord } from './invoices.domain';
import type { InvoiceRecord, TimelineRow } from './invoices.queries';
import type { LoggedEvent } from './timeline.domain';

const PLACES_SHOWN = 4;

/** What is reserved for the rest, else the rest itself, rounded up to what can be sent and shown. */
export function dueMicros({ payableMicros, paidMicros }: InvoiceRecord, reservedMicros: bigint | undefined): bigint {
  if (paidMicros >= payableMicros) return 0n;
  return reservedMicros ?? roundUpToGrid(payableMicros - paidMicros);
}

export const networksOf = ({ networks, addresses }: InvoiceRecord) =>
  networks.map((network, index) => ({ network, address: addresses[index] ?? '' }));

export const paymentUrl = (publicUrl: string, transId: string): string => `${publicUrl}/bill/${transId}`;

export const toInvoiceWire = (invoice: InvoiceRecord): Invoice => ({
  id: invoice.id,
  transId: invoice.transId,
  name: invoice.name,
  description: invoice.description,
  amount: formatMicros(invoice.amountMicros),
  payable: formatMicros(invoice.payableMicros),
  currency: 'USDT',
  feeAmount: invoice.status === 'SUCCESS' ? formatMicros(invoice.feeMicros) : '0',
  status: invoice.status,
  flags: [...invoice.flags],
  storeId: invoice.storeId,
  storeName: invoice.storeName,
  requestId: invoice.requestId,
  createdAt: invoice.createdAt.toISOString(),
  expiresAt: invoice.expiresAt.toISOString(),
  paidAt: invoice.paidAt?.toISOString() ?? null,
  network: invoice.network,
  toAddress: invoice.toAddress,
  fromAddress: invoice.fromAddress,
  transactionHash: invoice.transHash,
  callbackUrl: invoice.callbackUrl,
});

export const toMerchantWire = (invoice: InvoiceRecord): MerchantInvoice => ({
  trans_id: invoice.transId,
  request_id: invoice.requestId,
  amount: formatMicros(invoice.amountMicros),
  fee: formatMicros(invoice.feeMicros),
  payable: formatMicros(invoice.payableMicros),
  status: merchantWord(invoice.status),
  ...(invoice.network === null ? {} : { network: invoice.network }),
  ...(invoice.fromAddress === null ? {} : { from_address: invoice.fromAddress }),
  ...(invoice.transHash === null ? {} : { trans_hash: invoice.transHash }),
  created_at: invoice.createdAt.toISOString(),
  expires_at: invoice.expiresAt.toISOString(),
  ...(invoice.paidAt === null ? {} : { paid_at: invoice.paidAt.toISOString() }),
});

export type Sighting = { readonly confirmations: number; readonly required: number; readonly network: Network; readonly txHash: string };

export function toPaymentView(
  invoice: InvoiceRecord,
  {
    sighting,
    reservedDue,
    now,
    timeZone,
  }: { sighting: Sighting | undefined; reservedDue: bigint | undefined; now: Date; timeZone: string },
): PaymentView {
  const txHash = sighting?.txHash ?? invoice.transHash;
  const network = sighting?.network ?? invoice.network;
  return {
    trans_id: invoice.transId,
    name: invoice.name,
    description: invoice.description,
    store: invoice.storeName,
    networks: networksOf(invoice),
    status: publicWord(invoice.status),
    amount: formatMicros(invoice.payableMicros, PLACES_SHOWN),
    paid: formatMicros(invoice.paidMicros),
    due: formatMicros(dueMicros(invoice, reservedDue), PLACES_SHOWN),
    currency: 'USDT',
    created_at: toZonedIso(invoice.createdAt, timeZone),
    expires_at: toZonedIso(invoice.expiresAt, timeZone),
    server_time: toZonedIso(now, timeZone),
    success_url: invoice.successUrl,
    cancel_url: invoice.cancelUrl,
    ...(sighting === undefined ? {} : { confirmations: sighting.confirmations, confirmations_needed: sighting.required }),
    ...(network === null ? {} : { network }),
    ...(txHash === null ? {} : { tx_hash: txHash }),
    ...(invoice.flags.includes('paidLate') ? { paid_late: true } : {}),
    version: invoice.version,
  };
}

export const toTransferWire = (transfer: Transfer): InvoiceTransfer => ({
  id: transfer.id,
  network: transfer.network,
  txHash: transfer.txHash,
  logIndex: transfer.logIndex,
  fromAddress: transfer.fromAddress,
  toAddress: transfer.toAddress,
  amount: formatMicros(transfer.amountMicros),
  state: transfer.state,
  blockNumber: transfer.blockNumber,
  seenAt: transfer.seenAt.toISOString(),
  finalAt: transfer.finalAt?.toISOString() ?? null,
});

/** The event's own time is business time; the row's is when it was written. */
export const toLoggedEvent = ({ topic, payload, createdAt }: TimelineRow): LoggedEvent => ({
  at: typeof payload.at === 'string' ? payload.at : createdAt.toISOString(),
  event: topic.replace(/^invoice\./, ''),
  payload,
});
