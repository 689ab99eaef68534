// @vitest-environment happy-dom
import { PopupHost } from '@stablegate/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../packages/ui/test/render';
import { exactTime } from '../../lib/time/time-ago.format';
import DepositsTab from './deposits-tab';

afterEach(() => void vi.restoreAllMocks());

/** As specification 1, section 3, has it. */
const ROW = {
  ...{ id: 'd1', status: 'PENDING', createDate: '2020-11-01T08:00:00Z', updateDate: '2020-11-01T08:00:00Z', tid: 'T-77' },
  ...{ requestId: 'R-1', method: 'usdt-auto', amount: '48.5', topupBack: 'https://pay.example/bill/1' },
};

async function open(answer: unknown) {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer));
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <DepositsTab />
        <PopupHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const page = (row: object) => ({ content: [row], totalElements: 1 });
const cellUnder = (heading: string) => {
  const at = [...document.querySelectorAll('thead th')].findIndex(({ textContent }) => textContent === heading);
  return document.querySelector('tbody tr')?.children[at];
};

test.each<[what: string, row: object, heading: string, shown: string]>([
  ['of the documented form', ROW, 'Amount', '$48.50'],
  ['of the documented form', ROW, 'Status', 'Pending'],
  ['that is paid, without what was received', { ...ROW, status: 'PAID' }, 'Amount', '$48.50'],
  ['that is paid, with it', { ...ROW, status: 'PAID', received: '50.000000' }, 'Amount', '$50.00'],
  ['of a number', { ...ROW, amount: 48.5 }, 'Amount', '$48.50'],
  ['without an amount', { ...ROW, amount: undefined }, 'Amount', '–'],
  ['of an amount that is null', { ...ROW, amount: null }, 'Amount', '–'],
  ['without a transaction', { ...ROW, tid: undefined }, 'Transaction ID', '–'],
  ['of a transaction that is null', { ...ROW, tid: null }, 'Transaction ID', '–'],
  ['of an empty transaction', { ...ROW, tid: '' }, 'Transaction ID', '–'],
  ['of an empty request', { ...ROW, requestId: '' }, 'Request ID', '–'],
  ['without a request', { ...ROW, requestId: undefined }, 'Request ID', '–'],
  ['without a status', { ...ROW, status: undefined }, 'Status', 'N/A'],
  ['of a status that is null', { ...ROW, status: null }, 'Status', 'N/A'],
  ['of a status that is not known', { ...ROW, status: 'HELD' }, 'Status', 'HELD'],
  ['of a status named like a method of objects', { ...ROW, status: 'toString' }, 'Status', 'toString'],
  ['without a method', { ...ROW, method: undefined }, 'Method', '–'],
  ['of a method that is not known', { ...ROW, method: 'card' }, 'Method', 'card'],
  ['without its times', { ...ROW, createDate: undefined, updateDate: null }, 'Created', '–'],
  ['of nothing but its id', { id: 'd1' }, 'Status', 'N/A'],
])('a top-up %s is shown', async (_what, row, heading, shown) => {
  await open(page(row));
  await vi.waitFor(() => expect(cellUnder(heading)?.textContent).toBe(shown));
  expect(document.body.textContent).not.toMatch(/undefined|null|NaN/);
});

test('a pending top-up without a method leads to its address', async () => {
  await open(page({ ...ROW, method: null }));
  await vi.waitFor(() => expect(document.querySelector('a.deposit-open')?.getAttribute('href')).toBe(ROW.topupBack));
});

test.each([undefined, null, ''])('a pending top-up by USDT of the address %j says that it has none', async (topupBack) => {
  await open(page({ ...ROW, topupBack }));
  await vi.waitFor(() => expect(document.querySelector('.deposit-open')).not.toBeNull());
  await click('.deposit-open');
  await vi.waitFor(() => expect(find('[role="alertdialog"]').textContent).toContain('No URL Found'));
  expect(find('[role="alertdialog"]').textContent).toContain('This invoice has no redirect URL');
  await click('[role="alertdialog"] button');
});

test('times without a zone are those of +07:00', async () => {
  await open(page({ ...ROW, createDate: '2020-11-01 15:00:00', updateDate: '2020-11-01T15:00:00' }));
  const at = (heading: string) => cellUnder(heading)?.querySelector('time')?.dateTime ?? '';
  await vi.waitFor(() => expect(new Date(at('Created')).toISOString()).toBe('2020-11-01T08:00:00.000Z'));
  expect(exactTime(new Date(at('Updated')))).toBe(exactTime(new Date(ROW.updateDate)));
});

test('a plain array is a list of them', async () => {
  await open([ROW]);
  await vi.waitFor(() => expect(cellUnder('Amount')?.textContent).toBe('$48.50'));
});
