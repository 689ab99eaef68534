import type { InvoiceFlag, InvoiceStatus, MatchedBy, Network } from '@stablegate/contract';
import type { TransferId } from '../../../platform/id-types';
import { withFlags, withoutFlag } from '../invoices.domain';

/** A surplus below a cent is rounding by the sender's wallet. */
const SURPLUS_MICROS_MIN = 10_000n;

export type AttachedTransfer = {
  readonly id: TransferId;
  readonly network: Network;
  readonly amountMicros: bigint;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly txHash: string;
  readonly blockTime: Date;
  /** In a canonical block. */
  readonly live: boolean;
  readonly final: boolean;
  readonly matchedBy: MatchedBy;
};

export type SettledInvoice = {
  readonly status: InvoiceStatus;
  readonly flags: readonly InvoiceFlag[];
  readonly payableMicros: bigint;
  readonly paidMicros: bigint;
  /** What had come when the owner accepted it as paid; null: nothing was accepted, all of it is owed. */
  readonly acceptedMicros: bigint | null;
  readonly expiresAt: Date;
};

export type Settlement = {
  readonly topic:
    | 'invoice.seen'
    | 'invoice.unseen'
    | 'invoice.part_paid'
    | 'invoice.completed'
    | 'invoice.overpaid'
    | 'invoice.reversed'
    | 'invoice.restored';
  readonly status: InvoiceStatus;
  readonly flags: readonly InvoiceFlag[];
  readonly paidMicros: bigint;
  readonly acceptedMicros: bigint | null;
  /** The transfer that reached the sum; undefined while it is not reached. */
  readonly completing: AttachedTransfer | undefined;
};
type Outcome = Omit<Settlement, 'acceptedMicros'>;

const sum = (transfers: readonly AttachedTransfer[]): bigint => transfers.reduce((total, { amountMicros }) => total + amountMicros, 0n);

/** In chain order: the transfer with which the sum reaches the payable amount. */
export function completingTransfer(transfers: readonly AttachedTransfer[], payableMicros: bigint): AttachedTransfer | undefined {
  const inOrder = [...transfers].sort((a, b) => a.blockTime.getTime() - b.blockTime.getTime() || (a.id < b.id ? -1 : 1));
  let total = 0n;
  return inOrder.find(({ amountMicros }) => {
    total += amountMicros;
    return total >= payableMicros;
  });
}

function flagsWhenPaid(invoice: SettledInvoice, paidMicros: bigint, completing: AttachedTransfer | undefined): InvoiceFlag[] {
  const late = completing !== undefined && completing.blockTime > invoice.expiresAt;
  const over = paidMicros - invoice.payableMicros >= SURPLUS_MICROS_MIN;
  const base = withoutFlag(withoutFlag(invoice.flags, 'paidPartial'), 'paidLate');
  return withFlags(
    over ? base : withoutFlag(base, 'paidOver'),
    ...(late ? (['paidLate'] as const) : []),
    ...(over ? (['paidOver'] as const) : []),
  );
}

/** After SUCCESS the status stays; money that goes or comes changes flags only. It is paid while what made it SUCCESS is there. */
function afterSuccess(invoice: SettledInvoice, live: readonly AttachedTransfer[], finalMicros: bigint): Outcome | undefined {
  const paidMicros = sum(live);
  const enoughMicros = invoice.acceptedMicros ?? invoice.payableMicros;
  const rest = { status: invoice.status, paidMicros, completing: completingTransfer(live, enoughMicros) } as const;
  const reversed = invoice.flags.includes('reversed');
  if (!reversed && paidMicros < invoice.paidMicros && paidMicros < enoughMicros)
    return { ...rest, topic: 'invoice.reversed', flags: withFlags(invoice.flags, 'reversed') };
  if (reversed && finalMicros >= enoughMicros) return { ...rest, topic: 'invoice.restored', flags: withoutFlag(invoice.flags, 'reversed') };
  if (paidMicros === invoice.paidMicros) return undefined;
  const over = paidMicros - invoice.payableMicros >= SURPLUS_MICROS_MIN;
  return over
    ? { ...rest, topic: 'invoice.overpaid', flags: withFlags(invoice.flags, 'paidOver') }
    : { ...rest, topic: 'invoice.seen', flags: withoutFlag(invoice.flags, 'paidOver') };
}

/** Less than payable, or nothing any more: open again, or expired if its time is over or it was cancelled. */
function whenNotPaid(invoice: SettledInvoice, paidMicros: bigint, now: Date): Outcome | undefined {
  const fellBack = invoice.status === 'PROCESSING';
  const isOver = now > invoice.expiresAt || invoice.flags.includes('cancelled');
  const status = fellBack ? (isOver ? 'EXPIRED' : 'WAITING') : invoice.status;
  if (!fellBack && paidMicros === invoice.paidMicros) return undefined;
  const without = withoutFlag(withoutFlag(withoutFlag(invoice.flags, 'paidPartial'), 'paidOver'), 'paidLate');
  const flags = paidMicros > 0n ? withFlags(without, 'paidPartial') : without;
  const topic = paidMicros > invoice.paidMicros ? 'invoice.part_paid' : 'invoice.unseen';
  return { topic, status, flags, paidMicros, completing: undefined };
}

/** The owner accepted a part before it was final. No other invoice is both PROCESSING and partly paid. */
export const isAccepted = ({ status, flags }: Pick<SettledInvoice, 'status' | 'flags'>): boolean =>
  status === 'PROCESSING' && flags.includes('paidPartial');

/** Paid as soon as all of it is final; when part of the accepted money is gone, the acceptance is void. */
function whenAccepted(invoice: SettledInvoice, live: readonly AttachedTransfer[], finalMicros: bigint, now: Date): Outcome | undefined {
  const paidMicros = sum(live);
  if (paidMicros < (invoice.acceptedMicros ?? invoice.paidMicros)) return whenNotPaid(invoice, paidMicros, now);
  const rest = { flags: withFlags(invoice.flags, 'resolvedByHand'), paidMicros } as const;
  if (finalMicros === paidMicros)
    return { ...rest, topic: 'invoice.completed', status: 'SUCCESS', completing: completingTransfer(live, paidMicros) };
  return paidMicros === invoice.paidMicros ? undefined : { ...rest, topic: 'invoice.seen', status: 'PROCESSING', completing: undefined };
}

/** The invoice's new state according to its present transfers; undefined when nothing changes. */
export function settle(invoice: SettledInvoice, transfers: readonly AttachedTransfer[], now: Date): Settlement | undefined {
  const live = transfers.filter((transfer) => transfer.live);
  const finalMicros = sum(live.filter((transfer) => transfer.final));
  if (invoice.status === 'SUCCESS') {
    const after = afterSuccess(invoice, live, finalMicros);
    return after && { ...after, acceptedMicros: invoice.acceptedMicros };
  }
  const outcome = beforeSuccess({ ...invoice, flags: handFlags(invoice.flags, live) }, live, finalMicros, now);
  const stillAccepted = outcome !== undefined && isPaidOrAccepted(outcome.status) && outcome.flags.includes('paidPartial');
  return outcome && { ...outcome, acceptedMicros: stillAccepted ? invoice.acceptedMicros : null };
}

const isPaidOrAccepted = (status: InvoiceStatus): boolean => status === 'PROCESSING' || status === 'SUCCESS';

const handFlags = (flags: readonly InvoiceFlag[], live: readonly AttachedTransfer[]): InvoiceFlag[] =>
  live.some(({ matchedBy }) => matchedBy === 'hand') ? withFlags(flags, 'resolvedByHand') : withoutFlag(flags, 'resolvedByHand');

function beforeSuccess(invoice: SettledInvoice, live: readonly AttachedTransfer[], finalMicros: bigint, now: Date): Outcome | undefined {
  const paidMicros = sum(live);
  if (paidMicros < invoice.payableMicros)
    return isAccepted(invoice) ? whenAccepted(invoice, live, finalMicros, now) : whenNotPaid(invoice, paidMicros, now);
  const completing = completingTransfer(live, invoice.payableMicros);
  const flags = flagsWhenPaid(invoice, paidMicros, completing);
  if (finalMicros >= invoice.payableMicros) return { topic: 'invoice.completed', status: 'SUCCESS', flags, paidMicros, completing };
  if (invoice.status === 'PROCESSING' && paidMicros === invoice.paidMicros) return undefined;
  return { topic: 'invoice.seen', status: 'PROCESSING', flags, paidMicros, completing };
}
