import { expect, test } from 'vitest';
import { movedTo } from './command.cursor';

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 0],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 4],
  ['Home', 3, 0],
  ['End', 1, 4],
])('%s at %i of five leads to %i', (key, from, to) => {
  expect(movedTo(key, from, 5)).toBe(to);
});

test('other keys are left to the box, and an empty list has no target', () => {
  expect(movedTo('a', 0, 5)).toBeUndefined();
  expect(movedTo('ArrowLeft', 0, 5)).toBeUndefined();
  expect(movedTo('ArrowDown', 0, 0)).toBeUndefined();
});
