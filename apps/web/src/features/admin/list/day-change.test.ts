import { expect, test } from 'vitest';
import { dayChange } from './day-change';

test('a percent of yesterday with two decimals', () => {
  expect(dayChange(112.48, 100)).toEqual({ direction: 'up', percent: '12.48%' });
  expect(dayChange(50, 100)).toEqual({ direction: 'down', percent: '50.00%' });
  expect(dayChange(0, 0.000001)).toEqual({ direction: 'down', percent: '100.00%' });
  expect(dayChange(7, 7)).toEqual({ direction: 'same', percent: '0.00%' });
  expect(dayChange(4, 3)).toEqual({ direction: 'up', percent: '33.33%' });
  expect(dayChange(5, 3)).toEqual({ direction: 'up', percent: '66.67%' });
});

test('nothing is said about a day that took nothing', () => {
  expect(dayChange(10, 0)).toBeUndefined();
  expect(dayChange(10, Number.NaN)).toBeUndefined();
});
