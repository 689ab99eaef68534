import type { ReactNode } from 'react';
import { Checkbox } from '../forms/checkbox';
import { useIsMobile } from '../media';
import { Skeleton } from '../skeleton';
import { TableScroll } from '../table-scroll';
import { TableHead } from './data-table.head';
import type { Column, DataTableProps, Selection } from './data-table.types';

const SKELETON_ROWS = 8;
const CARD_LINES = 2;
const placeholders = (count: number) => Array.from({ length: count }, (_, index) => `placeholder-${index}`);

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, empty, footer, card, isRefetching = false } = props;
  const isMobile = useIsMobile();
  const isEmpty = rows !== undefined && rows.length === 0;
  return (
    <div className="table-frame" aria-busy={rows === undefined || isRefetching}>
      {isEmpty && empty !== undefined ? empty : isMobile && card !== undefined ? <Cards {...props} card={card} /> : <Table {...props} />}
      {footer}
    </div>
  );
}

const toggled = (selection: Selection, key: string, isOn: boolean): void => {
  const next = new Set(selection.selected);
  if (isOn) next.add(key);
  else next.delete(key);
  selection.onChange(next);
};

function Table<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, selection, dense, skeletonRows = SKELETON_ROWS } = props;
  return (
    <TableScroll label={caption}>
      <table className="data-table" data-dense={dense || undefined}>
        <caption className="sr-only">{caption}</caption>
        <TableHead {...props} />
        <tbody>
          {rows === undefined
            ? placeholders(skeletonRows).map((key) => <SkeletonRow key={key} columns={columns} hasSelection={selection !== undefined} />)
            : rows.map((row, index) => {
                const key = rowKey(row);
                return <TableRow key={key} id={key} row={row} index={index} columns={columns} selection={selection} />;
              })}
        </tbody>
      </table>
    </TableScroll>
  );
}

type TableRowProps<Row> = { id: string; row: Row; index: number; columns: readonly Column<Row>[]; selection: Selection | undefined };

function TableRow<Row>({ id, row, index, columns, selection }: TableRowProps<Row>) {
  const isSelected = selection?.selected.has(id) ?? false;
  return (
    <tr data-selected={isSelected || undefined}>
      {selection !== undefined && (
        <td>
          <Checkbox name={selection.labels.row(id)} checked={isSelected} onChange={(isOn) => toggled(selection, id, isOn)} />
        </td>
      )}
      {columns.map((column) =>
        column.isRowHeader ? (
          <th key={column.id} scope="row" data-align={column.align} className={column.className}>
            {column.cell(row, index)}
          </th>
        ) : (
          <td key={column.id} data-align={column.align} className={column.className}>
            {column.cell(row, index)}
          </td>
        ),
      )}
    </tr>
  );
}

function SkeletonRow<Row>({ columns, hasSelection }: { columns: readonly Column<Row>[]; hasSelection: boolean }) {
  return (
    <tr>
      {hasSelection && <td />}
      {columns.map(({ id, align, className, skeleton = 'md', skeletonLines = 1 }) => (
        <td key={id} data-align={align} className={className}>
          {placeholders(skeletonLines).map((line) => (
            <Skeleton
              key={line}
              width={skeleton === 'badge' ? 'md' : skeleton}
              shape={skeleton === 'badge' ? 'badge' : 'line'}
              className="skeleton-cell"
            />
          ))}
        </td>
      ))}
    </tr>
  );
}

function Cards<Row>({
  caption,
  rows,
  rowKey,
  card,
  selection,
  skeletonRows = SKELETON_ROWS,
  cardLines = CARD_LINES,
}: DataTableProps<Row> & { card: NonNullable<DataTableProps<Row>['card']> }) {
  return (
    <ul className="table-cards" aria-label={caption}>
      {rows === undefined
        ? placeholders(skeletonRows).map((key) => (
            <li key={key}>
              <Skeleton width="lg" />
              <Skeleton width="md" shape="badge" />
              {placeholders(cardLines - 1).map((line) => (
                <Skeleton key={line} width="md" className="card-line" />
              ))}
            </li>
          ))
        : rows.map((row, index) => (
            <CardItem key={rowKey(row)} id={rowKey(row)} selection={selection}>
              {card(row, index)}
            </CardItem>
          ))}
    </ul>
  );
}

/** With a selection the card gets a checkbox as high as the card, which is easy to tap. */
function CardItem({ id, selection, children }: { id: string; selection: Selection | undefined; children: ReactNode }) {
  if (selection === undefined) return <li>{children}</li>;
  const isSelected = selection.selected.has(id);
  return (
    <li className="card-selectable" data-selected={isSelected || undefined}>
      <span className="card-check">
        <Checkbox name={selection.labels.row(id)} checked={isSelected} onChange={(isOn) => toggled(selection, id, isOn)} />
      </span>
      {children}
    </li>
  );
}
