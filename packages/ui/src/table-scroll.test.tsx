// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { find, render } from '../test/render';
import { stubResizes } from '../test/resizes';
import { TableScroll } from './table-scroll';

test('the area says on which side its table goes on, after a change of width and while it scrolls', async () => {
  const resize = stubResizes();
  const table = { left: 0, right: 1_000 };
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measured(this: Element) {
    return (this.tagName === 'TABLE' ? table : { left: 0, right: 1_000 }) as DOMRect;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1_015);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  await render(
    <TableScroll label="Invoices">
      <table />
    </TableScroll>,
  );
  const more = () => find('.table-scroll').dataset.more;
  const layOut = (left: number, right: number) => Object.assign(table, { left, right });
  const scroll = () => act(async () => find('.table-scroll').dispatchEvent(new Event('scroll')));
  await resize();
  expect(more()).toBe('');
  expect(find('.table-scroll').style.getPropertyValue('--bar')).toBe('15px');
  layOut(0, 1_300);
  await resize();
  expect(more()).toBe('right');
  layOut(-100, 1_200);
  await scroll();
  expect(more()).toBe('left right');
  // The end; from right to left, this is where a table begins.
  layOut(-300, 1_000);
  await scroll();
  expect(more()).toBe('left');
});
