import type { InvoiceStatus, Network, RefundProblem, RefundReason, RefundStatus } from '@stablegate/contract';

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

/** A plan keeps no heads of the networks, as invoices do: the time of the block decides, and chain clocks may run a minute behind ours. */
export const CLOCK_SLACK_MS = 60_000;
/** A transfer cannot be a refund that was not planned yet. */
export const isTooEarly = (blockTime: Date, plannedAt: Date): boolean => blockTime.getTime() + CLOCK_SLACK_MS < plannedAt.getTime();

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

const PAUSE_MS_MIN = 3_000;
const SEEN_PAUSE_MS_MAX = 30_000;
const PAUSE_MS_MAX = 600_000;
const UNCLEAR_PAUSE_MS_MIN = 10_000;
/** In answers without it. About a day: a transaction that no node knows by then was never sent. */
const MISSES_MAX = 150;
/** A minute and a half: a shorter absence is a node's, and "to be sent" on the screen would make the merchant send twice. */
const SEEN_MISSES_MAX = 5;
/** Some ten minutes: a transaction that was found and that no node has by then is gone. */
const FOUND_MISSES_MAX = 8;

/** keep: still seen · unseen: it proves nothing any more, its hash stays · lost: nobody named the hash, so it is dropped. */
export function afterMisses(isFound: boolean, status: RefundStatus, misses: number): 'keep' | 'unseen' | 'lost' {
  if (isFound && misses >= FOUND_MISSES_MAX) return 'lost';
  return status === 'seen' && misses < SEEN_MISSES_MAX ? 'keep' : 'unseen';
}

/** How long to wait after so many answers in a row that no node has it; undefined: it is not asked for any longer. */
export const missPauseMs = (misses: number): number | undefined =>
  misses < MISSES_MAX ? Math.min(PAUSE_MS_MIN * 2 ** Math.min(misses, 10), PAUSE_MS_MAX) : undefined;

/** How long to wait for the finality of what was seen so long ago: each pause doubles the time. */
export const seenPauseMs = (seenMs: number): number => Math.min(Math.max(seenMs, PAUSE_MS_MIN), SEEN_PAUSE_MS_MAX);

/** After nodes that failed or contradicted each other, by the age of the plan: soon at first, every ten minutes after a day. */
export const unclearPauseMs = (ageMs: number): number => Math.min(Math.max(ageMs / 100, UNCLEAR_PAUSE_MS_MIN), PAUSE_MS_MAX);
