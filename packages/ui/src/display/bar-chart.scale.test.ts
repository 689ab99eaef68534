import { describe, expect, test } from 'vitest';
import { gridValues, labelledIndexes, movedIndex } from './bar-chart.scale';

describe('gridValues', () => {
  test.each([
    [
      [640, 200],
      [0, 200, 400, 600, 800],
    ],
    [[392], [0, 100, 200, 300, 400]],
    [
      [1, 0.5],
      [0, 0.25, 0.5, 0.75, 1],
    ],
    [[1], [0, 1]],
    [[3], [0, 1, 2, 3]],
    [[10], [0, 5, 10]],
    [[10_482.5], [0, 5000, 10_000, 15_000]],
    [[0.02], [0, 0.005, 0.01, 0.015, 0.02]],
  ])('%j reaches from 0 over the highest in nice steps', (values, grid) => {
    expect(gridValues(values).map((value) => Math.round(value * 1e6) / 1e6)).toEqual(grid);
  });

  test('without a value there is an empty frame and no division by zero', () => {
    expect(gridValues([])).toEqual([0, 1]);
    expect(gridValues([0, 0])).toEqual([0, 1]);
  });
});

test('the newest day is labelled, the others in weeks before it', () => {
  expect(labelledIndexes(30, 7)).toEqual([1, 8, 15, 22, 29]);
  expect(labelledIndexes(0, 7)).toEqual([]);
});

describe('arrow keys', () => {
  test('move from the ends inwards and stop at the ends', () => {
    expect(movedIndex('ArrowRight', undefined, 30, false)).toBe(0);
    expect(movedIndex('ArrowLeft', undefined, 30, false)).toBe(29);
    expect(movedIndex('ArrowRight', 29, 30, false)).toBe(29);
    expect(movedIndex('Home', 12, 30, false)).toBe(0);
    expect(movedIndex('End', 12, 30, false)).toBe(29);
  });

  test('follow their direction in right-to-left text', () => {
    expect(movedIndex('ArrowLeft', 3, 30, true)).toBe(4);
  });

  test('leave every other key to the page', () => {
    expect(movedIndex('Tab', 3, 30, false)).toBeUndefined();
  });
});
