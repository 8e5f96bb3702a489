import type { ComponentProps, ReactNode } from 'react';
import { useMemo } from 'react';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ListSkeleton } from '../feedback/list-skeleton.tsx';
import { Card } from '../layout/card.tsx';
import { hasFurtherItems, type LoadErrorComponent, type PagedQuery } from './paged-list.tsx';
import { ShowMore } from './show-more.tsx';
import { useSortedRows } from './sorted-rows.ts';
import { Table } from './table.tsx';
import type { TableColumn } from './table-column.ts';

export interface PagedTableProps<Row> {
  label: string;
  list: PagedQuery<Row> & {
    /** The rows are those of another filter, until those of this one are here. */
    isPlaceholderData?: boolean;
  };
  LoadError: LoadErrorComponent;
  /** Says that the list could not be loaded; otherwise the label does. */
  errorSummary?: string;
  empty: ComponentProps<typeof EmptyState>;
  columns: readonly TableColumn<Row>[];
  /** Without it, rows are known by their places. */
  rowKey?: (row: Row) => number;
  /** Stands above the table in every state, such as a field that filters it. */
  filter?: ReactNode;
  /** Stands in place of the empty state while the list is filtered. */
  noMatches?: ReactNode;
  /**
   * Stands above a table with rows, such as an export of these, in their order; `undefined` while there are or may be further
   * ones.
   */
  actions?: (rows: readonly Row[] | undefined) => ReactNode;
  onRowClick?: (row: Row) => void;
  wrapsWhenNarrow?: boolean;
}

const NO_ROWS: readonly never[] = [];

/** A table in a card that is loading, failed, empty or filled, and fetches its next page on demand. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { list, filter, actions } = props;
  const loaded = useMemo(() => list.data?.pages.flatMap(({ result }) => result), [list.data]);
  const isComplete = !hasFurtherItems(list) && !list.isPlaceholderData;
  const { columns, rows } = useSortedRows(
    { columns: props.columns, rows: loaded ?? NO_ROWS },
    { isComplete },
  );
  const shownActions = actions && rows.length > 0 && actions(isComplete ? rows : undefined);
  return (
    <div className="flex flex-col gap-3">
      {(filter || shownActions) && (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 empty:hidden">
          {filter}
          {shownActions}
        </div>
      )}
      <Content {...props} {...{ loaded, rows, columns }} />
    </div>
  );
}

interface ContentProps<Row> extends PagedTableProps<Row> {
  /** The rows as they came; `undefined` before. */
  loaded: readonly Row[] | undefined;
  rows: readonly Row[];
}

function Content<Row>({ label, list, LoadError, loaded, rows, columns, ...props }: ContentProps<Row>) {
  const { errorSummary = `${label} could not be loaded`, empty, rowKey, noMatches } = props;
  if (list.error && !loaded)
    return <LoadError error={list.error} summary={errorSummary} onRetry={list.refetch} />;
  // The rows of the filter before, of which there were none, say nothing of the whole list.
  const isUnknown = rows.length === 0 && list.isPlaceholderData && !noMatches;
  if (!loaded || isUnknown) return <ListSkeleton />;
  if (rows.length === 0) return <Card>{noMatches || <EmptyState compact {...empty} />}</Card>;
  const places = new Map(loaded.map((row, place) => [row, place]));
  return (
    <>
      <Card>
        <Table
          label={label}
          columns={columns}
          rows={rows}
          rowKey={rowKey ?? ((row) => places.get(row) ?? 0)}
          hasTwoLineRows
          {...(props.onRowClick && { onRowClick: props.onRowClick })}
          {...(props.wrapsWhenNarrow && { wrapsWhenNarrow: true })}
        />
      </Card>
      <ShowMore list={list} />
    </>
  );
}
