import type { Invoice } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { type AnsweredInvoice, readInvoice, readInvoices } from './read-invoice';

const row = { transId: 't1', amount: '7.77', status: 'SUCCESS' } as AnsweredInvoice;

test.each([
  ['without a currency', {}, { currency: 'USDT' }],
  ['with an empty one', { currency: null }, { currency: 'USDT' }],
  [
    'with a currency, a name and a description of no letters',
    { currency: '', name: '', description: '' },
    { currency: 'USDT', name: '–', description: null },
  ],
  ["with its store's name as merchant", { merchant: 'Tea house' }, { storeName: 'Tea house' }],
  ['with an empty name beside it', { storeName: null, merchant: 'Tea house' }, { storeName: 'Tea house' }],
  ['with a name of no letters beside it', { storeName: '', merchant: 'Tea house' }, { storeName: 'Tea house' }],
  ['with both', { storeName: 'Tea house', merchant: 'Another' }, { storeName: 'Tea house' }],
  ['without what the specification does not name', {}, { flags: [], feeCharged: true, storeName: '' }],
  ['without a description', {}, { description: null }],
  ['without a name or an amount', { name: null, amount: null }, { name: '–', amount: '' }],
  ['without its times', { expiresAt: null }, { createdAt: '', expiresAt: '' }],
  ['without a fee', {}, { feeAmount: '0' }],
  ['that is paid, with its fee', { feeAmount: '0.0625' }, { feeAmount: '0.0625' }],
  ['that is paid, by another word', { feeAmount: '0.0625', status: 'COMPLETED' as never }, { feeAmount: '0.0625', status: 'SUCCESS' }],
  ['that is not paid, with a fee', { feeAmount: '0.0625', status: 'EXPIRED' }, { feeAmount: '0' }],
  [
    'with times that name no zone',
    { createdAt: '2026-11-14T10:22:00', expiresAt: '2026-11-14 10:37:00' },
    { createdAt: '2026-11-14T10:22:00+07:00', expiresAt: '2026-11-14T10:37:00+07:00' },
  ],
  ['with all of it', { flags: ['paidLate'], feeCharged: false }, { flags: ['paidLate'], feeCharged: false }],
] as [string, Partial<AnsweredInvoice>, Partial<Invoice>][])('an invoice %s is read', (_how, answered, read) => {
  expect(readInvoice({ ...row, ...answered })).toMatchObject({ transId: 't1', amount: '7.77', ...read });
});

test('a list is a page, or a plain array', () => {
  const invoice = { ...row, currency: 'USDT', storeName: '' };
  expect(readInvoices({ content: [row], totalElements: 7, totalIsCapped: true })).toMatchObject({
    content: [invoice],
    totalElements: 7,
    totalIsCapped: true,
  });
  expect(readInvoices([row])).toMatchObject({ content: [invoice], totalElements: 1 });
});

test.each([[{}], [{ content: null }], [{ status: 'success' }]])(
  '%j is no list: it counts as a failure, and no skeleton stays',
  (answer) => {
    expect(() => readInvoices(answer as never)).toThrow();
  },
);
