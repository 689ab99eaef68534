// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { invoiceCountsQuery } from '../../lib/api/invoices.queries';
import { countOf, InvoiceTabs, tabOf } from './invoice-tabs';

const counts = { total: 15, byStatus: { WAITING: 1, PROCESSING: 2, SUCCESS: 3, EXPIRED: 4, FAILED: 5 } };

test('the tabs add up to All: failed invoices are among the expired ones', () => {
  expect(countOf('EXPIRED', counts)).toBe(9);
  expect((['SUCCESS', 'WAITING', 'PROCESSING', 'EXPIRED'] as const).reduce((sum, tab) => sum + countOf(tab, counts), 0)).toBe(
    countOf('ALL', counts),
  );
});

test.each([
  ['FAILED', 'EXPIRED'],
  ['3', 'EXPIRED'],
  ['2', 'SUCCESS'],
  ['WAITING', 'WAITING'],
  [undefined, 'ALL'],
  ['', 'ALL'],
] as const)('the status %s opens the tab %s', (status, tab) => expect(tabOf(status)).toBe(tab));

test('the numbers are left out where other filters narrow the list: they count all invoices', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(invoiceCountsQuery.queryKey, counts);
  const tabs = (isNarrowed: boolean) => (
    <QueryClientProvider client={client}>
      <InvoiceTabs filters={{ page: 0, size: 10 }} isNarrowed={isNarrowed} onChange={() => undefined}>
        list
      </InvoiceTabs>
    </QueryClientProvider>
  );
  const { container, rerender } = await render(tabs(false));
  const labels = () => [...container.querySelectorAll('[role=tab]')].map((tab) => tab.textContent);
  expect(labels()).toEqual(['All15', 'Success3', 'Waiting1', 'Processing2', 'Expired9']);
  await rerender(tabs(true));
  expect(labels()).toEqual(['All', 'Success', 'Waiting', 'Processing', 'Expired']);
});
