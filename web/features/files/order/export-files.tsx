import FileDown from 'lucide-react/icons/file-down';
import type { File } from '#shared/contracts/files.ts';
import type { FileColumn } from '#shared/domain/preferences.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { exportTable } from '#web/features/export/export-table.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';
import { isNumbered } from '../sort-files.ts';
import { areBytesWithheld } from '../withheld.tsx';

type Values = readonly ColumnValue<File>[];

const NUMBER: Values = [['No.', ({ number }) => number ?? null]];
const NAME: Values = [
  ['Name', ({ name }) => name],
  ['Type', ({ fileType }) => fileType],
  ['Version', ({ version }) => version ?? 1],
];

const describeDownload = (actor: Actor, file: File): string => {
  if (areBytesWithheld(actor, file)) return 'Withheld';
  return file.allowDownload && filePolicy.download(actor, file) ? 'Available' : 'Restricted';
};

const buildValues = (actor: Actor): Record<FileColumn, Values> => ({
  owner: actor.kind === 'user' ? [['Owner', ({ ownerName }) => ownerName ?? null]] : [],
  modified: [['Modified at', ({ modifiedAt, createdAt }) => modifiedAt ?? createdAt]],
  added: [['Added at', ({ createdAt }) => createdAt]],
  size: [['Bytes', ({ size }) => size]],
  download: [['Download', (file) => describeDownload(actor, file)]],
});

interface ListedFiles {
  actor: Actor;
  rows: readonly File[];
  hiddenColumns: readonly FileColumn[];
}

/** Returns the values of the columns that a list of files shows, in their order, with type and version beside the name. */
export function listFileValues({ actor, rows, hiddenColumns }: ListedFiles): { values: Values }[] {
  const shown = Object.entries(buildValues(actor)).filter(
    ([id]) => !hiddenColumns.some((each) => each === id),
  );
  return [...(rows.some(isNumbered) ? [NUMBER] : []), NAME, ...shown.map(([, values]) => values)].map(
    (values) => ({ values }),
  );
}

/** A button that downloads a list of files as CSV, in the order of its table. */
export function ExportFiles({ name, rows }: { name: string; rows: readonly File[] }) {
  const actor = useActor();
  const { hiddenColumns } = usePreferences();
  return (
    <IconButton
      icon={FileDown}
      label="Export files as CSV"
      onClick={() =>
        void exportTable({ name, columns: listFileValues({ actor, rows, hiddenColumns }), rows })
      }
    />
  );
}
