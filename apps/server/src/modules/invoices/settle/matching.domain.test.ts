import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asInvoiceId } from '../../../platform/id-types';
import { invoiceNearlyPaid, missingMax, type WatchedInvoice } from './matching.domain';

const invoice = (payableMicros: bigint, more: Partial<WatchedInvoice> = {}): WatchedInvoice => ({
  id: asInvoiceId('inv_1'),
  payableMicros,
  paidMicros: 0n,
  isPlatform: false,
  isOlderThanBlock: true,
  ...more,
});

test('10% may be missing, or 5 USDT, whichever is more', () => {
  expect(missingMax(502_500_000n)).toBe(50_250_000n);
  expect(missingMax(50_000_000n)).toBe(5_000_000n);
  expect(missingMax(3_000_000n)).toBe(5_000_000n);
});

test('nearly enough is a part of the only invoice', () => {
  const only = invoice(100_500_000n);
  expect(invoiceNearlyPaid(99_500_000n, [only])).toBe(only);
  expect(invoiceNearlyPaid(90_450_000n, [only])).toBe(only);
  expect(invoiceNearlyPaid(90_449_999n, [only])).toBeUndefined();
});

test('earlier payments count: a second part must leave little missing too', () => {
  const partly = invoice(100_500_000n, { paidMicros: 95_000_000n });
  expect(invoiceNearlyPaid(2_000_000n, [partly])).toBe(partly);
  expect(invoiceNearlyPaid(5_500_000n, [partly])).toBeUndefined();
});

test.each([
  ['a second invoice is watched', [invoice(100_500_000n), invoice(7_000_000n, { id: asInvoiceId('inv_2') })]],
  ['the platform shares its address among all users', [invoice(100_500_000n, { isPlatform: true })]],
  ['the invoice is younger than the block', [invoice(100_500_000n, { isOlderThanBlock: false })]],
  ['it is paid already', [invoice(100_500_000n, { paidMicros: 100_500_000n })]],
  ['nobody is there', []],
])('nothing is guessed: %s', (_, watched) => {
  expect(invoiceNearlyPaid(99_500_000n, watched)).toBeUndefined();
});

test('whatever the numbers, a part leaves something missing, and never more than the limit', () => {
  const micros = fc.bigInt({ min: 0n, max: 2_000_000_000n });
  fc.assert(
    fc.property(micros, micros, micros, (payable, paid, amount) => {
      const found = invoiceNearlyPaid(amount, [invoice(payable, { paidMicros: paid })]);
      const missing = payable - paid - amount;
      expect(found !== undefined).toBe(amount >= 10_000n && missing > 0n && (missing * 10n <= payable || missing <= 5_000_000n));
    }),
  );
});
