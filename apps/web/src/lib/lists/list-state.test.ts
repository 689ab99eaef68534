import { describe, expect, test } from 'vitest';
import { localList } from './list-state';

const read = { error: null, isError: false, refetch: () => undefined };
const rows = Array.from({ length: 23 }, (_, index) => index + 1);
const pageOf = (all: readonly number[] | undefined, page: number) =>
  localList(read, all, undefined, { page, size: 10, goTo: () => undefined });

describe('a list loaded at once', () => {
  test('is shown page by page', () => {
    expect(pageOf(rows, 2)).toMatchObject({ rows: [21, 22, 23], page: 2, pageCount: 3, total: 23 });
  });

  test('falls back to the nearest existing page', () => {
    expect(pageOf(rows, 9).page).toBe(2);
    expect(pageOf(rows, -1).page).toBe(0);
    expect(pageOf([], 2)).toMatchObject({ rows: [], page: 0, pageCount: 0, total: 0 });
  });

  test('is complete without paging, and has no rows before it is loaded', () => {
    expect(localList(read, rows)).toMatchObject({ rows, pageCount: 1 });
    expect(pageOf(undefined, 0).rows).toBeUndefined();
  });
});
