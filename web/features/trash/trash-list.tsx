import Folder from 'lucide-react/icons/folder';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useMemo, useState } from 'react';
import type { Trashed } from '#shared/contracts/trash.ts';
import { countOf, daysLeft, formatDateTime, formatRelativeTime, formatSize } from '#shared/domain/format.ts';
import { FilteredTable } from '#web/features/filter/filtered-table.tsx';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { usePurgeItem, useTrash } from './api.ts';
import { useRestoreItems } from './restore-items.ts';

const NOTHING_DELETED = {
  icon: Trash2,
  title: 'The trash is empty',
  description: 'Deleted items stay here for a while and can be restored.',
  compact: false,
};

/** Lists deleted items that can be restored. */
export function TrashList() {
  const filter = useAddressFilter();
  const trash = useTrash(filter.query);
  const restore = useRestoreItems();
  const purge = usePurgeItem();
  const [itemToPurge, setItemToPurge] = useState<Trashed | null>(null);
  const { mutate, isPending: isRestoring } = restore;
  const columns = useMemo(
    () => buildColumns({ isRestoring, onRestore: (item) => mutate([item]), onPurge: setItemToPurge }),
    [isRestoring, mutate],
  );
  return (
    <>
      <FilteredTable
        label="Trash"
        errorSummary="The trash could not be loaded"
        list={trash}
        {...{ filter, columns }}
        nouns="items"
        placeholder="Filter by name or folder"
        empty={NOTHING_DELETED}
        exportName="trash"
        rowKey={getRowKey}
      />
      {itemToPurge && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setItemToPurge(null)}
          title="Delete Permanently"
          description={
            <>
              <strong className="break-words font-medium text-ink">{itemToPurge.name}</strong>
              {itemToPurge.kind === 'folder' && ' and everything that was deleted with it'} can’t be restored
              after this.
            </>
          }
          confirmLabel={purge.isPending ? 'Deleting...' : 'Delete'}
          busy={purge.isPending}
          onConfirm={() => purge.mutate(itemToPurge, { onSettled: () => setItemToPurge(null) })}
        />
      )}
    </>
  );
}

/** Returns a unique key: files and folders have separate id sequences. */
const getRowKey = ({ kind, id }: Trashed): number => id * 2 + (kind === 'folder' ? 1 : 0);

interface TrashActions {
  isRestoring: boolean;
  onRestore: (item: Trashed) => void;
  onPurge: (item: Trashed) => void;
}

function buildColumns({ isRestoring, onRestore, onPurge }: TrashActions): TableColumn<Trashed>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (item) => <ItemCell item={item} />,
      values: [
        ['Name', ({ name }) => name],
        ['Kind', ({ kind }) => (kind === 'folder' ? 'Folder' : 'File')],
        ['From', ({ fromFolder }) => fromFolder?.name ?? 'Home'],
      ],
    },
    {
      id: 'deleted',
      header: 'Deleted',
      width: '12rem',
      showFrom: 'medium',
      cell: ({ deletedAt }) => <DeletedCell deletedAt={deletedAt} />,
      values: [['Deleted at', ({ deletedAt }) => deletedAt]],
    },
    {
      id: 'size',
      header: 'Size',
      width: '9rem',
      align: 'end',
      showFrom: 'medium',
      cell: (item) => <SizeCell {...item} />,
      values: [
        ['Bytes', ({ size }) => size],
        ['Files', ({ fileCount }) => fileCount],
        ['Versions', ({ versions }) => versions ?? null],
      ],
    },
    {
      id: 'left',
      header: 'Deleted In',
      width: '6.5rem',
      cell: ({ purgeAt }) => {
        const left = daysLeft(Date.parse(purgeAt), Date.now());
        return <span className="text-ink-muted">{left === 1 ? '1 day' : `${left} days`}</span>;
      },
      values: [['Deleted permanently at', ({ purgeAt }) => purgeAt]],
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '6rem',
      align: 'end',
      cell: (item) => (
        <ItemActions
          item={item}
          isRestoring={isRestoring}
          onRestore={() => onRestore(item)}
          onPurge={() => onPurge(item)}
        />
      ),
    },
  ];
}

function ItemCell({ item }: { item: Trashed }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      {item.kind === 'folder' ? (
        <Folder size={18} className="shrink-0 text-ink-muted" />
      ) : (
        <FileIcon name={item.name} />
      )}
      <div className="min-w-0">
        <p className="truncate font-medium" title={item.name}>
          {item.name}
        </p>
        <p className="truncate text-ink-muted text-xs">
          {item.fromFolder ? `from ${item.fromFolder.name}` : 'from Home'}
        </p>
      </div>
    </div>
  );
}

function DeletedCell({ deletedAt }: Pick<Trashed, 'deletedAt'>) {
  return (
    <time dateTime={deletedAt} title={formatDateTime(deletedAt)} className="text-ink-muted">
      {formatRelativeTime(deletedAt, Date.now())}
    </time>
  );
}

function SizeCell({ kind, size, fileCount, versions }: Trashed) {
  return (
    <span className="text-ink-muted">
      {kind === 'folder' && `${countOf(fileCount, 'file')}, `}
      {versions !== undefined && `${countOf(versions, 'version')}, `}
      {formatSize(size)}
    </span>
  );
}

interface ItemActionsProps {
  item: Trashed;
  isRestoring: boolean;
  onRestore: () => void;
  onPurge: () => void;
}

function ItemActions({ item, isRestoring, onRestore, onPurge }: ItemActionsProps) {
  return (
    <span className="inline-flex gap-1">
      <IconButton
        icon={RotateCcw}
        label={`Restore ${item.name}`}
        size="small"
        busy={isRestoring}
        onClick={onRestore}
      />
      <IconButton icon={Trash2} label={`Delete ${item.name} permanently`} size="small" onClick={onPurge} />
    </span>
  );
}
