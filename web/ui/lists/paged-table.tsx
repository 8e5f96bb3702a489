import type { LucideIcon } from 'lucide-react';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ListSkeleton } from '../feedback/list-skeleton.tsx';
import { Card } from '../layout/card.tsx';
import type { LoadErrorComponent, PagedQuery } from './paged-list.tsx';
import { ShowMore } from './show-more.tsx';
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
}

/** A table in a card that is loading, failed, empty or filled, and fetches its next page on demand. */
export function PagedTable<Row>({ label, list, LoadError, empty, columns, rowKey }: PagedTableProps<Row>) {
  const rows = list.data?.pages.flatMap(({ result }) => result);
  if (list.error && !rows)
    return <LoadError error={list.error} summary={`${label} could not be loaded`} onRetry={list.refetch} />;
  if (!rows) return <ListSkeleton />;
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState {...empty} compact />
      </Card>
    );
  const places = new Map(rows.map((row, place) => [row, place]));
  return (
    <div className="flex flex-col gap-3">
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
