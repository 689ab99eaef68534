import { expect, test } from 'vitest';
import { pageWindow } from './pagination.window';

test.each([
  [0, 1, [0]],
  [0, 0, []],
  [2, 4, [0, 1, 2, 3]],
  [4, 5, [0, 1, 2, 3, 4]],
  [0, 42, [0, 1, 2, 3, 4]],
  [10, 42, [8, 9, 10, 11, 12]],
  [41, 42, [37, 38, 39, 40, 41]],
])('page %d of %d shows %j', (page, count, numbers) => {
  expect(pageWindow(page, count)).toEqual(numbers);
});
