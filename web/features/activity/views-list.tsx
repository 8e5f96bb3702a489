import Eye from 'lucide-react/icons/eye';
import { type ReactNode, useMemo } from 'react';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { useSortedRows } from '#web/ui/lists/sorted-rows.ts';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';

interface ViewsListProps<Row> {
  list: {
    data: { pages: readonly { result: readonly Row[] }[] } | undefined;
    error: Error | null;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
    fetchAll: () => Promise<readonly Row[]>;
  };
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Title of the empty state. */
  empty: string;
  /** Leads from the empty state to what fills the list. */
  emptyAction?: ReactNode;
  /** The name of an exported file, where the page exports nothing itself. */
  exportName?: string;
}

/** Renders a paginated table of views. */
export function ViewsList<Row extends { id: number }>(props: ViewsListProps<Row>) {
  const { list, label, empty, emptyAction, exportName } = props;
  const { data, error, refetch, hasNextPage } = list;
  const loaded = useMemo(() => data?.pages.flatMap(({ result }) => result) ?? [], [data]);
  const { columns, rows } = useSortedRows(
    { columns: props.columns, rows: loaded },
    { isComplete: !hasNextPage },
  );
  if (error && !data)
    return <LoadError error={error} summary="Views could not be loaded" onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState icon={Eye} title={empty} action={emptyAction} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {exportName !== undefined && (
        <div className="flex justify-end">
          <ExportCsv name={exportName} columns={props.columns} rows={hasNextPage ? list.fetchAll : rows} />
        </div>
      )}
      <Card>
        <Table label={label} columns={columns} rows={rows} rowKey={({ id }) => id} hasTwoLineRows />
      </Card>
      <ShowMore list={list} />
    </div>
  );
}
