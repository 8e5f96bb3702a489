import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ListSkeleton } from '../feedback/list-skeleton.tsx';
import { Card } from '../layout/card.tsx';
import type { LoadErrorComponent, PagedQuery } from './paged-list.tsx';
import { ShowMore } from './show-more.tsx';
import { useSortedRows } from './sorted-rows.ts';
import { Table } from './table.tsx';
import type { TableColumn } from './table-column.ts';

interface PagedTableProps<Row> {
  label: string;
  list: PagedQuery<Row>;
  LoadError: LoadErrorComponent;
  empty: { icon: LucideIcon; title: string };
  columns: readonly TableColumn<Row>[];
  /** Without it, rows are known by their places. */
  rowKey?: (row: Row) => number;
  /** Stands above a table with rows, such as an export of these, in their order; `undefined` while there are further pages. */
  actions?: (rows: readonly Row[] | undefined) => ReactNode;
}

const NO_ROWS: readonly never[] = [];

/** A table in a card that is loading, failed, empty or filled, and fetches its next page on demand. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, list, LoadError, empty, rowKey, actions } = props;
  const loaded = useMemo(() => list.data?.pages.flatMap(({ result }) => result), [list.data]);
  const { columns, rows } = useSortedRows(
    { columns: props.columns, rows: loaded ?? NO_ROWS },
    { isComplete: !list.hasNextPage },
  );
  if (list.error && !loaded)
    return <LoadError error={list.error} summary={`${label} could not be loaded`} onRetry={list.refetch} />;
  if (!loaded) return <ListSkeleton />;
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState {...empty} compact />
      </Card>
    );
  const places = new Map(loaded.map((row, place) => [row, place]));
  return (
    <div className="flex flex-col gap-3">
      {actions && (
        <div className="flex flex-wrap justify-end gap-2">{actions(list.hasNextPage ? undefined : rows)}</div>
      )}
      <Card>
        <Table
          label={label}
          columns={columns}
          rows={rows}
          rowKey={rowKey ?? ((row) => places.get(row) ?? 0)}
          hasTwoLineRows
        />
      </Card>
      <ShowMore list={list} />
    </div>
  );
}
