import { INVOICE_STATUSES } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { canBecome, merchantWord, publicWord, withFlags, withoutFlag } from './invoices.domain';

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

test('flags have one order and stand once', () => {
  expect(withFlags(['paidOver'], 'paidLate', 'paidOver')).toEqual(['paidLate', 'paidOver']);
  expect(withoutFlag(['paidLate', 'paidPartial'], 'paidPartial')).toEqual(['paidLate']);
});
