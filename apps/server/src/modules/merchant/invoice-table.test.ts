import { expect, test } from 'vitest';
import type { ExportedInvoice } from './bulk';
import { invoiceTable } from './invoice-table';

const INVOICE = { status: 'SUCCESS', feeMicros: 125_000n, feeCharged: true, flags: [] };

/** The cells under these headings, as a file of one invoice has them. */
function cellsOf(invoice: object, ...headings: string[]): unknown[] {
  const { columns } = invoiceTable([], (key) => key, 'UTC');
  return headings.map((heading) => {
    const column = columns.find((each) => each.heading === heading);
    expect(column, heading).toBeDefined();
    return column?.value({ ...INVOICE, ...invoice } as unknown as ExportedInvoice);
  });
}

/** Fee as the list and GET /invoice have it, beside what it cost the balance. */
test.each([
  ['a paid invoice', {}, 125_000n, 125_000n, undefined],
  ['a paid invoice of the trial', { feeCharged: false }, 125_000n, 0n, 'not charged, trial'],
  ['an invoice whose payment was reorged away', { flags: ['reversed'] }, 125_000n, 0n, 'Fee refund'],
  ['an invoice without a fee', { feeMicros: 0n, feeCharged: false }, 0n, 0n, undefined],
  ['an open invoice', { status: 'WAITING' }, 0n, 0n, undefined],
  ['an open invoice of the trial', { status: 'WAITING', feeCharged: false }, 0n, 0n, undefined],
])('%s: the fee, what was charged of it, and why not all', (_case, invoice, fee, charged, note) => {
  expect(cellsOf(invoice, 'Fee', 'Fee charged', 'Note')).toEqual([fee, charged, note]);
});
