// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../test/render';
import { DataTable } from './data-table';
import type { Column } from './data-table.types';

type Row = { id: string; name: string; amount: string };
const rows: Row[] = [
  { id: 'a', name: 'Order #1', amount: '1.0000' },
  { id: 'b', name: 'Order #2', amount: '2.0000' },
];
const columns: Column<Row>[] = [
  { id: 'name', header: 'Invoice Name', cell: (row) => row.name, isRowHeader: true },
  { id: 'amount', header: 'Amount', cell: (row) => row.amount, align: 'end', sortable: true, skeleton: 'sm' },
];
const table = { caption: 'Invoices', columns, rowKey: (row: Row) => row.id };
const texts = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.textContent);

let isMobile = false;
beforeEach(() => {
  isMobile = false;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ matches: isMobile, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList,
  );
});

test('it is a real table: a caption, column headers and row headers', async () => {
  await render(<DataTable {...table} rows={rows} />);
  expect(find('caption').textContent).toBe('Invoices');
  expect(texts('thead th[scope="col"]')).toEqual(['Invoice Name', 'Amount']);
  expect(texts('tbody th[scope="row"]')).toEqual(['Order #1', 'Order #2']);
  expect(document.querySelectorAll('th button')).toHaveLength(0);
});

test('a sortable header is a button that announces the order and reverses it', async () => {
  const onSort = vi.fn();
  const { rerender } = await render(<DataTable {...table} rows={rows} onSort={onSort} />);
  expect(find('th[aria-sort]').getAttribute('aria-sort')).toBe('none');
  await click('th button');
  expect(onSort).toHaveBeenLastCalledWith({ column: 'amount', direction: 'descending' });
  await rerender(<DataTable {...table} rows={rows} onSort={onSort} sort={{ column: 'amount', direction: 'descending' }} />);
  expect(find('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
  await click('th button');
  expect(onSort).toHaveBeenLastCalledWith({ column: 'amount', direction: 'ascending' });
});

test('while loading, placeholder rows are drawn from the columns', async () => {
  await render(<DataTable {...table} rows={undefined} skeletonRows={3} />);
  expect(document.querySelectorAll('tbody tr')).toHaveLength(3);
  expect(document.querySelectorAll('tbody .skeleton[data-width="sm"]')).toHaveLength(3);
  expect(find('.table-frame').getAttribute('aria-busy')).toBe('true');
});

test('cards and cells have as many lines while they load as afterwards', async () => {
  const lined = columns.map((column, index) => (index === 0 ? { ...column, skeletonLines: 2 } : column));
  await render(<DataTable {...table} columns={lined} rows={undefined} skeletonRows={3} />);
  expect(document.querySelectorAll('tbody tr:first-child > td:first-child > .skeleton')).toHaveLength(2);
  isMobile = true;
  await render(<DataTable {...table} rows={undefined} skeletonRows={1} cardLines={4} card={(row) => row.name} />);
  expect(document.querySelectorAll('ul .skeleton[data-shape="line"]')).toHaveLength(4);
});

test('without rows the empty state is shown', async () => {
  await render(<DataTable {...table} rows={[]} empty={<p>No invoices yet</p>} />);
  expect(document.querySelector('table')).toBeNull();
  expect(find('.table-frame').textContent).toBe('No invoices yet');
});

test('rows can be selected one by one and all together', async () => {
  const onChange = vi.fn();
  const selection = { selected: new Set(['a']), onChange, labels: { all: 'All', row: (key: string) => `Row ${key}` } };
  await render(<DataTable {...table} rows={rows} selection={selection} />);
  expect(find('[aria-label="All"]').getAttribute('aria-checked')).toBe('mixed');
  await click('[aria-label="Row b"]');
  expect(onChange).toHaveBeenLastCalledWith(new Set(['a', 'b']));
  await click('[aria-label="All"]');
  expect(onChange).toHaveBeenLastCalledWith(new Set(['a', 'b']));
});

test('on a phone the rows are cards', async () => {
  isMobile = true;
  await render(<DataTable {...table} rows={rows} card={(row) => <b>{row.amount}</b>} />);
  expect(document.querySelector('table')).toBeNull();
  expect(texts('ul[aria-label="Invoices"] > li')).toEqual(['1.0000', '2.0000']);
});

test('cards on a phone can be selected one by one', async () => {
  isMobile = true;
  const onChange = vi.fn();
  const labels = { all: 'All', row: (key: string) => `Select ${key}` };
  const card = (row: Row) => row.name;
  const { rerender } = await render(<DataTable {...table} rows={rows} card={card} />);
  expect(document.querySelector('[role="checkbox"]')).toBeNull();
  await rerender(<DataTable {...table} rows={rows} card={card} selection={{ selected: new Set(['a']), onChange, labels }} />);
  await click('[aria-label="Select b"]');
  expect(onChange).toHaveBeenCalledWith(new Set(['a', 'b']));
});
