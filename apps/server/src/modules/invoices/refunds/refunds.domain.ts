import type { InvoiceStatus, Network, RefundProblem, RefundReason, RefundStatus } from '@stablegate/contract';
import { isTooEarly } from '../inbox/claims.domain';

/** A payment of the invoice that is final. */
export type Received = {
  readonly network: Network;
  readonly fromAddress: string;
  readonly amountMicros: bigint;
  readonly blockTime: Date;
};
type PaidInvoice = { readonly status: InvoiceStatus; readonly payableMicros: bigint; readonly expiresAt: Date };
type Counted = { readonly status: RefundStatus; readonly amountMicros: bigint };
export type Suggestion = {
  readonly reason: RefundReason;
  readonly amountMicros: bigint;
  readonly network: Network;
  readonly toAddress: string;
};

const sum = (parts: readonly { readonly amountMicros: bigint }[]): bigint =>
  parts.reduce((total, { amountMicros }) => total + amountMicros, 0n);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What can still be planned: what came and is final, less every refund that was not cancelled. A reorganisation can make it less than nothing. */
export function leftToRefund(received: readonly Received[], refunds: readonly Counted[]): bigint {
  const left = sum(received) - sum(refunds.filter(({ status }) => status !== 'cancelled'));
  return left > 0n ? left : 0n;
}

/** What of a payment the merchant did not ask for, and why: paid again, too much, too late, or too little to count. */
function surplusOf(
  payment: Received,
  before: bigint,
  { status, payableMicros, expiresAt }: PaidInvoice,
): Pick<Suggestion, 'reason' | 'amountMicros'> | undefined {
  const { amountMicros, blockTime } = payment;
  if (status !== 'SUCCESS') return { reason: blockTime > expiresAt ? 'late' : 'underpaid', amountMicros };
  if (before >= payableMicros) return { reason: 'double', amountMicros };
  if (before + amountMicros > payableMicros) return { reason: 'overpaid', amountMicros: before + amountMicros - payableMicros };
  return undefined;
}

/**
 * What the merchant probably wants to send back, and to whom: the newest surplus first, then a late payment, then everything that is left,
 * as when goods are returned. Never more than what is left.
 */
export function suggestRefunds(invoice: PaidInvoice, received: readonly Received[], leftMicros: bigint): Suggestion[] {
  const inOrder = [...received].sort((a, b) => a.blockTime.getTime() - b.blockTime.getTime());
  const last = inOrder.at(-1);
  if (leftMicros === 0n || last === undefined) return [];
  let before = 0n;
  const surpluses: Suggestion[] = [];
  const late: Suggestion[] = [];
  for (const payment of inOrder) {
    const { network, fromAddress: toAddress, amountMicros, blockTime } = payment;
    const surplus = surplusOf(payment, before, invoice);
    if (surplus !== undefined) surpluses.unshift({ ...surplus, network, toAddress });
    if (invoice.status === 'SUCCESS' && blockTime > invoice.expiresAt && surplus?.reason !== 'double')
      late.unshift({ reason: 'late', amountMicros, network, toAddress });
    before += amountMicros;
  }
  const rest = { reason: 'returned', amountMicros: leftMicros, network: last.network, toAddress: last.fromAddress } as const;
  const found = [...surpluses, ...late, ...(invoice.status === 'SUCCESS' ? [rest] : [])];
  return found.map((each) => ({ ...each, amountMicros: smaller(each.amountMicros, leftMicros) }));
}

/** A transfer to the address of the refund. */
export type Sent = {
  readonly logKey: string;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly amountMicros: bigint;
  readonly block: { readonly time: Date };
};
type Wanted = {
  readonly amountMicros: bigint;
  readonly notBefore: Date;
  /** Transfers of the transaction that prove other refunds. */
  readonly taken: ReadonlySet<string>;
};

/** The transfer that proves the refund, or why none does. No tolerance: another amount is another transfer. */
export function proofAmong<T extends Sent>(sent: readonly T[], { amountMicros, notBefore, taken }: Wanted): T | RefundProblem {
  const toOthers = sent.filter(({ fromAddress, toAddress }) => fromAddress !== toAddress);
  if (toOthers.length === 0) return 'refund_to_other_address';
  const exact = toOthers.filter((each) => each.amountMicros === amountMicros);
  if (exact.length === 0) return 'refund_of_other_amount';
  const inTime = exact.filter(({ block }) => !isTooEarly(block.time, notBefore));
  if (inTime.length === 0) return 'refund_too_early';
  return inTime.find(({ logKey }) => !taken.has(logKey)) ?? 'refund_taken';
}

const FIRST_PAUSE_MS = 3_000;
const SEEN_PAUSE_MS_MAX = 30_000;
const UNSEEN_PAUSE_MS_MAX = 600_000;
/** About a day: a transaction that no node knows by then was never sent. */
const CHECKS_MAX = 150;

/** How long to wait before the nodes are asked again about a named transaction; undefined: no longer. */
export function pauseMs(status: RefundStatus, checks: number): number | undefined {
  const grown = FIRST_PAUSE_MS * 2 ** Math.min(checks, 10);
  if (status === 'seen') return Math.min(grown, SEEN_PAUSE_MS_MAX);
  return status === 'planned' && checks < CHECKS_MAX ? Math.min(grown, UNSEEN_PAUSE_MS_MAX) : undefined;
}
