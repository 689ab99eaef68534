// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import DepositsScreen from './deposits.screen';

const DEPOSIT = {
  id: 'dep_1',
  username: 'linh',
  method: 'usdt-auto',
  amount: '48.000000',
  status: 'SUCCESS',
  createDate: '2026-11-01T08:00:00.000Z',
  note: null,
};
const PAGING = { currentPage: 0, totalPages: 3, totalElements: 41 };

afterEach(() => void vi.restoreAllMocks());

async function open(answer: unknown, address = '/admin/deposit-invoices') {
  vi.spyOn(window, 'fetch').mockImplementation(async (input) =>
    String(input).includes('/admin/deposit-invoices')
      ? Response.json(answer)
      : Response.json({ totalAllTime: 0, totalThisMonth: 0, totalThisWeek: 0, totalToday: 0 }),
  );
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <DepositsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const text = () => document.body.textContent ?? '';
const isPaged = () => document.querySelector('.pager') !== null;

test.each([
  ['in its envelope', { status: 'success', data: { invoices: [DEPOSIT], ...PAGING } }, true],
  ['as a bare list', [DEPOSIT], false],
  ['as a bare list in the envelope', { status: 'success', data: [DEPOSIT] }, false],
  ['without the envelope', { invoices: [DEPOSIT], ...PAGING }, true],
  ['as a page of content', { content: [DEPOSIT], totalElements: 41, totalPages: 3 }, true],
])('deposits are shown when they come %s', async (_how, answer, hasPages) => {
  await open(answer);
  await vi.waitFor(() => expect(text()).toContain('linh'));
  expect(text()).not.toContain('The data could not be loaded');
  expect(isPaged()).toBe(hasPages);
});

test('a bare list has one page, whatever page was asked for', async () => {
  await open([DEPOSIT], '/admin/deposit-invoices?page=4');
  await vi.waitFor(() => expect(text()).toContain('linh'));
});

test('an empty bare list is no error', async () => {
  await open([]);
  await vi.waitFor(() => expect(text()).toContain('No deposit invoices'));
});

test.each([[null], ['text'], [{ status: 'success' }], [{ status: 'success', data: { invoices: 'none' } }]])(
  'an answer without a list, %j, is an error',
  async (answer) => {
    await open(answer);
    await vi.waitFor(() => expect(text()).toContain('The data could not be loaded'));
  },
);
