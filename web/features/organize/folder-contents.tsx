import FolderIcon from 'lucide-react/icons/folder';
import { useMemo } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { draggingOf } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import { byName, childrenByParent } from '#web/features/folders/folder-hierarchy.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { VirtualList } from '#web/ui/lists/virtual-list.tsx';
import { ORGANIZE_LIST } from './organize-styles.ts';
import { OrganizeRow } from './organize-row.tsx';
import { findMove, type Movable, type PendingMove } from './pending-moves.ts';

interface FolderContentsProps {
  folders: readonly Folder[];
  files: readonly File[];
  openId: number | null;
  moves: readonly PendingMove[];
  nameOf: (type: PendingMove['itemType'], id: number | null) => string;
  onOpen: (folderId: number) => void;
  onMove: (item: Movable) => void;
}

/** The folders and files in one folder, to be dragged to others. */
export function FolderContents(props: FolderContentsProps) {
  const { folders, files, openId, moves, nameOf, onOpen, onMove } = props;
  const actor = useActor();
  const rows = useMemo(() => {
    const inside = (childrenByParent(folders).get(openId) ?? []).map((folder) => ({
      item: { itemId: folder.id, itemType: 'folder', homeId: folder.parentId } as const,
      name: folder.name,
      icon: FOLDER_ICON,
      ...draggingOf(actor, folder),
    }));
    const own = files.filter(({ folderId }) => folderId === openId).toSorted(byName);
    const leaves = own.map((file) => ({
      item: { itemId: file.id, itemType: 'file', homeId: file.folderId } as const,
      name: file.name,
      icon: <FileIcon name={file.name} />,
      source: filePolicy.move(actor, file) ? { folders: [], files: [file] } : null,
      place: null,
    }));
    return [...inside, ...leaves];
  }, [actor, folders, files, openId]);
  return (
    <VirtualList
      label={`In ${nameOf('folder', openId)}`}
      entries={rows}
      className={ORGANIZE_LIST}
      empty="There is nothing in this folder."
    >
      {({ item, name, icon, source, place }, style) => {
        const move = findMove(moves, item);
        return (
          <OrganizeRow
            key={`${item.itemType}-${item.itemId}`}
            {...{ name, icon, style, source, place }}
            movesTo={move && nameOf('folder', move.targetFolderId)}
            {...(item.itemType === 'folder' && { onOpen: () => onOpen(item.itemId) })}
            onMove={source ? () => onMove(item) : undefined}
          />
        );
      }}
    </VirtualList>
  );
}

const FOLDER_ICON = <FolderIcon size={16} className="shrink-0 text-ink-muted" />;
