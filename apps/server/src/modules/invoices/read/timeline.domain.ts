import type { CallbackAttempt, TimelineEntry } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';

/** One row of the event log, written with its change. */
export type LoggedEvent = {
  readonly at: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whose call led to it. */
  readonly actor: string | null;
};
export type TimelineTransfer = {
  readonly network: string;
  readonly txHash: string;
  readonly amountMicros: bigint;
  readonly blockNumber: number;
  readonly finalAt: Date | null;
  readonly isGone: boolean;
  readonly confirmations: number;
  readonly required: number;
};
export type TimelineSource = {
  readonly feeMicros: bigint;
  /** Whether the fee is charged: not in the trial, and not for deposits. */
  readonly feeCharged: boolean;
  readonly events: readonly LoggedEvent[];
  readonly transfers: readonly TimelineTransfer[];
  readonly attempts: readonly CallbackAttempt[];
};

const confirmed = ({ confirmations, required }: TimelineTransfer): string => `${confirmations} of ${required} confirmations`;

function detailOf({ event, payload }: LoggedEvent, { feeMicros, feeCharged, transfers }: TimelineSource): string | null {
  const fee = `${formatMicros(feeMicros)} USD`;
  if (event === 'created') return feeCharged ? `${fee} held for the fee` : null;
  if (event === 'completed') return feeCharged ? `${fee} taken as the fee` : null;
  if (event === 'reversed') return feeCharged ? `${fee} given back` : null;
  const because = typeof payload.because === 'string' ? payload.because : undefined;
  const transfer = transfers.find(({ txHash }) => txHash === payload.txHash);
  if (transfer === undefined) return typeof payload.detail === 'string' ? payload.detail : (because ?? null);
  const where = `${formatMicros(transfer.amountMicros)} USDT on ${transfer.network} in block ${transfer.blockNumber}`;
  return [where, ...(transfer.isGone ? [] : [confirmed(transfer)]), ...(because === undefined ? [] : [because])].join(', ');
}

const answerOf = ({ httpStatus, outcome }: CallbackAttempt): string => (httpStatus === null ? outcome : `HTTP ${httpStatus}`);

/** Order within one moment: logged events, finality, the merchant server's response. */
const RANKS = ['created', 'seen', 'final'];
const rankOf = ({ event }: TimelineEntry): number =>
  event.startsWith('callback_') ? RANKS.length + 1 : RANKS.includes(event) ? RANKS.indexOf(event) : RANKS.length;

/** The complete history of an invoice in order: the log, each transfer's finality, each callback attempt. */
export function timelineOf(source: TimelineSource): TimelineEntry[] {
  const logged = source.events.map((entry) => ({ at: entry.at, event: entry.event, detail: detailOf(entry, source), actor: entry.actor }));
  const finals = source.transfers.flatMap((transfer) =>
    transfer.finalAt === null || transfer.isGone
      ? []
      : [{ at: transfer.finalAt.toISOString(), event: 'final', detail: `${confirmed(transfer)} on ${transfer.network}`, actor: null }],
  );
  const callbacks = source.attempts.map((attempt) => ({
    at: attempt.at,
    event: attempt.outcome === 'delivered' ? 'callback_delivered' : 'callback_failed',
    detail: `${attempt.event}: ${answerOf(attempt)} in ${attempt.durationMs} ms`,
    actor: null,
  }));
  return [...logged, ...finals, ...callbacks].sort((a, b) => (a.at === b.at ? rankOf(a) - rankOf(b) : a.at < b.at ? -1 : 1));
}
