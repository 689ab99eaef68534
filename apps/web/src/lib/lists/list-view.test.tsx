// @vitest-environment happy-dom
import { act } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { click, find, render } from '../../../../../packages/ui/test/render';
import { type ListPage, useList } from './list-state';
import { ListView } from './list-view';
import { LoadError } from './load-error';
import { useUrlFilters } from './url-filters';

const schema = z.object({
  name: z.string().optional(),
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).default(2),
});
type Query = { data?: ListPage<string>; isError?: boolean; isPlaceholderData?: boolean };
const refetch = vi.fn();
beforeEach(() => refetch.mockReset());

function Names({ query }: { query: Query }) {
  const list = useList(useUrlFilters(schema), { error: new Error('down'), isError: false, refetch, ...query });
  return (
    <>
      <output>{useLocation().search}</output>
      <ListView
        list={list}
        failure="Your names could not be loaded"
        look={{ caption: 'Names', columns: [{ id: 'name', header: 'Name', cell: (name) => name }], rowKey: (name) => name }}
        empty={{ title: 'No names yet' }}
        noMatch={{ title: 'No names found', text: 'None matches.', clearLabel: 'Clear filters' }}
        pager={{ sizes: [2, 4] }}
      />
    </>
  );
}

const open = (address: string, query: Query) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Names query={query} />
    </MemoryRouter>,
  );
const address = () => find('output').textContent;
const page = { content: ['Ada', 'Bo'], totalElements: 5 };

test('until the first page has arrived the rows are skeletons', async () => {
  await open('/', {});
  expect(document.querySelectorAll('tbody .skeleton').length).toBeGreaterThan(0);
  expect(document.querySelector('.pager')).toBeNull();
});

test('a failed load offers a retry', async () => {
  await open('/', { isError: true });
  expect(find('[role="alert"]').textContent).toContain('Your names could not be loaded');
  await click('[role="alert"] button');
  expect(refetch).toHaveBeenCalledOnce();
});

test('a failure in place of a whole page is its heading', async () => {
  const read = { error: new Error('down'), refetch };
  await render(<LoadError isPage title="This invitation cannot be opened" read={read} />);
  expect(find('h1').textContent).toBe('This invitation cannot be opened');
});

test('a failed refresh leaves the rows on the screen', async () => {
  await open('/', { data: page, isError: true });
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(document.querySelectorAll('tbody tr')).toHaveLength(2);
});

test('"nothing yet" differs from "no matches"', async () => {
  const nothing = { content: [], totalElements: 0 };
  await open('/', { data: nothing });
  expect(document.body.textContent).toContain('No names yet');
});

test('filters without matches are cleared, the page size and other parameters stay', async () => {
  await open('/?tab=names&name=zed&size=4', { data: { content: [], totalElements: 0 } });
  expect(document.body.textContent).toContain('No names found');
  await click('.empty-actions button');
  expect(address()).toBe('?tab=names&size=4');
});

test('the page is kept in the URL, and the size is offered', async () => {
  await open('/', { data: page });
  const numbers = [...document.querySelectorAll<HTMLElement>('.pages [aria-current], .pages button')].map((each) => each.textContent);
  expect(numbers).toEqual(['', '1', '2', '3', '']);
  await act(async () => document.querySelectorAll<HTMLElement>('.pages button')[2]?.click());
  expect(address()).toBe('?page=1');
  expect(document.querySelector('.list-size')).not.toBeNull();
});

test('a page past the end becomes the last one', async () => {
  await open('/?page=9', { data: { content: [], totalElements: 5 } });
  expect(address()).toBe('?page=2');
});

test('old rows of another page cause no redirect', async () => {
  await open('/?page=9', { data: page, isPlaceholderData: true });
  expect(address()).toBe('?page=9');
});
