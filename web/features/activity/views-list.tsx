import Eye from 'lucide-react/icons/eye';
import type { ReactNode } from 'react';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
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
  };
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Title of the empty state. */
  empty: string;
  /** Leads from the empty state to what fills the list. */
  emptyAction?: ReactNode;
}

/** Renders a paginated table of views. */
export function ViewsList<Row extends { id: number }>(props: ViewsListProps<Row>) {
  const { list, label, columns, empty, emptyAction } = props;
  const { data, error, refetch } = list;
  if (error && !data)
    return <LoadError error={error} summary="Views could not be loaded" onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  const rows = data.pages.flatMap(({ result }) => result);
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState icon={Eye} title={empty} action={emptyAction} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <Table label={label} columns={columns} rows={rows} rowKey={({ id }) => id} hasTwoLineRows />
      </Card>
      <ShowMore list={list} />
    </div>
  );
}
