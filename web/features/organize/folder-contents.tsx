import FolderIcon from 'lucide-react/icons/folder';
import { useMemo } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { getFolderDragAndDrop } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import { compareByName, groupByParent } from '#web/features/folders/folder-hierarchy.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { VirtualList } from '#web/ui/lists/virtual-list.tsx';
import { LIST_STYLES, OrganizeRow } from './organize-row.tsx';
import { findMove, type MovableItem, type PendingMove } from './pending-moves.ts';

interface FolderContentsProps {
  folders: readonly Folder[];
  files: readonly File[];
  openId: number | null;
  /** The files of the open folder with their numbers, in a room. */
  numbered: readonly File[];
  isInRoom: boolean;
  moves: readonly PendingMove[];
  getName: (type: PendingMove['itemType'], id: number | null) => string;
  onOpen: (folderId: number) => void;
  onMove: (item: MovableItem) => void;
}

/** Lists the contents of one folder as drag sources. */
export function FolderContents(props: FolderContentsProps) {
  const { folders, files, openId, numbered, isInRoom, moves, getName, onOpen, onMove } = props;
  const actor = useActor();
  const rows = useMemo(() => {
    const inside = (groupByParent(folders).get(openId) ?? []).map((folder) => ({
      entry: { kind: 'folder', id: folder.id } as const,
      number: folder.number,
      item: { itemId: folder.id, itemType: 'folder', currentFolderId: folder.parentId } as const,
      name: folder.name,
      icon: FOLDER_ICON,
      ...getFolderDragAndDrop(actor, folder),
    }));
    const own = files.filter(({ folderId }) => folderId === openId).toSorted(compareByName);
    const numbers = new Map(numbered.map(({ id, number }) => [id, number]));
    const leaves = own.map((file) => ({
      entry: { kind: 'file', id: file.id } as const,
      number: numbers.get(file.id),
      item: { itemId: file.id, itemType: 'file', currentFolderId: file.folderId } as const,
      name: file.name,
      icon: <FileIcon name={file.name} />,
      source: filePolicy.move(actor, file) ? { folders: [], files: [file] } : null,
      place: null,
    }));
    const rows = [...inside, ...leaves];
    return isInRoom ? rows.toSorted((one, other) => compareEntryNumbers(one.number, other.number)) : rows;
  }, [actor, folders, files, openId, numbered, isInRoom]);
  return (
    <VirtualList
      label={`In ${getName('folder', openId)}`}
      entries={rows}
      className={LIST_STYLES}
      emptyText="This folder is empty."
    >
      {({ item, entry, number, name, icon, source, place }, style) => {
        const move = findMove(moves, item);
        return (
          <OrganizeRow
            key={`${item.itemType}-${item.itemId}`}
            {...{ name, number, icon, style, dragItems: source, dropTarget: place }}
            entry={isInRoom ? entry : undefined}
            movesTo={move && getName('folder', move.targetFolderId)}
            {...(item.itemType === 'folder' && { onOpen: () => onOpen(item.itemId) })}
            onMove={source ? () => onMove(item) : undefined}
          />
        );
      }}
    </VirtualList>
  );
}

const FOLDER_ICON = <FolderIcon size={16} className="shrink-0 text-ink-muted" />;
