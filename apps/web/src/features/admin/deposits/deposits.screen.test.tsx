// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { setTexts } from '../../../lib/i18n/texts';
import { serverClock } from '../../../lib/time/server-clock';
import DepositsScreen from './deposits.screen';

const DEPOSIT = {
  id: 'dep_1',
  username: 'linh',
  method: 'usdt-auto',
  amount: '48.000000',
  received: '48.000000',
  status: 'SUCCESS',
  createDate: '2026-11-01T08:00:00.000Z',
  note: null,
};
const PAGING = { currentPage: 0, totalPages: 3, totalElements: 41 };

afterEach(() => {
  vi.restoreAllMocks();
  setTexts('en', {});
});

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

const IN_VIETNAMESE = { 'USDT (Auto)': 'USDT (Tự động)', 'Vietnam Bank (Auto)': 'Ngân hàng Việt Nam (Tự động)' };

/** The server finds a part of the method's code. */
test.each([
  ['vi', 'Ngân hàng', 'vietnam-bank-auto'],
  ['vi', 'ngân HÀNG', 'vietnam-bank-auto'],
  ['vi', 'Ngân hàng'.normalize('NFD'), 'vietnam-bank-auto'],
  ['vi', 'USDT (', 'usdt-auto'],
  ['vi', 'Tự động', '-auto'],
  ['vi', 'bank', 'bank'],
  ['vi', 'auto', 'auto'],
  ['vi', 'thẻ', 'thẻ'],
  ['en', 'Vietnam Bank', 'vietnam-bank-auto'],
  ['en', 'usdt-auto', 'usdt-auto'],
  ['en', 'nk', 'vietnam-bank-auto'],
  ['en', '(Auto)', '-auto'],
])('in %s, "%s" as the method asks for %s', async (language, typed, asked) => {
  setTexts(language, language === 'vi' ? IN_VIETNAMESE : {});
  await open([DEPOSIT], `/admin/deposit-invoices?method=${encodeURIComponent(typed)}`);
  const calls = () => vi.mocked(window.fetch).mock.calls.map(([input]) => new URL(String(input), 'http://test'));
  const call = () => calls().find(({ pathname }) => pathname.endsWith('/admin/deposit-invoices'));
  await vi.waitFor(() => expect(call()?.searchParams.get('method')).toBe(asked));
});

test.each([
  ['less came', { received: '3.846153' }, 'Received $3.85'],
  ['more came', { received: '96.000000' }, 'Received $96.00'],
  ['it was taken back', { received: '0.000000' }, 'Received $0.00'],
])('where %s, what was credited stands beside the amount', async (_case, deposit, words) => {
  await open([{ ...DEPOSIT, ...deposit }]);
  await vi.waitFor(() => expect(text()).toContain('$48.00'));
  expect(text().replaceAll(/[\u2066\u2069]/g, '')).toContain(words);
});

test.each([
  ['of the amount came', {}],
  ['of a fraction more that the list does not show came', { received: '48.001200' }],
  ['waits', { status: 'PENDING', received: '0.000000' }],
  ['ended unpaid', { status: 'CANCELED', received: '0.000000' }],
  ['leaves out what came', { received: undefined }],
])('a deposit that %s has the amount alone', async (_case, deposit) => {
  await open([{ ...DEPOSIT, ...deposit }]);
  await vi.waitFor(() => expect(text()).toContain('$48.00'));
  expect(text()).not.toContain('Received');
});

test('the number of the month is of business time, whatever the figures of its days answer', async () => {
  serverClock.saw('2026-03-15T12:00:00Z');
  await open([DEPOSIT]);
  await vi.waitFor(() => expect(text()).toContain('This month (3)'));
});
