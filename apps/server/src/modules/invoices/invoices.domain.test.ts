import { INVOICE_STATUSES } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { canBecome, expiresAt, isInTrial, merchantWord, monitorUntil, publicWord, withFlags, withoutFlag } from './invoices.domain';

const at = (time: string) => new Date(time);

test('the drawn graph, and nothing else', () => {
  const moves = INVOICE_STATUSES.flatMap((from) => INVOICE_STATUSES.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`));
  expect(moves).toEqual([
    'WAITING → PROCESSING',
    'WAITING → SUCCESS',
    'WAITING → EXPIRED',
    'PROCESSING → WAITING',
    'PROCESSING → SUCCESS',
    'PROCESSING → EXPIRED',
    'EXPIRED → PROCESSING',
    'EXPIRED → SUCCESS',
    'EXPIRED → FAILED',
    'FAILED → PROCESSING',
    'FAILED → SUCCESS',
  ]);
});

test('the words of the merchant API and of the payment page', () => {
  expect(INVOICE_STATUSES.map(merchantWord)).toEqual(['waiting', 'waiting', 'completed', 'expired', 'expired']);
  expect(INVOICE_STATUSES.map(publicWord)).toEqual(['waiting', 'processing', 'success', 'expired', 'failed']);
});

test('the trial is seven days from the sign-up, to the millisecond', () => {
  const since = at('2026-01-01T10:00:00Z');
  expect(isInTrial(since, at('2026-01-08T09:59:59.999Z'))).toBe(true);
  expect(isInTrial(since, at('2026-01-08T10:00:00Z'))).toBe(false);
});

test("an invoice lives for the store's minutes and is looked after for a day more", () => {
  const expiry = expiresAt(at('2026-01-01T10:00:00Z'), 45);
  expect(expiry).toEqual(at('2026-01-01T10:45:00Z'));
  expect(monitorUntil(expiry)).toEqual(at('2026-01-02T10:45:00Z'));
});

test('flags have one order and stand once', () => {
  expect(withFlags(['paidOver'], 'paidLate', 'paidOver')).toEqual(['paidLate', 'paidOver']);
  expect(withoutFlag(['paidLate', 'paidPartial'], 'paidPartial')).toEqual(['paidLate']);
});
