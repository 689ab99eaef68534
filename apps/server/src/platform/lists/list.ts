import type { RawBuilder } from 'kysely';

/** A filtered list, for `findPage`. Its columns are `id` and whatever its order needs; the order is that of an index. */
export type List = {
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
  /** Finds the ids of the matches, where that is cheaper than filtering rows. With `texts`, by the other filters. */
  readonly matches?: RawBuilder<unknown> | undefined;
  /** The matches as a merge join of two indexes in one order, for counting. */
  readonly merged?: RawBuilder<unknown> | undefined;
  /** The name of a table that is listed unfiltered and never shrinks: once too long to count, it is not counted again. */
  readonly unfiltered?: string | undefined;
  readonly texts?: TextFilter | undefined;
};

/** Filters of two tables: texts in one, the others in the listed one. Either finds the matches, whichever leaves fewer. */
export type TextFilter = {
  readonly where: RawBuilder<unknown>;
  /** The ids that the other filters leave. */
  readonly left: RawBuilder<unknown>;
  /** The matches, found by the index of the texts. */
  readonly matches: RawBuilder<unknown>;
};

/** `total` counts to `COUNT_MAX` and no further. With `searchedFrom` the search ran out of time: nothing older was searched. */
export type FoundPage<I extends string> = { readonly ids: readonly I[]; readonly total: number; readonly searchedFrom?: Date };
