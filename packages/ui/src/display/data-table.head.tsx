import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Checkbox } from '../forms/checkbox';
import type { Column, DataTableProps, Sort } from './data-table.types';

const nextSort = (column: string, sort: Sort | undefined): Sort => ({
  column,
  // Users look for the newest and largest, so the first press sorts descending.
  direction: sort?.column === column && sort.direction === 'descending' ? 'ascending' : 'descending',
});

export function TableHead<Row>({ columns, rows, rowKey, sort, onSort, selection }: DataTableProps<Row>) {
  const keys = rows?.map(rowKey) ?? [];
  const selectedCount = selection === undefined ? 0 : keys.filter((key) => selection.selected.has(key)).length;
  const all = selectedCount === 0 ? false : selectedCount === keys.length ? true : 'mixed';
  return (
    <thead>
      <tr>
        {selection !== undefined && (
          <th scope="col">
            <Checkbox name={selection.labels.all} checked={all} onChange={(isOn) => selection.onChange(new Set(isOn ? keys : []))} />
          </th>
        )}
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

type HeaderCellProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined };

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" data-align={column.align} aria-sort={column.sortable ? (direction ?? 'none') : undefined}>
      {column.sortable && onSort !== undefined ? (
        <button type="button" className="sort-button" onClick={() => onSort(nextSort(column.id, sort))}>
          {column.header}
          <Icon className="icon-sm" aria-hidden="true" />
        </button>
      ) : (
        column.header
      )}
      {column.headerLabel !== undefined && <span className="sr-only">{column.headerLabel}</span>}
    </th>
  );
}
