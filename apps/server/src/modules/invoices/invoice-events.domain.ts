import {
  CALLBACK_EVENT_TYPES,
  type CallbackEventType,
  type InvoiceEvent,
  type InvoiceFlag,
  type InvoiceStatus,
} from '@stablegate/contract';

type State = { readonly status: InvoiceStatus; readonly flags: readonly InvoiceFlag[]; readonly paidMicros: bigint };
/** The part of a transition that decides which events it is. */
type StateChange = { readonly topic: string; readonly before: State; readonly after: State };

export const typeOf = (event: InvoiceEvent): CallbackEventType => `invoice.${event}`;
export const eventOfType = (type: CallbackEventType): InvoiceEvent => type.slice('invoice.'.length) as InvoiceEvent;
const ALL: readonly InvoiceEvent[] = CALLBACK_EVENT_TYPES.map(eventOfType);

/** Whether a change is this event. A change can be several: paid at once, too late and too much. */
function isEvent(event: InvoiceEvent, { topic, before, after }: StateChange): boolean {
  const becomes = (...statuses: readonly string[]) => before.status !== after.status && statuses.includes(after.status);
  const gains = (flag: InvoiceFlag) => after.flags.includes(flag) && !before.flags.includes(flag);
  switch (event) {
    case 'seen':
      return becomes('PROCESSING');
    case 'unseen':
      return topic === 'invoice.unseen';
    case 'partly_paid':
      return topic === 'invoice.part_paid';
    case 'late_payment':
      return gains('paidLate');
    case 'completed':
      return becomes('SUCCESS');
    case 'overpaid':
      // Before SUCCESS the surplus is in the flags of `seen`; afterwards each further payment is an event.
      return after.status === 'SUCCESS' && after.flags.includes('paidOver') && (becomes('SUCCESS') || after.paidMicros > before.paidMicros);
    case 'reversed':
      return topic === 'invoice.reversed';
    case 'restored':
      return topic === 'invoice.restored';
    case 'refunded':
      return topic === 'invoice.refunded';
    case 'expired':
      return becomes('EXPIRED', 'FAILED');
  }
}

/** The events of a change, in the order in which they are sent. */
export const eventsOf = (change: StateChange): InvoiceEvent[] => ALL.filter((event) => isEvent(event, change));

/** Sent once in an invoice's life, however often it happens: expired, nearly paid, expired again. */
const ONCE: readonly InvoiceEvent[] = ['completed', 'expired'];
/** Distinguishes the times at which an invoice had the same event. */
export const occurrenceOf = (event: InvoiceEvent, version: number): number => (ONCE.includes(event) ? 0 : version);

const UNFINISHED: readonly InvoiceEvent[] = ['seen', 'unseen', 'partly_paid'];
/** Events of a final payment: untrue while it is taken back, true again when it is restored. */
const OF_PAYMENT: readonly InvoiceEvent[] = ['completed', 'overpaid'];
/**
 * Earlier events that no longer hold after this one, and must not arrive after it. `expired` is outdated by `completed` alone: after a
 * payment that came and went again it still holds, and is not sent twice.
 */
export function outdatedBy(event: InvoiceEvent): readonly InvoiceEvent[] {
  switch (event) {
    case 'completed':
      return [...UNFINISHED, 'expired'];
    case 'unseen':
      return [...UNFINISHED, 'late_payment'];
    case 'seen':
    case 'partly_paid':
    case 'expired':
      return UNFINISHED;
    case 'reversed':
      return [...OF_PAYMENT, 'late_payment', 'restored'];
    case 'restored':
      return ['reversed'];
    case 'late_payment':
    case 'overpaid':
    case 'refunded':
      return [];
  }
}
/** Outdated events that hold again after this one. */
export const revivedBy = (event: InvoiceEvent): readonly InvoiceEvent[] => (event === 'restored' ? OF_PAYMENT : []);

export const eventIdOf = (invoiceId: string, version: number, event: InvoiceEvent): string =>
  `evt_${invoiceId.slice(invoiceId.indexOf('_') + 1)}_${occurrenceOf(event, version)}_${event}`;

export type LoggedEvents = { readonly invoiceId: string; readonly version: number; readonly events: readonly InvoiceEvent[] };
/** Ids of the events that no longer hold, of the changes of one invoice in their order. Those of one change do not outdate each other. */
export function outdatedIn(history: readonly LoggedEvents[]): Set<string> {
  const outdated = new Set<string>();
  const past: { readonly event: InvoiceEvent; readonly id: string }[] = [];
  for (const { invoiceId, version, events } of history) {
    for (const older of past) {
      if (events.some((event) => outdatedBy(event).includes(older.event))) outdated.add(older.id);
      if (events.some((event) => revivedBy(event).includes(older.event))) outdated.delete(older.id);
    }
    for (const event of events) {
      const id = eventIdOf(invoiceId, version, event);
      outdated.delete(id); // it happened again
      past.push({ event, id });
    }
  }
  return outdated;
}
