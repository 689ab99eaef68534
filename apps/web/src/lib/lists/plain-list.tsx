import { Button, DataTable, type DataTableProps, EmptyState, type EmptyStateProps, Notice } from '@stablegate/ui';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { fullTimeInText } from '../time/local-time';
import type { ListState } from './list-state';
import { type ListTexts, useListTexts } from './list-texts';
import { LoadError } from './load-error';
import './plain-list.css';

/** Its own icon where no filter is set, only a tab. */
type NoMatch = { title: string; text: string; clearLabel: string; bare?: boolean; icon?: ReactNode };
type TableLook<Row> = Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'rowKey' | 'card' | 'selection' | 'dense' | 'skeletonRows' | 'cardLines'
>;

export type PlainListProps<Row> = {
  list: ListState<Row>;
  /** What could not be loaded, as a sentence. */
  failure: string;
  /** A table, cards on a phone; or a custom rendering. */
  look: TableLook<Row> | ((rows: readonly Row[]) => ReactNode);
  /** In place of the table's own skeleton. */
  loading?: ReactNode;
  empty?: EmptyStateProps;
  noMatch?: NoMatch;
  /** Below the rows. */
  footer?: ReactNode;
  texts?: ListTexts;
};

/** A list without pages: loading, error, nothing yet, no matches, rows. */
export function PlainList<Row>({ list, failure, look, loading, empty, noMatch, footer, texts }: PlainListProps<Row>) {
  const usual = useListTexts();
  const labels = texts ?? usual;
  const { read, rows, searchedFrom } = list;
  if (rows === undefined && read.isError) return <LoadError title={failure} read={read} texts={texts} />;
  if (rows === undefined && loading !== undefined) return loading;
  const nothing = list.isFiltered && noMatch !== undefined ? noMatchState(noMatch, list.clear) : empty;
  return (
    <>
      {searchedFrom !== undefined && (
        <div className="list-searched">
          <Notice tone="info" role="status">
            {labels.searched(fullTimeInText(new Date(searchedFrom)))}
          </Notice>
        </div>
      )}
      {typeof look === 'function' ? (
        <>
          {rows?.length === 0 && nothing !== undefined ? <EmptyState {...nothing} /> : rows && look(rows)}
          {footer}
        </>
      ) : (
        <DataTable
          {...look}
          rows={rows}
          isRefetching={list.isRefetching}
          empty={nothing && <EmptyState bare {...nothing} />}
          footer={footer}
        />
      )}
    </>
  );
}

const noMatchState = ({ clearLabel, ...texts }: NoMatch, onClear: () => void): EmptyStateProps => ({
  icon: <SearchX className="icon-lg" aria-hidden="true" />,
  ...texts,
  actions: <Button onClick={onClear}>{clearLabel}</Button>,
});
