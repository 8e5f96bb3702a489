import Eye from 'lucide-react/icons/eye';
import type { ReactNode } from 'react';
import { FilteredTable, type FilteredTableProps } from '#web/features/filter/filtered-table.tsx';

interface ViewsListProps<Row>
  extends Pick<
    FilteredTableProps<Row>,
    'list' | 'label' | 'columns' | 'filter' | 'placeholder' | 'exportName'
  > {
  /** Title of the empty state. */
  empty: string;
  /** Leads from the empty state to what fills the list. */
  emptyAction?: ReactNode;
  /** Names what is listed; views otherwise. */
  nouns?: string;
}

/** Renders a paginated table of views. */
export function ViewsList<Row extends { id: number }>(props: ViewsListProps<Row>) {
  const { empty, emptyAction, nouns = 'views', ...table } = props;
  return (
    <FilteredTable
      {...table}
      nouns={nouns}
      errorSummary="Views could not be loaded"
      empty={{ icon: Eye, title: empty, action: emptyAction, compact: false }}
      rowKey={({ id }) => id}
    />
  );
}
