import type { LucideIcon } from 'lucide-react';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import type { TableExport } from '#web/features/export/export-table.ts';
import { NoMatches, ServerFilterField } from '#web/ui/lists/list-filter.tsx';
import { hasFurtherItems, isIncomplete, type PagedQuery } from '#web/ui/lists/paged-list.tsx';
import type { ServerFilter } from './server-filter.ts';

interface FilterBarProps {
  filter: ServerFilter;
  /** Names the entries, such as "jobs". */
  nouns: string;
  /** Says what is compared, such as "Filter by name or email". */
  placeholder: string;
  list: Pick<PagedQuery<unknown>, 'data' | 'hasNextPage'> & { isPlaceholderData?: boolean };
}

/** Tells whether a list is filtered, or about to be. */
export const isFiltered = ({ text, query }: ServerFilter): boolean => text !== '' || query.q !== undefined;

/**
 * Tells whether nothing is known of a list that is filtered no longer: the rows of the filter before, of which there were none,
 * stand in for it.
 */
export const isUnknown = (filter: ServerFilter, list: FilterBarProps['list']): boolean =>
  !isFiltered(filter) && list.isPlaceholderData === true && countRows(list) === 0;

const countRows = ({ data }: FilterBarProps['list']): number =>
  data?.pages.reduce((sum, { result }) => sum + result.length, 0) ?? 0;

/** A field that filters a list on the server; none above an empty list. */
export function FilterBar({ filter, nouns, placeholder, list }: FilterBarProps) {
  const found = countRows(list);
  // A field that was left out while the whole list is fetched would lose the focus.
  if (found === 0 && !isFiltered(filter) && !list.isPlaceholderData) return null;
  return (
    <>
      <ServerFilterField
        {...{ filter, placeholder }}
        label={`Filter ${nouns}`}
        found={!list.data || list.isPlaceholderData ? undefined : found}
        hasMore={found > 0 && hasFurtherItems(list)}
      />
      {isIncomplete(list) && (
        <p className="order-last basis-full text-ink-muted text-xs">
          Only the first part of this long list was searched and counted.
        </p>
      )}
    </>
  );
}

interface NothingFoundProps {
  filter: ServerFilter;
  icon: LucideIcon;
  nouns: string;
}

/** Stands in place of a list of which the server found nothing. */
export function NothingFound({ filter, icon, nouns }: NothingFoundProps) {
  return (
    <NoMatches
      {...{ filter, icon }}
      title={`No matching ${nouns}`}
      description="Try a shorter part of a word."
    />
  );
}

interface FilteredListBarProps<Row> extends FilterBarProps, Pick<TableExport<Row>, 'name' | 'columns'> {
  list: FilterBarProps['list'] & { fetchAll: () => Promise<readonly Row[]> };
  /** The rows that are loaded. */
  rows: readonly Row[];
}

/** The filter of a list that is no table, with an export of all that it finds. */
export function FilteredListBar<Row>({ name, columns, rows, ...bar }: FilteredListBarProps<Row>) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 empty:hidden">
      <FilterBar {...bar} />
      {rows.length > 0 && <ExportCsv {...{ name, columns }} rows={bar.list.fetchAll} />}
    </div>
  );
}
