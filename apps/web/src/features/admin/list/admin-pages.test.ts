import { expect, test } from 'vitest';
import { adminPages } from './admin-pages';

test.each<[number, number, (number | 'gap')[]]>([
  [0, 1, [0]],
  [0, 2, [0, 1]],
  [1, 3, [0, 1, 2]],
  [0, 9, [0, 1, 'gap', 8]],
  [4, 9, [0, 'gap', 3, 4, 5, 'gap', 8]],
  [8, 9, [0, 'gap', 7, 8]],
  [1, 9, [0, 1, 2, 'gap', 8]],
  // A URL may name a page that no longer exists.
  [20, 3, [0, 'gap', 2]],
])('page %i of %i', (page, pageCount, expected) => {
  expect(adminPages(page, pageCount)).toEqual(expected);
});
