// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { find, render } from '../../test/render';
import { BarChart } from './bar-chart';

const days = [
  { key: '1', value: 200, label: '1 Nov', tip: '1 Nov: 200' },
  { key: '2', value: 100, label: '2 Nov', tip: '2 Nov: 100' },
  { key: '3', value: 50, label: 'Today', tip: 'Today: 50', isOpen: true },
];
const chart = (isTable: boolean) => (
  <BarChart label="Revenue" hint="Arrow keys" bars={days} gridLabel={String} isTable={isTable} table={<table id="figures" />} />
);
const press = (key: string) =>
  act(async () => void find('.chart-plot').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const spoken = () => find('[role="status"]').textContent;

test('bars are as high as their share of the scale, and an unfinished day is lighter', async () => {
  await render(chart(false));
  const heights = [...document.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'));
  expect(heights).toEqual(['100', '50', '25']);
  expect(document.querySelectorAll('.chart-bar-open')).toHaveLength(1);
});

test('arrow keys move along the bars and announce their figures; Escape ends it', async () => {
  await render(chart(false));
  expect(spoken()).toBe('');
  await press('ArrowRight');
  expect(spoken()).toBe('1 Nov: 200');
  await press('End');
  expect(spoken()).toBe('Today: 50');
  await press('ArrowLeft');
  expect(spoken()).toBe('2 Nov: 100');
  await press('Escape');
  expect(spoken()).toBe('');
});

test('the table is always there for screen readers, and visible on demand', async () => {
  const { rerender } = await render(chart(false));
  expect(find('#figures').parentElement?.className).toBe('sr-only');
  await rerender(chart(true));
  expect(find('#figures').parentElement?.className).toBe('chart-table');
  expect(document.querySelector('.chart-plot')).toBeNull();
});
