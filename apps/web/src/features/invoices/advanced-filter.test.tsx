// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { storesQuery } from '../../lib/api/stores.queries';
import { AdvancedFilter } from './advanced-filter';
import type { Filters } from './invoice-filters';

const PAGE = { page: 0, size: 10 };

/** Types into the amounts given, presses Apply filter, and returns what the list is asked for. */
async function applied(filters: Filters, typed: Partial<Record<'amountMin' | 'amountMax' | 'name', string>>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(storesQuery.queryKey, []);
  const setFilters = vi.fn();
  const { container } = await render(
    <QueryClientProvider client={client}>
      <AdvancedFilter url={{ filters, setFilters } as never} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  for (const [name, value] of Object.entries(typed)) {
    const input = container.querySelector<HTMLInputElement>(`input[name=${name}]`);
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  await act(async () => container.querySelector('form')?.requestSubmit());
  return { asked: setFilters.mock.calls[0]?.[0] as Partial<Filters> | undefined, text: container.textContent };
}

test('an amount that nobody changed does not filter', async () => {
  expect((await applied(PAGE, { name: 'Coffee' })).asked).toMatchObject({ name: 'Coffee', amountMin: undefined, amountMax: undefined });
  expect((await applied(PAGE, { amountMin: '500' })).asked).toMatchObject({ amountMin: '500', amountMax: undefined });
  expect((await applied(PAGE, { amountMax: '50' })).asked).toMatchObject({ amountMin: undefined, amountMax: '50' });
});

test('a minimum above the maximum that is only shown is no mistake; above a chosen one it is', async () => {
  expect((await applied(PAGE, { amountMin: '20000' })).asked).toMatchObject({ amountMin: '20000', amountMax: undefined });
  for (const [filters, typed] of [
    [{ ...PAGE, amountMax: '10000' }, { amountMin: '20000' }],
    [PAGE, { amountMin: '500', amountMax: '50' }],
  ] as const) {
    const { asked, text } = await applied(filters, typed);
    expect(asked).toBeUndefined();
    expect(text).toContain('The maximum amount is lower than the minimum.');
  }
});

test('amounts of the address bar stay until they are changed', async () => {
  const filters = { ...PAGE, amountMin: '10', amountMax: '10000' };
  expect((await applied(filters, { name: 'Tea' })).asked).toMatchObject({ amountMin: '10', amountMax: '10000' });
});
