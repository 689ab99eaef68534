import type {
  CallbackEvent,
  Invoice,
  InvoiceEvent,
  InvoiceTransfer,
  MerchantInvoice,
  MerchantRefund,
  Network,
  NetworkFacts,
  PaymentView,
  PayNetwork,
} from '@stablegate/contract';
import { type Confirmations, formatMicros, remainderOf, secondsUntilFinal } from '@stablegate/rules';
import { toZonedIso } from '../../../platform/db/time-zone';
import type { Transfer } from '../../chains/chains.service';
import { eventIdOf, typeOf } from '../invoice-events.domain';
import { merchantStatus, publicStatus } from '../invoices.domain';
import type { InvoiceRecord, TimelineRow } from '../invoices.queries';
import type { LoggedEvent } from './timeline.domain';

const PLACES_SHOWN = 4;

/** The missing amount, rounded up to what can be sent and shown. For the owner: customers pay only reserved amounts. */
export const missingMicros = ({ payableMicros, paidMicros }: InvoiceRecord): bigint =>
  paidMicros >= payableMicros ? 0n : remainderOf(payableMicros - paidMicros);

/** The amount the customer has to send; undefined when something is missing and no amount is reserved for it. */
export function exactDue(invoice: InvoiceRecord, reservedMicros: bigint | undefined): bigint | undefined {
  if (invoice.paidMicros === 0n) return invoice.payableMicros;
  return invoice.paidMicros >= invoice.payableMicros ? 0n : reservedMicros;
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
  feeCharged: invoice.feeCharged,
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

export const toMerchantWire = (invoice: InvoiceRecord, refunds: readonly MerchantRefund[] = []): MerchantInvoice => ({
  trans_id: invoice.transId,
  request_id: invoice.requestId,
  amount: formatMicros(invoice.amountMicros),
  fee: formatMicros(invoice.feeMicros),
  payable: formatMicros(invoice.payableMicros),
  status: merchantStatus(invoice.status),
  ...(invoice.network === null ? {} : { network: invoice.network }),
  ...(invoice.fromAddress === null ? {} : { from_address: invoice.fromAddress }),
  ...(invoice.transHash === null ? {} : { trans_hash: invoice.transHash }),
  created_at: invoice.createdAt.toISOString(),
  expires_at: invoice.expiresAt.toISOString(),
  ...(invoice.paidAt === null ? {} : { paid_at: invoice.paidAt.toISOString() }),
  paid: formatMicros(invoice.paidMicros),
  flags: [...invoice.flags],
  refunded: formatMicros(invoice.refundedMicros),
  ...(refunds.length === 0 ? {} : { refunds: [...refunds] }),
  metadata: invoice.metadata ?? {},
});

export type EventContext = {
  readonly event: InvoiceEvent;
  readonly merchantId: string;
  readonly at: string;
  readonly refund: MerchantRefund | undefined;
};

/** The invoice as it was then. */
export const toEventWire = (invoice: InvoiceRecord, { event, merchantId, at, refund }: EventContext): CallbackEvent => ({
  id: eventIdOf(invoice.id, invoice.version, event),
  type: typeOf(event),
  version: '2',
  test: false,
  created_at: at,
  sequence: invoice.version,
  merchant_id: merchantId,
  data: toMerchantWire(invoice),
  ...(event === 'refunded' && refund !== undefined ? { refund } : {}),
});

export type Sighting = Confirmations & { readonly network: Network; readonly txHash: string; readonly fromAddress: string };

/** The pending payment, otherwise the one that settled the invoice. */
function paymentOf(invoice: InvoiceRecord, sighting: Sighting | undefined, timeZone: string): Partial<PaymentView> {
  const { network, txHash, fromAddress } = sighting ?? { ...invoice, txHash: invoice.transHash };
  return {
    ...(sighting === undefined
      ? {}
      : { confirmations: sighting.confirmations, confirmations_needed: sighting.required, seconds_left: secondsUntilFinal(sighting) }),
    ...(network === null ? {} : { network }),
    ...(txHash === null ? {} : { tx_hash: txHash }),
    ...(fromAddress === null ? {} : { from_address: fromAddress }),
    ...(invoice.paidAt === null ? {} : { paid_at: toZonedIso(invoice.paidAt, timeZone) }),
    ...(invoice.flags.includes('paidLate') ? { paid_late: true } : {}),
    ...(invoice.flags.includes('cancelled') ? { canceled: true } : {}),
  };
}

/** Without a reserved remainder no amount is shown: it could complete someone else's invoice. */
function dueOf(invoice: InvoiceRecord, reservedDue: bigint | undefined): Pick<PaymentView, 'due' | 'due_exact'> {
  const due = exactDue(invoice, reservedDue);
  return { due: formatMicros(due ?? 0n, PLACES_SHOWN), due_exact: due !== undefined };
}

/** As a field of the payment view; unknown facts are left out. */
const toPayNetwork = (target: Pick<PayNetwork, 'network' | 'address'>, facts: NetworkFacts): PayNetwork => ({
  ...target,
  ...(facts.chainId === undefined ? {} : { chain_id: facts.chainId }),
  ...(facts.contract === undefined ? {} : { contract: facts.contract }),
  ...(facts.decimals === undefined ? {} : { decimals: facts.decimals }),
  ...(facts.confirmations === undefined ? {} : { confirmations: facts.confirmations }),
  ...(facts.finalSeconds === undefined ? {} : { final_seconds: facts.finalSeconds }),
  ...(facts.explorerTx === undefined ? {} : { explorer_tx: facts.explorerTx }),
  ...(facts.explorerAddress === undefined ? {} : { explorer_address: facts.explorerAddress }),
});

type NetworkReader = {
  readonly networkFacts: (network: Network) => NetworkFacts;
  readonly sharingWith: (network: Network) => readonly Network[];
};

/** Where to pay, and where money to the same addresses would be found too. */
function payNetworksOf(
  invoice: InvoiceRecord,
  { networkFacts, sharingWith }: NetworkReader,
): Pick<PaymentView, 'networks' | 'also_watched'> {
  const offered = networksOf(invoice);
  const shared = offered.flatMap(({ network, address }) => sharingWith(network).map((other) => ({ network: other, address })));
  const others = shared.filter(
    ({ network }, index) =>
      offered.every((target) => target.network !== network) && shared.findIndex((each) => each.network === network) === index,
  );
  const withFacts = (target: (typeof offered)[number]) => toPayNetwork(target, networkFacts(target.network));
  return { networks: offered.map(withFacts), ...(others.length === 0 ? {} : { also_watched: others.map(withFacts) }) };
}

type PaymentViewParts = {
  readonly sighting: Sighting | undefined;
  readonly reservedDue: bigint | undefined;
  readonly notices: Partial<PaymentView>;
  readonly chains: NetworkReader;
  readonly now: Date;
  readonly timeZone: string;
};

export function toPaymentView(
  invoice: InvoiceRecord,
  { sighting, reservedDue, notices, chains, now, timeZone }: PaymentViewParts,
): PaymentView {
  return {
    trans_id: invoice.transId,
    name: invoice.name,
    description: invoice.description,
    store: invoice.storeName,
    ...payNetworksOf(invoice, chains),
    status: publicStatus(invoice.status),
    amount: formatMicros(invoice.payableMicros, PLACES_SHOWN),
    price: formatMicros(invoice.amountMicros),
    fee: formatMicros(invoice.feeMicros),
    paid: formatMicros(invoice.paidMicros),
    ...dueOf(invoice, reservedDue),
    currency: 'USDT',
    created_at: toZonedIso(invoice.createdAt, timeZone),
    expires_at: toZonedIso(invoice.expiresAt, timeZone),
    server_time: toZonedIso(now, timeZone),
    success_url: invoice.successUrl,
    cancel_url: invoice.cancelUrl,
    ...paymentOf(invoice, sighting, timeZone),
    ...notices,
    version: invoice.version + invoice.notices,
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
export const toLoggedEvent = ({ topic, payload, createdAt, actor }: TimelineRow): LoggedEvent => ({
  at: typeof payload.at === 'string' ? payload.at : createdAt.toISOString(),
  event: topic.replace(/^invoice\./, ''),
  payload,
  actor,
});
