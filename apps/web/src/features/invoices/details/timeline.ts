import { type CallbackAttempt, type InvoiceDetails, type InvoiceTransfer, NETWORK_NAMES, type TimelineEntry } from '@stablegate/contract';
import { monitoringEnd } from '@stablegate/rules';
import { outcomeText } from '../../../lib/callback-outcome';
import { shownAmount } from '../../../lib/i18n/format';
import type { TFunction } from '../../../lib/i18n/texts';
import { isPartlyPaid } from '../../../lib/invoice-status';
import { clockTimeInText, fullTimeInText } from '../../../lib/time/local-time';
import { serverClock } from '../../../lib/time/server-clock';

/** done: success · partial: the rest is missing · problem: needs attention · over: ended without money · now: waiting. */
export type StepTone = 'done' | 'partial' | 'problem' | 'over' | 'now';
export type Step = { id: string; at: string; tone: StepTone; title: string; detail?: string; actor?: string };

const amountText = (value: string): string => `${shownAmount(value, 4)} USDT`;

/** Shown by the transfers and attempts themselves, which know amount, block and response. */
const isListedElsewhere = (event: string): boolean => event === 'seen' || event === 'final' || event.startsWith('callback');

/** "3 of 3 confirmations", as the server counts them. */
const CONFIRMATIONS = /(\d+) of (\d+) confirmations/;

function confirmationsOf(t: TFunction, entry: TimelineEntry | undefined): string | undefined {
  const [, done, needed = ''] = CONFIRMATIONS.exec(entry?.detail ?? '') ?? [];
  return done === undefined ? undefined : t('{{done}} of {{needed}} confirmations', { done, needed });
}

type EventWords = { tone: StepTone; title: string; detail?: string };

/** The missing amount is the present one; once the rest has arrived this is a past step. */
const partPaidWords = (t: TFunction, invoice: InvoiceDetails): EventWords =>
  isPartlyPaid(invoice)
    ? { tone: 'partial', title: t('Partly paid'), detail: t('{{amount}} missing', { amount: amountText(invoice.due) }) }
    : { tone: 'done', title: t('Partly paid') };

/** In the past once nobody watches any more. */
function watchedText(t: TFunction, expiresAt: string): string {
  const end = monitoringEnd(new Date(expiresAt));
  if (serverClock.now() < end) return t('Its addresses stay watched for 24 hours.');
  return t('Late payments were accepted until {{time}}.', { time: fullTimeInText(end) });
}

function wordsOf(t: TFunction, { event, detail }: TimelineEntry, invoice: InvoiceDetails): EventWords {
  const known: Readonly<Record<string, EventWords>> = {
    created: { tone: 'done', title: t('Invoice created'), detail: t('{{amount}} to pay', { amount: amountText(invoice.payable) }) },
    unseen: {
      tone: 'problem',
      title: t('Transfer gone'),
      detail: t('The network dropped its block. It counts again if it comes back.'),
    },
    completed: {
      tone: 'done',
      title: t('Invoice completed'),
      // Without a fee in the detail none was charged: in the trial, or for a top-up.
      detail: detail === null ? t('No fee was taken') : t('Fee {{fee}} USDT', { fee: shownAmount(invoice.fee, 6) }),
    },
    expired: invoice.flags.includes('cancelled')
      ? { tone: 'over', title: t('Invoice cancelled') }
      : { tone: 'over', title: t('Invoice expired'), detail: watchedText(t, invoice.expiresAt) },
    failed: { tone: 'problem', title: t('Invoice failed'), detail: t('Its payment disappeared from the chain and did not come back.') },
    part_paid: partPaidWords(t, invoice),
    overpaid: { tone: 'done', title: t('The customer paid too much') },
    reversed: {
      tone: 'problem',
      title: t('Payment reversed'),
      detail: t('The network reversed a payment that was final. The fee was refunded.'),
    },
    refunded: { tone: 'done', title: t('Refunded to the customer') },
    oversold: { tone: 'problem', title: t('Paid, but sold out.') },
    restored: { tone: 'done', title: t('Payment on the chain again'), detail: t('The reversed payment is on the chain again.') },
  };
  return known[event] ?? { tone: 'done', title: event.replaceAll('_', ' '), ...(detail !== null && { detail }) };
}

function transferSteps(t: TFunction, transfer: InvoiceTransfer, { timeline }: InvoiceDetails, language: string): readonly Step[] {
  const block = new Intl.NumberFormat(language).format(transfer.blockNumber);
  const seen: Step = {
    id: `${transfer.id}-seen`,
    at: transfer.seenAt,
    // It was seen; that it is gone is a step of its own.
    tone: transfer.state === 'reorged' && !timeline.some(({ event }) => event === 'unseen' || event === 'reversed') ? 'problem' : 'done',
    title: t('Transfer seen'),
    detail: t('{{amount}} in block {{block}}', { amount: amountText(transfer.amount), block }),
  };
  if (transfer.finalAt === null) return [seen];
  const entry = timeline.find(({ event, at }) => event === 'final' && at === transfer.finalAt);
  const final: Step = {
    id: `${transfer.id}-final`,
    at: transfer.finalAt,
    tone: 'done',
    title: confirmationsOf(t, entry) ?? t('Confirmed'),
    detail: t('Final on {{network}}', { network: NETWORK_NAMES[transfer.network] }),
  };
  return [seen, final];
}

function attemptStep(t: TFunction, attempt: CallbackAttempt, nth: number): Step {
  const isDelivered = attempt.outcome === 'delivered';
  return {
    id: `callback-${attempt.event}-${nth}-${attempt.at}`,
    at: attempt.at,
    tone: isDelivered ? 'done' : 'problem',
    title: isDelivered ? t('Callback delivered') : t('Callback not delivered'),
    detail: t('{{outcome}} in {{ms}} ms, attempt {{nth}}', { outcome: outcomeText(t, attempt), ms: attempt.durationMs, nth }),
  };
}

function attemptSteps(t: TFunction, attempts: readonly CallbackAttempt[]): readonly Step[] {
  const tries = new Map<string, number>();
  return attempts.map((attempt) => {
    const nth = (tries.get(attempt.event) ?? 0) + 1;
    tries.set(attempt.event, nth);
    return attemptStep(t, attempt, nth);
  });
}

/** What the invoice is waiting for, as the last step. */
function openSteps(
  t: TFunction,
  { status, flags, transfers, timeline, expiresAt, callbackState, nextCallbackAt }: InvoiceDetails,
): readonly Step[] {
  const waiting = (title: string, detail?: string): readonly Step[] => [
    { id: 'now', at: expiresAt, tone: 'now', title, ...(detail !== undefined && { detail }) },
  ];
  if (status === 'WAITING') return waiting(flags.includes('paidPartial') ? t('Waiting for the rest') : t('Waiting for the payment'));
  if (status === 'PROCESSING' && transfers.some(({ finalAt }) => finalAt === null)) {
    const seen = timeline.findLast(({ event }) => event === 'seen');
    return waiting(t('Waiting for confirmations'), confirmationsOf(t, seen));
  }
  if (callbackState === 'waiting' && nextCallbackAt !== null) {
    return waiting(t('Callback will be retried'), t('at {{time}}', { time: clockTimeInText(new Date(nextCallbackAt)) }));
  }
  if (callbackState !== 'given_up') return [];
  return [{ id: 'given-up', at: '', tone: 'problem', title: t('Callback given up'), detail: t('Retry sends it again immediately.') }];
}

/** The complete history of an invoice: its event log, its transfers, and each callback attempt. */
export function stepsOf(t: TFunction, invoice: InvoiceDetails, language: string): readonly Step[] {
  const listed = invoice.timeline.filter(({ event }) => !isListedElsewhere(event));
  const steps: readonly Step[] = [
    ...listed.map((entry, index) => ({
      id: `event-${index}`,
      at: entry.at,
      ...wordsOf(t, entry, invoice),
      ...(entry.actor != null && { actor: entry.actor }),
    })),
    ...invoice.transfers.flatMap((transfer) => transferSteps(t, transfer, invoice, language)),
    ...attemptSteps(t, invoice.callbackAttempts),
  ];
  // Events of one transaction keep the order creation, transfer, completion, callback.
  const rank = ({ id }: Step): number =>
    id === 'event-0' ? 0 : id.endsWith('-seen') ? 1 : id.endsWith('-final') ? 2 : id.startsWith('event') ? 3 : 4;
  const ordered = steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || rank(a) - rank(b));
  return [...ordered, ...openSteps(t, invoice)];
}
