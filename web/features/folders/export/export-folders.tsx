import FileDown from 'lucide-react/icons/file-down';
import type { Folder } from '#shared/contracts/folders.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { exportTable } from '#web/features/export/export-table.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';
import { changedAt, type SortedFolders } from '../folder-order.ts';

const NUMBER: ColumnValue<Folder> = ['No.', ({ number }) => number ?? null];
const VALUES: readonly ColumnValue<Folder>[] = [
  ['Name', ({ name }) => name],
  ['Folders', ({ contents }) => contents?.folders ?? null],
  ['Files', ({ contents }) => contents?.files ?? null],
  ['Last change at', changedAt],
  ['Created at', ({ createdAt }) => createdAt],
];

/** Returns the values of the columns of a list of folders, in their order. */
export const listFolderValues = ({ hasNumbers }: Pick<SortedFolders, 'hasNumbers'>) => [
  { values: hasNumbers ? [NUMBER, ...VALUES] : VALUES },
];

interface ExportFoldersProps {
  /** The folders as cards show them. */
  folders: readonly Folder[];
  sorted: SortedFolders;
}

/** A button that downloads a list of folders as CSV, in the order of its cards or of its table. */
export function ExportFolders({ folders, sorted }: ExportFoldersProps) {
  const { defaultView } = usePreferences();
  const rows = defaultView === 'grid' ? folders : sorted.rows;
  return (
    <IconButton
      icon={FileDown}
      label="Export folders as CSV"
      size="small"
      onClick={() => void exportTable({ name: 'folders', columns: listFolderValues(sorted), rows })}
    />
  );
}
