import type { Deposit } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { openTransfer } from './open-transfer';

const deposit = (id: string, change: Partial<Deposit> = {}): Deposit => ({
  id,
  status: 'PENDING',
  createDate: '',
  updateDate: '',
  expiresAt: '2026-11-17T10:00:00Z',
  tid: null,
  requestId: 'ABCDEFGH12',
  method: 'vietnam-bank-auto',
  amount: '200.000000',
  received: '0.000000',
  topupBack: null,
  reference: 'ABCDEFGH12',
  amountVnd: 5_200_000,
  rate: 26_000,
  qrPayload: 'qr',
  bank: { name: 'Bank', bin: '970436', account: '1', holder: 'H' },
  ...change,
});

test('the open transfer of the same amount is shown again', () => {
  const list = [deposit('1', { status: 'PAID' }), deposit('2', { amount: '50.000000' }), deposit('3'), deposit('4')];
  expect(openTransfer(list, 200_000_000n)?.id).toBe('3');
  expect(openTransfer(list)?.id).toBe('2');
});

test('another amount, a paid, an ended or a USDT top-up is not', () => {
  const list = [deposit('1', { status: 'PAID' }), deposit('2', { status: 'CANCELED' }), deposit('3', { method: 'usdt-auto' })];
  expect(openTransfer(list)).toBeUndefined();
  expect(openTransfer([deposit('1')], 100_000_000n)).toBeUndefined();
});
