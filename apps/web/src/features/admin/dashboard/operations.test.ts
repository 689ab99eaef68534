import { expect, test } from 'vitest';
import { callbackVerdict, inboxVerdict, ledgerVerdict, networkNotes, networkVerdict } from './operations';

test('callbacks are judged by the oldest waiting one', () => {
  expect(callbackVerdict(null).tone).toBe('success');
  expect(callbackVerdict(299).tone).toBe('success');
  expect(callbackVerdict(300).tone).toBe('warning');
  expect(callbackVerdict(3_599).tone).toBe('warning');
  expect(callbackVerdict(3_600).tone).toBe('danger');
});

test('a ledger that was never checked is not called balanced', () => {
  expect(ledgerVerdict({ ledgerDifference: 0, ledgerCheckedAt: null }).tone).toBe('neutral');
  expect(ledgerVerdict({ ledgerDifference: 0, ledgerCheckedAt: '2026-11-14T10:00:00Z' }).tone).toBe('success');
  expect(ledgerVerdict({ ledgerDifference: 1, ledgerCheckedAt: '2026-11-14T10:00:00Z' }).tone).toBe('danger');
});

test('an inbox needs attention as soon as one item waits', () => {
  expect(inboxVerdict(0).tone).toBe('success');
  expect(inboxVerdict(1).tone).toBe('warning');
});

test('a payment that nodes contradict each other about is shown', () => {
  const network = { status: 'active', lateSeconds: null, notes: ['single_node', 'transfers_disputed'] } as const;
  expect(networkVerdict({ ...network, notes: [...network.notes] }).tone).toBe('warning');
  expect(networkNotes({ notes: [...network.notes] })).toEqual(['Only one node', 'Nodes disagree about a payment']);
});
