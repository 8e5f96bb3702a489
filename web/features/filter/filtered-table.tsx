import { LoadError } from '#web/features/errors/load-error.tsx';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { PagedTable, type PagedTableProps } from '#web/ui/lists/paged-table.tsx';
import { FilterBar, isFiltered, NothingFound } from './filtered-list.tsx';
import type { ServerFilter } from './server-filter.ts';

export interface FilteredTableProps<Row>
  extends Omit<PagedTableProps<Row>, 'LoadError' | 'filter' | 'noMatches' | 'actions'> {
  list: PagedTableProps<Row>['list'] & { fetchAll: () => Promise<readonly Row[]> };
  filter: ServerFilter;
  placeholder: string;
  /** Names the entries, such as "emails". */
  nouns: string;
  /** The name of an exported file, where the page exports nothing itself. */
  exportName?: string;
}

/** A table whose rows the server filters, with a field above it and an export of what is found. */
export function FilteredTable<Row>(props: FilteredTableProps<Row>) {
  const { filter, placeholder, nouns, exportName, ...table } = props;
  const { list, columns, empty } = table;
  const exported = exportName !== undefined && { name: exportName, columns };
  const actions =
    exported &&
    ((rows: readonly Row[] | undefined) => <ExportCsv {...exported} rows={rows ?? list.fetchAll} />);
  return (
    <PagedTable
      {...table}
      LoadError={LoadError}
      filter={<FilterBar {...{ filter, nouns, placeholder, list }} />}
      noMatches={isFiltered(filter) && <NothingFound {...{ filter, nouns }} icon={empty.icon} />}
      {...(actions && { actions })}
    />
  );
}
