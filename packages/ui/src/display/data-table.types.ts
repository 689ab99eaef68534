import type { ReactNode } from 'react';
import type { SkeletonWidth } from '../skeleton';

export type Column<Row> = {
  id: string;
  header: ReactNode;
  /** For a column without a visible header, such as actions. */
  headerLabel?: string;
  cell: (row: Row, index: number) => ReactNode;
  align?: 'start' | 'end';
  /** The cell that names the row and holds the link. */
  isRowHeader?: boolean;
  sortable?: boolean;
  /** Shape of the cell while loading. */
  skeleton?: SkeletonWidth | 'badge';
  /** How many lines it has then. */
  skeletonLines?: number;
  className?: string;
};

export type Sort = { column: string; direction: 'ascending' | 'descending' };

export type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  labels: { all: string; row: (key: string) => string };
};

export type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: Selection;
  /** Two lines on a phone: amount and status first. */
  card?: (row: Row, index: number) => ReactNode;
  /** Shown in place of rows when there are none. */
  empty?: ReactNode;
  /** Old rows stay while the next ones load. */
  isRefetching?: boolean;
  skeletonRows?: number;
  /** How many lines a card has on a phone. */
  cardLines?: number;
  dense?: boolean;
  /** The pager. */
  footer?: ReactNode;
};
