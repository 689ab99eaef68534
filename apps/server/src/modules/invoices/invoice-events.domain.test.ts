import { CALLBACK_EVENT_TYPES, type InvoiceEvent, type InvoiceFlag, type InvoiceStatus } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { eventIdOf, eventOfType, eventsOf, occurrenceOf, outdatedBy, outdatedIn, typeOf } from './invoice-events.domain';
import type { InvoiceTopic } from './invoices.deps';

type State = readonly [status: InvoiceStatus, paidMicros?: bigint, ...flags: InvoiceFlag[]];
const state = ([status, paidMicros = 0n, ...flags]: State) => ({ status, paidMicros, flags });

test.each([
  ['a payment is seen', 'invoice.seen', ['WAITING'], ['PROCESSING', 10n], ['seen']],
  ['it is final', 'invoice.completed', ['PROCESSING', 10n], ['SUCCESS', 10n], ['completed']],
  ['it is gone again', 'invoice.unseen', ['PROCESSING', 10n], ['WAITING'], ['unseen']],
  ['it is gone after the deadline', 'invoice.unseen', ['PROCESSING', 10n], ['EXPIRED'], ['unseen', 'expired']],
  ['a part', 'invoice.part_paid', ['WAITING'], ['WAITING', 4n, 'paidPartial'], ['partly_paid']],
  ['the end without payment', 'invoice.expired', ['WAITING'], ['EXPIRED'], ['expired']],
  ['the end of monitoring', 'invoice.failed', ['EXPIRED'], ['FAILED'], ['expired']],
  ['a late payment', 'invoice.seen', ['EXPIRED'], ['PROCESSING', 10n, 'paidLate'], ['seen', 'late_payment']],
  ['the late payment is final', 'invoice.completed', ['PROCESSING', 10n, 'paidLate'], ['SUCCESS', 10n, 'paidLate'], ['completed']],
  [
    'late, too much and final at once',
    'invoice.completed',
    ['EXPIRED'],
    ['SUCCESS', 12n, 'paidLate', 'paidOver'],
    ['late_payment', 'completed', 'overpaid'],
  ],
  ['too much, not final yet', 'invoice.seen', ['WAITING'], ['PROCESSING', 12n, 'paidOver'], ['seen']],
  ['paid a second time', 'invoice.overpaid', ['SUCCESS', 10n], ['SUCCESS', 20n, 'paidOver'], ['overpaid']],
  ['and a third', 'invoice.overpaid', ['SUCCESS', 20n, 'paidOver'], ['SUCCESS', 30n, 'paidOver'], ['overpaid']],
  ['the third is gone', 'invoice.overpaid', ['SUCCESS', 30n, 'paidOver'], ['SUCCESS', 20n, 'paidOver'], []],
  ['reversed', 'invoice.reversed', ['SUCCESS', 10n], ['SUCCESS', 0n, 'reversed'], ['reversed']],
  ['restored', 'invoice.restored', ['SUCCESS', 0n, 'reversed'], ['SUCCESS', 10n], ['restored']],
] satisfies [string, InvoiceTopic, State, State, string[]][])('%s', (_name, topic, before, after, expected) => {
  expect(eventsOf({ topic, before: state(before), after: state(after) })).toEqual(expected);
});

test('names of the database and of the wire are the same but for a prefix', () => {
  expect(CALLBACK_EVENT_TYPES.map((type) => typeOf(eventOfType(type)))).toEqual(CALLBACK_EVENT_TYPES);
});

test('completed and expired are told once, the others each time, and an id says which', () => {
  expect([occurrenceOf('completed', 5), occurrenceOf('expired', 5), occurrenceOf('seen', 5)]).toEqual([0, 0, 5]);
  expect(eventIdOf('inv_01k', 5, 'seen')).toBe('evt_01k_5_seen');
  expect(eventIdOf('inv_01k', 5, 'completed')).toBe('evt_01k_0_completed');
});

const TOLD = ['completed', 'overpaid', 'late_payment', 'expired', 'reversed', 'restored', 'refunded'] as const;

test('only what is no longer true is left out', () => {
  expect(outdatedBy('completed')).toEqual(['seen', 'unseen', 'partly_paid', 'expired']);
  expect(outdatedBy('seen')).not.toContain('expired');
  expect(outdatedBy('reversed')).toEqual(['completed', 'overpaid', 'late_payment', 'restored']);
  for (const event of ['overpaid', 'late_payment', 'refunded'] as const) expect(outdatedBy(event)).toEqual([]);
});

type Change = readonly InvoiceEvent[];
test.each([
  ['expired, then paid late', [['expired'], ['seen', 'late_payment'], ['completed']], ['expired', 'seen']],
  ['paid, then too much', [['completed'], ['overpaid']], []],
  ['taken back', [['completed'], ['overpaid'], ['reversed']], ['completed', 'overpaid']],
  ['taken back and restored', [['completed'], ['overpaid'], ['reversed'], ['restored']], ['reversed']],
  ['and taken back again', [['completed'], ['reversed'], ['restored'], ['reversed']], ['completed', 'restored']],
  ['nearly paid after its end', [['expired'], ['seen', 'late_payment'], ['unseen', 'expired']], ['seen', 'late_payment']],
  ['unseen at its end', [['seen'], ['unseen', 'expired']], ['seen']],
  ['refunded', [['completed'], ['refunded']], []],
] satisfies [string, Change[], Change][])('%s: the log knows what no longer holds', (_name, changes, expected) => {
  const history = changes.map((events, index) => ({ invoiceId: 'inv_1', version: index + 1, events }));
  const last = new Map(history.flatMap(({ version, events }) => events.map((event) => [event, eventIdOf('inv_1', version, event)])));
  const outdated = outdatedIn(history);
  const names = [...new Set(changes.flat())].filter((event) => changes.flat().filter((each) => each === event).length === 1);
  for (const event of names) expect(outdated.has(last.get(event) as string), event).toBe((expected as Change).includes(event));
});

test('an event that is cancelled at once is an event that is not sent again', () => {
  for (const older of TOLD)
    for (const newer of TOLD) {
      const history = [older, newer].map((event, index) => ({ invoiceId: 'inv_1', version: index + 1, events: [event] }));
      if (older !== newer)
        expect(outdatedIn(history).has(eventIdOf('inv_1', 1, older)), `${older}, ${newer}`).toBe(outdatedBy(newer).includes(older));
    }
});
