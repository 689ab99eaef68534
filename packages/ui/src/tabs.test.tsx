// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { find, render } from '../test/render';
import { stubResizes } from '../test/resizes';
import { Tabs } from './tabs';

const items = (count?: string) => ['All', 'Success', 'Expired'].map((label) => ({ value: label, label, count }));
const tabs = (count?: string) => <Tabs label="Status" value="Expired" onChange={() => undefined} items={items(count)} />;

/** A row from 0 to its width; the open tab is 80 px wide and ends where the test says. */
function layOut(place: { rowEnd: number; tabEnd: number }) {
  const box = (left: number, right: number) => ({ left, right }) as DOMRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measured(this: Element) {
    return this.getAttribute('role') === 'tab' ? box(place.tabEnd - 80, place.tabEnd) : box(0, place.rowEnd);
  });
}

test('the open tab is scrolled into the row, also when its count comes later', async () => {
  const place = { rowEnd: 343, tabEnd: 300 };
  layOut(place);
  const { rerender } = await render(tabs());
  expect(find('.tabs').scrollLeft).toBe(0);
  expect(find('.tabs').dataset.more).toBe('');
  place.tabEnd = 383;
  await rerender(tabs('11'));
  expect(find('.tabs').scrollLeft).toBe(383 - 343 + 32);
});

test('the open tab is scrolled into a row that becomes narrower, and the row says on which side it goes on', async () => {
  const resize = stubResizes();
  const place = { rowEnd: 1_000, tabEnd: 400 };
  layOut(place);
  await render(tabs());
  place.rowEnd = 343;
  await resize();
  expect(find('.tabs').scrollLeft).toBe(400 - 343 + 32);
  expect(find('.tabs').dataset.more).toBe('right');
  // From right to left the row begins at the right and goes on at the left.
  place.tabEnd = 60;
  await act(async () => find('.tabs').dispatchEvent(new Event('scroll')));
  expect(find('.tabs').dataset.more).toBe('left');
});
