import type { RawBuilder } from 'kysely';
import type { Window } from './paging';

/**
 * A filtered list of the rows that an `I` identifies, for `findPage`. Its columns are `id` and whatever its order needs; the order is that
 * of an index.
 */
export type List<I extends string> = {
  readonly table: RawBuilder<unknown>;
  readonly alias: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown> | undefined;
  /** The part of the order that is listed: from when to when. */
  readonly range: RawBuilder<unknown>;
  /** The filters. */
  readonly where?: RawBuilder<unknown> | undefined;
  readonly columns: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** The same order by the table's own columns. */
  readonly newest: RawBuilder<unknown>;
  /**
   * Which index serves the filters. `order`: one that holds the matches in the order of the list. `covering`: one that holds every
   * filtered column, so counting reads no row. `bitmap`: one that can only be read as a bitmap (GIN, or several combined).
   */
  readonly index: 'order' | 'covering' | 'some' | 'bitmap';
  /** Finds the ids of the matches, where that is cheaper than filtering rows. */
  readonly matches?: RawBuilder<unknown> | undefined;
  /** The matches as a merge join of two indexes in one order, for counting. */
  readonly merged?: RawBuilder<unknown> | undefined;
  /** The name of a table that is listed unfiltered and never shrinks: once too long to count, it is not counted again. */
  readonly unfiltered?: string | undefined;
  readonly texts?: TextFilter<I> | undefined;
};

export type TextFilter<I extends string> = {
  readonly where: RawBuilder<unknown>;
  /** Finds texts by their own index. `isRare`: none of the newest rows has them. */
  search(window: Window, isRare: boolean): Promise<FoundPage<I>>;
  /** The ids that the other filters leave, and a statement that finds those of them whose texts match. */
  readonly among?: { readonly ids: RawBuilder<unknown>; match(ids: readonly I[]): RawBuilder<unknown> } | undefined;
};

/** `total` counts to `COUNT_MAX` and no further. With `searchedFrom` the search ran out of time: nothing older was searched. */
export type FoundPage<I extends string> = { readonly ids: readonly I[]; readonly total: number; readonly searchedFrom?: Date };
