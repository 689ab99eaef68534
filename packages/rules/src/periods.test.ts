import { expect, test } from 'vitest';
import { pendingConfirmations, secondsUntilFinal } from './confirmations';
import { monitoringEnd, trialEnd } from './periods';

const at = (text: string): Date => new Date(text);

test('the trial is seven days from the sign-up, to the millisecond', () => {
  expect(trialEnd(at('2026-01-01T10:00:00.001Z'))).toEqual(at('2026-01-08T10:00:00.001Z'));
});

test('late money is monitored for 24 hours after the expiry', () => {
  expect(monitoringEnd(at('2026-03-01T23:30:00Z'))).toEqual(at('2026-03-02T23:30:00Z'));
});

test('a block is its own first confirmation, and the last one is only granted when the transfer is final', () => {
  expect([99, 100, 101, 118, 119, 500].map((head) => pendingConfirmations(100, head, 20))).toEqual([0, 1, 2, 19, 19, 19]);
  expect(pendingConfirmations(100, 100, 1)).toBe(0);
});

test('the remaining time is never zero', () => {
  expect(secondsUntilFinal({ confirmations: 2, required: 20, blockMs: 3_000 })).toBe(54);
  expect(secondsUntilFinal({ confirmations: 20, required: 20, blockMs: 3_000 })).toBe(1);
});
