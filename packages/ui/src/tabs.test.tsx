// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { find, render } from '../test/render';
import { Tabs } from './tabs';

const items = (count?: string) => ['All', 'Success', 'Expired'].map((label) => ({ value: label, label, count }));

test('the open tab is scrolled into the row, also when its count comes later', async () => {
  const box = (left: number, right: number) => ({ left, right }) as DOMRect;
  let tabEnd = 300;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measured(this: Element) {
    return this.getAttribute('role') === 'tab' ? box(tabEnd - 80, tabEnd) : box(0, 343);
  });
  const tabs = (count?: string) => <Tabs label="Status" value="Expired" onChange={() => undefined} items={items(count)} />;
  const { rerender } = await render(tabs());
  expect(find('.tabs').scrollLeft).toBe(0);
  tabEnd = 383;
  await rerender(tabs('11'));
  expect(find('.tabs').scrollLeft).toBe(383 - 343 + 32);
});
