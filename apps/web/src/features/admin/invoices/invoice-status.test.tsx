// @vitest-environment happy-dom
import type { AdminInvoice } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import { InvoiceCard } from './invoice-card';
import { invoiceColumns } from './invoice-columns';

const t = ((key: string) => key) as never;
const columns = invoiceColumns(t);
const cancelled: AdminInvoice = {
  id: 'inv_1',
  transId: 'tx1',
  name: 'Coffee',
  description: null,
  amount: '5.000000',
  feeAmount: '0.025000',
  total: '5.025000',
  status: 'EXPIRED',
  flags: ['cancelled'],
  requestId: null,
  createdAt: '2026-07-01T10:00:00.000Z',
  expiresAt: '2026-07-01T10:30:00.000Z',
  fromAddress: null,
  toAddress: null,
  transactionHash: null,
  network: null,
  callbackUrl: null,
  successUrl: null,
  cancelUrl: null,
  callbackStatus: null,
  processKey: null,
  store: { id: 'str_1', name: 'Corner shop' },
};

test('the back office calls a cancelled invoice cancelled, in the table and on a card', async () => {
  await render(columns.find(({ id }) => id === 'status')?.cell(cancelled, 0));
  expect(find('.badge').textContent).toBe('Cancelled');
  document.body.replaceChildren();
  await render(<InvoiceCard invoice={cancelled} index={0} columns={columns} />);
  expect(find('.badge').textContent).toBe('Cancelled');
});
