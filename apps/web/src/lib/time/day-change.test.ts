import { expect, test } from 'vitest';
import { dayChange } from './day-change';

test.each([
  [392.4, 644.05, 'down', '39.07'],
  [200, 100, 'up', '100.00'],
  [0, 12.5, 'down', '100.00'],
  [0.3, 0.1, 'up', '200.00'],
  [100.004, 100, 'up', '0.00'],
  [100.005, 100, 'up', '0.01'],
  [0, 0.000001, 'down', '100.00'],
  [4, 3, 'up', '33.33'],
  [5, 3, 'up', '66.67'],
  [7, 7, 'same', '0.00'],
])('%d after %d is %s by %s%%', (today, yesterday, direction, percent) => {
  expect(dayChange(today, yesterday)).toEqual({ direction, percent });
});

test('no comparison with a day without revenue, or an unknown one', () => {
  expect(dayChange(5, 0)).toBeUndefined();
  expect(dayChange(10, Number.NaN)).toBeUndefined();
});
