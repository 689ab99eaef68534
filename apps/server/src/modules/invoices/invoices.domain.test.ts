import { INVOICE_STATUSES } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { canBecome, merchantStatus, publicStatus, withFlags, withoutFlag } from './invoices.domain';

test('exactly the documented transitions', () => {
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

test('the status names of the merchant API and of the payment page', () => {
  expect(INVOICE_STATUSES.map(merchantStatus)).toEqual(['waiting', 'waiting', 'completed', 'expired', 'expired']);
  expect(INVOICE_STATUSES.map(publicStatus)).toEqual(['waiting', 'processing', 'success', 'expired', 'failed']);
});

test('flags are ordered and unique', () => {
  expect(withFlags(['paidOver'], 'paidLate', 'paidOver')).toEqual(['paidLate', 'paidOver']);
  expect(withoutFlag(['paidLate', 'paidPartial'], 'paidPartial')).toEqual(['paidLate']);
});
