// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import TransactionLogScreen from './transaction-log.screen';

const row = (id: string, type: string, amount: string) => ({
  id,
  username: 'linh',
  type,
  amount,
  beforeBalance: '1.000000',
  afterBalance: '2.000000',
  description: 'Invoice fee',
  createTime: '2026-11-01T08:00:00.000Z',
});

afterEach(() => void vi.restoreAllMocks());

test('what was added has its plus, what was taken its minus, and a balance has neither', async () => {
  const logs = [row('a', 'top-up', '500.000000'), row('b', 'add', '0.500000'), row('c', 'deduct', '-1.500000')];
  const data = { logs, currentPage: 0, totalPages: 1, totalElements: 3 };
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ status: 'success', data }));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TransactionLogScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const rows = () =>
    [...document.querySelectorAll('tbody tr')].map((each) => [...each.querySelectorAll('.money')].map((cell) => cell.textContent));
  const balances = ['$1.000000', '$2.000000'];
  await vi.waitFor(() =>
    expect(rows()).toEqual([
      ['+$500.000000', ...balances],
      ['+$0.500000', ...balances],
      ['\u2212$1.500000', ...balances],
    ]),
  );
});
