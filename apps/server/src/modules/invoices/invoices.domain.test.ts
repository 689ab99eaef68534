import { INVOICE_STATUSES } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { canBecome, chargedFrom, merchantWord, publicWord, withFlags, withoutFlag } from './invoices.domain';

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
  expect(chargedFrom(at('2026-01-01T10:00:00Z'))).toEqual(at('2026-01-08T10:00:00Z'));
});

test('flags have one order and stand once', () => {
  expect(withFlags(['paidOver'], 'paidLate', 'paidOver')).toEqual(['paidLate', 'paidOver']);
  expect(withoutFlag(['paidLate', 'paidPartial'], 'paidPartial')).toEqual(['paidLate']);
});
