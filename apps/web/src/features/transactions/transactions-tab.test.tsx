// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import TransactionsTab from './transactions-tab';

afterEach(() => void vi.restoreAllMocks());

/** As specification 1, section 3, has it. */
const ROW = {
  ...{ type: 'deduct', createdAt: '2020-11-01T08:00:00Z', createTime: '2020-11-01T08:00:00Z', description: 'Invoice fee' },
  ...{ beforeBalance: '10.000000', amount: '-0.500000', afterBalance: '9.500000' },
};

async function open(answer: unknown) {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer));
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <TransactionsTab />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const cellUnder = (heading: string) => {
  const at = [...document.querySelectorAll('thead th')].findIndex(({ textContent }) => textContent === heading);
  return document.querySelector('tbody tr')?.children[at];
};

test.each<[what: string, row: object, heading: string, shown: string]>([
  ['of the documented form', ROW, 'Type', 'Deducted'],
  ['of the documented form', ROW, 'Balance after', '$9.500000'],
  ['of numbers', { ...ROW, beforeBalance: 10 }, 'Balance before', '$10.000000'],
  ['of a type that is not known', { ...ROW, type: 'bonus' }, 'Type', 'bonus'],
  ['of a type named like a method of objects', { ...ROW, type: 'toString' }, 'Type', 'toString'],
  ['of an empty type', { ...ROW, type: '' }, 'Type', 'N/A'],
  ['without a type', { ...ROW, type: undefined }, 'Type', 'N/A'],
  ['without an amount', { ...ROW, amount: null }, 'Amount', '–'],
  ['without a balance', { ...ROW, afterBalance: undefined }, 'Balance after', '–'],
  ['without a reason', { ...ROW, description: '' }, 'Reason', '–'],
  ['without a time', { ...ROW, createdAt: null, createTime: '' }, 'Time', '–'],
])('a transaction %s is shown', async (_what, row, heading, shown) => {
  await open({ content: [row], totalElements: 1 });
  await vi.waitFor(() => expect(cellUnder(heading)?.textContent).toBe(shown));
  expect(document.body.textContent).not.toMatch(/undefined|null|NaN/);
});

test('the time may have its other name, and is of +07:00 where it names no zone', async () => {
  await open([{ ...ROW, createdAt: undefined, createTime: '2020-11-01 15:00:00' }]);
  const at = () => cellUnder('Time')?.querySelector('time')?.dateTime ?? '';
  await vi.waitFor(() => expect(new Date(at()).toISOString()).toBe('2020-11-01T08:00:00.000Z'));
});

test('an answer that is no list is a failed read', async () => {
  await open({});
  await vi.waitFor(() => expect(document.querySelector('[role="alert"]')).not.toBeNull());
});
